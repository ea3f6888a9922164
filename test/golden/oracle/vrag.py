"""VRAG-RL's reward: `vrag(record)` returns the format, the answer and its ANLS."""
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
