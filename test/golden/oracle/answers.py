"""Comparison of answers by their words, as in EVisRAG's reward and its evaluation."""
import re
import string
from collections import Counter

MARKS = str.maketrans("", "", string.punctuation)
ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def normal_words(text):
    return ARTICLE.sub(" ", text.lower().translate(MARKS)).split()


def normal(text):
    return " ".join(normal_words(text))


def set_f1(given, wanted):
    """F1 over two sets of words."""
    given, wanted = set(normal_words(given)), set(normal_words(wanted))
    common = len(given & wanted)
    if common == 0:
        return 0.0
    precision, recall = common / len(given), common / len(wanted)
    return 2 * precision * recall / (precision + recall)


def answer_metrics(record):
    """The best em, acc and f1 over the references; a reference without a common word is ignored."""
    words = normal_words(record["prediction"])
    best = {"em": 0, "acc": 0, "f1": 0}
    for reference in record["references"]:
        wanted = normal_words(reference)
        common = sum((Counter(words) & Counter(wanted)).values())
        if common == 0:
            continue
        precision, recall = common / len(words), common / len(wanted)
        found = {
            "em": int(words == wanted),
            "acc": int(set(wanted) <= set(words)),
            "f1": 2 * precision * recall / (precision + recall + 1e-7),
        }
        best = {key: max(best[key], value) for key, value in found.items()}
    return best
