"""The references' formulas in plain Python, to compare PageTrace with CPython itself.

This code follows the formulas and uses none of PageTrace's code; it needs only CPython 3.11. `python3 oracle COMMAND`
reads JSON lines and writes JSON lines:

  about         nothing -> {python, unicode}
  answer KIND   a record of that kind -> every field that its reference computes
  check KIND    {input, actual} -> {input, actual, expected} where they differ, and at the end {checked, met}
  explain       {response, num_images?} -> Lang2Act's components if the answer is wrong, with their deductions
  sets          [digits, ...] -> the ints in the iteration order of their set, as digits
  rounds        float -> round(float, 6)
  strips        text -> text.strip()
  lowers        text -> text.lower()
  words         text -> the words of an answer, normalized
  loads         text -> {value} of json.loads, ints as texts, or {raises}
  bench         {path, kind, rounds} -> CPU time per record of the file in microseconds, in the best round
"""
import json
import math
import sys
import time
import unicodedata
from collections import Counter

import lang2act
import public
from answers import answer_metrics, normal_words
from boxes import refiner
from evisrag import evisrag
from groups import group, refinement
from vrag import training, vrag

KINDS = {
    "lang2act": lang2act.rewards,
    "evisrag": evisrag,
    "vg_refiner": refiner,
    "vrag_rl": vrag,
    "vrag_rl_training": training,
    "verl_gsm8k": public.gsm8k,
    "verl_math": public.verl_math,
    "verl_search_r1": public.verl_search_r1,
    "search_r1": public.search_r1,
    "think_answer": public.think_answer,
    "answer_metrics": answer_metrics,
    "group_advantages": group,
    "refinement_metrics": refinement,
}


def units(text):
    """The UTF-16 code units of a text: two adjacent surrogates are equal to the character that they encode."""
    return text.encode("utf-16", "surrogatepass")


def same(actual, expected):
    """Equality of JSON values: numbers bit by bit except for the sign of 0; null stands for what JSON cannot express."""
    if isinstance(expected, dict):
        return (
            isinstance(actual, dict)
            and actual.keys() == expected.keys()
            and all(same(actual[key], value) for key, value in expected.items())
        )
    if isinstance(expected, list):
        return (
            isinstance(actual, list)
            and len(actual) == len(expected)
            and all(same(*pair) for pair in zip(actual, expected))
        )
    if isinstance(expected, str):
        return isinstance(actual, str) and units(actual) == units(expected)
    if isinstance(expected, float) and not math.isfinite(expected):
        return actual is None
    if isinstance(expected, float) and isinstance(actual, int):
        # JSON writes whole doubles with enough digits to identify them, not with all digits of the int.
        return float(actual) == expected and not isinstance(actual, bool)
    return actual == expected and isinstance(actual, bool) == isinstance(expected, bool)


def features(value, path=""):
    """The features of an answer by name: `overall:0`, `overall:whole`, `overall:part`, `raises:IndexError`."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from features(part, f"{path}.{key}" if path else key)
    elif isinstance(value, bool) or value is None:
        yield f"{path}:{value}"
    elif isinstance(value, (int, float)):
        yield f"{path}:{'0' if value == 0 else 'whole' if value == int(value) else 'part'}"
    elif path.endswith("raises"):
        yield f"{path}:{value}"


def check(kind, lines):
    answer = KINDS[kind]
    met = Counter()
    checked = 0
    for line in lines:
        given = json.loads(line)
        expected = answer(given["input"])
        checked += 1
        met.update(features(expected))
        if not same(given["actual"], expected):
            yield {**given, "expected": expected}
    yield {"checked": checked, "met": met}


def loads(text):
    def plain(value):
        if isinstance(value, dict):
            return {"dict": [[key, plain(part)] for key, part in value.items()]}
        if isinstance(value, list):
            return [plain(part) for part in value]
        if isinstance(value, int) and not isinstance(value, bool):
            return {"int": str(value)}
        return {"float": repr(value)} if isinstance(value, float) else value

    try:
        return {"value": plain(json.loads(text))}
    except (ValueError, RecursionError):
        return {"raises": True}


def bench(task):
    with open(task["path"], encoding="utf-8") as file:
        records = [json.loads(line) for line in file]

    def fastest(score):
        best = math.inf
        for _ in range(task["rounds"]):
            started = time.process_time()
            for record in records:
                score(record)
            best = min(best, time.process_time() - started)
        return best / len(records) * 1e6

    if task["kind"] != "lang2act":
        return {"bare": fastest(KINDS[task["kind"]])}
    return {
        "bare": fastest(lambda record: lang2act.tool_stage(record["response"], record["num_images"])),
        "explained": fastest(lambda record: lang2act.explain(record["response"], record["num_images"])),
    }


COMMANDS = {
    "explain": lang2act.explain_fields,
    "sets": lambda digits: [str(value) for value in {int(text) for text in digits}],
    "rounds": lambda value: round(value, 6),
    "strips": lambda text: text.strip(),
    "lowers": lambda text: text.lower(),
    "words": normal_words,
    "loads": loads,
    "bench": bench,
}


def about():
    version = ".".join(map(str, sys.version_info[:3]))
    return {"python": version, "unicode": unicodedata.unidata_version}


def answers(command, kind):
    if command == "about":
        return [about()]
    if command == "check":
        return check(kind, sys.stdin)
    act = KINDS[kind] if command == "answer" else COMMANDS[command]
    return (act(json.loads(line)) for line in sys.stdin)


if __name__ == "__main__":
    for each in answers(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""):
        print(json.dumps(each), flush=sys.argv[1] == "bench")
