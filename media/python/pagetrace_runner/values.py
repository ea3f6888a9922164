"""Values and exceptions of a reward as JSON and as short texts."""

import itertools
import math
import traceback

# What one score may hold, so that a reward that returns whole documents cannot fill the editor's memory.
MOST_FIELDS = 200
MOST_CHARACTERS = 2000

FLOATS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def read_float(value):
    """Numbers that JSON cannot represent are sent as {"$float": "NaN"}."""
    if len(value) == 1 and value.get("$float") in FLOATS:
        return FLOATS[value["$float"]]
    return value


def number(value):
    if math.isnan(value):
        return {"$float": "NaN"}
    if math.isinf(value):
        return {"$float": "Infinity" if value > 0 else "-Infinity"}
    return value


def is_number(value):
    """Whether a value that `plain` returned is a number."""
    return isinstance(value, (bool, int, float)) or (isinstance(value, dict) and "$float" in value)


def shortened(text, most=MOST_CHARACTERS):
    return text if len(text) <= most else text[:most] + "..."


def plain(value):
    """A returned value as JSON: numbers of any library become floats or ints, anything else its repr, shortened."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return shortened(str(value))
    if isinstance(value, int):
        return int(value) if abs(value) < 2**63 else plain(as_float(value))
    if isinstance(value, float):
        return number(float(value))
    try:
        # One element of an array or tensor; several elements have no number, and raise an exception that says so.
        item = value.item() if hasattr(value, "item") else float(value)
        if isinstance(item, (bool, int, float, str)):
            return plain(item)
    except Exception:
        pass
    try:
        return shortened(repr(value))
    except Exception as error:
        return "(a %s that cannot be shown: %s)" % (type(value).__name__, said(error))


def plain_fields(value):
    """The items of a returned dict as JSON."""
    items = itertools.islice(value.items(), MOST_FIELDS)
    return {shortened(str(name), 200): plain(each) for name, each in items}


def as_float(value):
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def said(error):
    """An exception's last line, as Python prints it."""
    lines = traceback.format_exception_only(type(error), error)
    return shortened(lines[-1].strip() if lines else type(error).__name__)
