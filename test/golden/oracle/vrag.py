"""VRAG-RL's rewards: `vrag(record)` returns the format, the answer and its ANLS; `training(record)` what training pays."""
import math
import posixpath
import re

USER_TURN = re.compile(r"<\|im_start\|>user.*?<\|im_end\|>")
PAIRS = [re.compile(f"<{tag}>.*</{tag}>", re.S) for tag in ("answer", "search")]


def edits(a, b):
    """The Levenshtein distance of two texts, in characters."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (left != right))
    return row[-1]


def anls(given, wanted, threshold=0.5):
    longer = max(len(given), len(wanted))
    distance = edits(given, wanted) / longer if longer else 0.0
    return 1 - distance if distance < threshold else 0.0


def last_answer(text):
    head, closing, _ = text.rpartition("</answer>")
    if not closing:
        return None
    _, opening, answer = head.rpartition("<answer>")
    return answer if opening else None


def vrag(record):
    text = USER_TURN.sub("", record["response"])
    format_score = 1.0 if all(pair.search(text) for pair in PAIRS) else 0.0
    answer = last_answer(text)
    score = anls(answer, record["ground_truth"]) if format_score and answer is not None else 0.0
    return {"format": format_score, "answer": answer, "anls": score}


def gain(ranks):
    """The discounted cumulative gain of relevant documents at these ranks, from 1."""
    total = 0.0
    for rank in ranks:
        total += 1 / math.log2(rank + 1)
    return total


def ndcg(record):
    stem = record["file_name"].partition(".pdf")[0]
    relevant = [f"{stem}_{page}" for page in record["reference_page"]]
    names = [posixpath.basename(path.rstrip("/")).partition(".jpg")[0] for path in record["retrieved_images"]]
    ideal = gain(range(1, len(relevant) + 1))
    return gain(rank for rank, name in enumerate(names, 1) if name in relevant) / ideal if ideal else 0.0


def training(record):
    text = USER_TURN.sub("", record["response"])
    format_score = 1.0 if all(pair.search(text) for pair in PAIRS) else 0.0
    near = ndcg(record)

    def paid(judge):
        return 0.7 * judge + 0.1 * format_score + 0.2 * near if format_score else 0.0

    return {
        "format": format_score,
        "ndcg": near,
        "right": paid(1.0),
        "wrong": paid(0.0),
        "eval_right": format_score,
        "eval_wrong": 0.0,
    }
