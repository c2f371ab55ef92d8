"""Who acts: `person:<login>`, `agent:<name>`, `nightly:<run>` or `import:<run>`, and what that tells of what they state."""

IMPORT = "import:"
"""How the name of a run of an import begins."""


def is_import(actor: str) -> bool:
    """Whether an import acts."""
    return actor.startswith(IMPORT)


def origin_of(actor: str) -> str:
    """Return the origin of a fact that an actor states: what no person and no import tells is automatic."""
    told = {"person": "manual", "import": "import", "nightly": "nightly"}
    return told.get(actor.partition(":")[0], "online")
