"""The words and limits of the model, apart from the values so that the command line can name them at no cost."""

KINDS = ("profile", "person", "project", "preference", "observation", "calendar", "one_off", "intention", "other")
SOURCE_KINDS = (
    "owner_message",
    "group_message",
    "assistant_message",
    "screen_text",
    "speech_transcript",
    "document",
    "tool_output",
    "record",
    "owner_statement",
)
ORIGINS = ("manual", "online", "nightly", "import")
AUTOMATIC_ORIGINS = ("online", "nightly")
STATES = ("active", "upcoming", "superseded", "expired", "ended", "retracted")
INVALIDATED = ("superseded", "expired", "ended", "retracted")
MARKS = ("doubtful", "unverified", "suspect", "pinned")
SORTS = ("seen", "since", "number")
TEXT_LIMIT = 600
QUOTE_LIMIT = 280
COUNT_CAP = 1000
