"""Errors that a person can do something about."""


class Fault(Exception):
    """A sentence that says what is wrong, with what to do about it."""
