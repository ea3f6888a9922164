"""VG-Refiner's rewards, with NumPy's number types in plain Python."""
import json
import math
import re

from assignment import assign
from groups import pairwise_sum

AROUND_MARKS = re.compile(r"\s*([<>/])\s*")
ANSWER = re.compile(r"<answer>(.*?)</answer>", re.S)
MOST = 120


class Numbers:
    """One of NumPy's number types: conversion from a Python number, and division."""

    def __init__(self, kind):
        self.kind = kind

    def __call__(self, value):
        if self.kind == "float64":
            return float(value)
        low = int(value) & (1 << 64) - 1
        return low - (1 << 64) if self.kind == "int64" and low >> 63 else low

    def divide(self, a, b):
        a, b = float(a), float(b)
        if b:
            return a / b
        return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1.0, b)


def larger(a, b):
    return math.nan if a != a or b != b else max(a, b)


def smaller(a, b):
    return math.nan if a != a or b != b else min(a, b)


def kind_of(rows):
    """The type of numpy.array(rows). Raises TypeError if SciPy would reject it."""
    kinds = set()
    for value in (value for row in rows for value in row):
        if isinstance(value, bool):
            continue
        if isinstance(value, float):
            kinds.add("float64")
        elif not isinstance(value, int):
            raise TypeError("not a number")
        elif -(1 << 63) <= value < 1 << 63:
            kinds.add("int64")
        elif 0 < value < 1 << 64:
            kinds.add("uint64")
        else:
            raise TypeError("too large")
    if not kinds:
        raise TypeError("only booleans")
    return kinds.pop() if len(kinds) == 1 else "float64"


def array(boxes):
    """(type, rows of numbers); all rows have the same length, a multiple of four."""
    if any(not isinstance(box, list) for box in boxes):
        raise ValueError("a box is not a list")
    kind = kind_of(boxes)
    width = len(boxes[0])
    if width == 0 or width % 4 or any(len(box) != width for box in boxes):
        raise ValueError("shapes")
    numbers = Numbers(kind)
    return numbers, [[numbers(value) for value in box] for box in boxes]


def areas(numbers, rows):
    """The boxes of each row: (x1, y1, x2, y2, area), with the area in the type of the row."""
    out = []
    for row in rows:
        n = len(row) // 4
        corners = zip(row[:n], row[n : 2 * n], row[2 * n : 3 * n], row[3 * n :])
        out.append(
            [
                (a, b, c, d, numbers(numbers(numbers(c - a) + 1) * numbers(numbers(d - b) + 1)))
                for a, b, c, d in corners
            ]
        )
    return out


def broadcast(a, b):
    if a != b and 1 not in (a, b):
        raise ValueError("shapes")
    return b if a == 1 else a


def iou(common, left, right):
    ax1, ay1, ax2, ay2, area = (common(value) for value in left)
    bx1, by1, bx2, by2, other = (common(value) for value in right)
    zero, one = common(0), common(1)
    width = larger(zero, common(common(smaller(ax2, bx2) - larger(ax1, bx1)) + one))
    height = larger(zero, common(common(smaller(ay2, by2) - larger(ay1, by1)) + one))
    shared = common(width * height)
    return common.divide(shared, common(common(area + other) - shared))


def matrix(given, wanted):
    (left, a), (right, b) = array(given), array(wanted)
    common = left if left.kind == right.kind else Numbers("float64")
    a, b = areas(left, a), areas(right, b)
    height = broadcast(len(a), len(b[0]))
    width = broadcast(len(a[0]), len(b))

    def at(items, index):
        return items[0 if len(items) == 1 else index]

    return [
        [iou(common, at(at(a, row), column), at(at(b, column), row)) for column in range(width)]
        for row in range(height)
    ]


def boxes_in(entries):
    return [entry["bbox_2d"] for entry in entries if "bbox_2d" in entry]


def iou_accuracy(answer, reference):
    try:
        wanted = boxes_in(json.loads(reference))
        data = json.loads(answer) if answer.strip() else None
        given = boxes_in([data] if isinstance(data, dict) else data) if data else []
        if not given or not wanted:
            return 1.0 if given == wanted else 0.0
        given, wanted = given[:MOST], wanted[:MOST]
        ious = matrix(given, wanted)
        pairs = assign([[1.0 - value for value in row] for row in ious])
        return pairwise_sum([ious[row][column] for row, column in pairs]) / max(len(given), len(wanted))
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return 0.0


def reward(accuracy, tags, text):
    well = 1.0 if all(f"<{mark}{tag}>" in text for tag in tags for mark in ("", "/")) else 0.0
    return {"overall": 0.9 * accuracy + 0.1 * well, "format": well, "accuracy": accuracy}


def refiner(record):
    text = AROUND_MARKS.sub(r"\1", record["response"])
    answers = ANSWER.findall(text)
    answer = answers[-1] if answers else ""
    model = iou_accuracy(answer, record["ground_truth"])
    tool = iou_accuracy(record["tool_results"], record["ground_truth"])
    refined = 0.0 if model < 0.5 else 0.5 if tool >= 0.5 else 1.0
    with_tool = reward(refined, ("think", "rethink", "answer"), text)
    return {
        "with_tool": {**with_tool, "model_iou": model, "tool_iou": tool},
        "without_tool": reward(model, ("answer",), text),
    }
