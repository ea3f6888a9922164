"""EVisRAG's reward: `evisrag(record)` returns its fields, or the exception that the reference raises."""
import re

from answers import normal, set_f1

TAGS = ("observe", "evidence", "think", "answer")
WHOLE = re.compile(r"\s*".join(f"<{tag}>.*?</{tag}>" for tag in TAGS), re.S)


def has(text, tag):
    return f"<{tag}>" in text and f"</{tag}>" in text


def inside(text, tag):
    """The text after the first opening tag, up to the next tag of that name. Raises IndexError without an opening tag."""
    piece = text.split(f"<{tag}>")[1]
    return piece.partition(f"</{tag}>")[0]


def accuracy(response, reference):
    if not has(response, "answer"):
        return 0.0
    # The reference implementation normalizes twice; the second time changes nothing.
    given, wanted = (normal(inside(text, "answer")) for text in (response, reference))
    return set_f1(given, wanted)


def item(text, number):
    return text.split(f"[{number}]:")[1].split(f"[{number + 1}]")[0].strip()


def evidence(response, reference):
    if not has(response, "evidence"):
        return 0.0
    given, wanted = inside(response, "evidence"), inside(reference, "evidence")
    total, weights = 0.0, 0
    for number in range(1, 7):
        if f"[{number}]:" not in wanted:
            return total / weights if weights else total
        expected = item(wanted, number)
        weight = 1.0 if expected == "no relevant information" else 3.0
        weights += weight
        if f"[{number}]:" in given:
            found = item(given, number)
            if len(expected.split()) >= 5:
                match = set_f1(found, expected)
            else:
                match = 1.0 if normal(expected) in normal(found) else 0.0
            total += match * weight
    return total


def well_formed(response):
    once = all(response.count(f"<{mark}{tag}>") == 1 for tag in TAGS for mark in ("", "/"))
    return 1.0 if once and WHOLE.fullmatch(response) else 0.0


def overlong(tokens):
    if tokens < 200 or tokens > 1536:
        return -1.0
    return 0.0 if tokens <= 1024 else (1024 - tokens) / 512


def scores(response, reference, tokens):
    parts = {
        "accuracy": 3 * accuracy(response, reference),
        "evidence": 3 * evidence(response, reference),
        "overlong": overlong(tokens),
        "format": well_formed(response),
        "isObserve": 0.0,
        "isThink": 0.0,
    }
    if has(response, "observe"):
        observed = inside(response, "observe")
        if any(f"[{number}]" in observed for number in range(1, 6)):
            parts["isObserve"] = -1.0
    if has(response, "think") and has(response, "answer"):
        if inside(response, "think") == inside(response, "answer"):
            parts["isThink"] = -1.0
    overall = 0.0
    for part in parts.values():
        overall += part
    return {"overall": overall, **parts}


def evisrag(record):
    try:
        return {"scores": scores(record["response"], record["ground_truth"], record["response_length"])}
    except IndexError:
        return {"scores": {"raises": "IndexError"}}
