"""The review of a proposal, as lines of a given width: what, before, after, words lost, quotes, policy, prompt block."""
