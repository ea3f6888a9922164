"""Errors that a person can do something about."""


class Fault(Exception):
    """A sentence that says what is wrong, with what to do about it."""


def sentence_of(error: Exception) -> str:
    """What a person reads of an error: one that nobody expected is named by its kind."""
    return str(error) if isinstance(error, (Fault, OSError)) else f"{type(error).__name__}: {error}"
