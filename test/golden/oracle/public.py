"""The rewards of common trainers that need nothing but CPython: verl's for GSM8K, MATH and Search-R1, Search-R1's own,
and the format of EasyR1's r1v example and of R1-V."""
import re

from answers import normal

ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)


def gsm8k(record):
    found = re.findall(r"#### (-?[0-9.,]+)", record["response"][-300:])
    answer = found[-1].replace(",", "") if found else None
    return {"verl_gsm8k": float(answer == record["ground_truth"])}


def targets(record):
    target = record["ground_truth"]["target"]
    return [target] if isinstance(target, str) else target


def search_r1(record):
    """Search-R1 reads the prompt too, and the prompt holds one answer that does not count."""
    found = ANSWER.findall((record["prompt"] or "") + record["response"])
    if len(found) < 2:
        return {"search_r1_em": 0.0, "search_r1_subem": 0.0}
    given = normal(found[-1].strip())
    wanted = [normal(target) for target in targets(record)]
    return {
        "search_r1_em": float(given in wanted),
        "search_r1_subem": float(any(each in given for each in wanted)),
    }


def verl_search_r1(record):
    response = record["response"]
    found = ANSWER.findall(response)
    if not found or normal(found[-1].strip()) not in [normal(target) for target in targets(record)]:
        return {"verl_search_r1": 0.0}
    tags = max(response.count("<answer>"), response.count("</answer>"))
    return {"verl_search_r1": 0.25 if tags > 10 else 1.0}


def think_answer(record):
    whole = re.fullmatch(r"<think>.*?</think>\s*<answer>.*?</answer>", record["response"], re.DOTALL)
    return {"format": float(whole is not None)}


def boxed(text):
    """The content of the last box; None if it has none."""
    if "\\boxed " in text:
        return text.rpartition("\\boxed ")[2].partition("$")[0]
    start = text.rfind("\\boxed")
    if start < 0 or not text.startswith("\\boxed{", start):
        return None
    depth = 0
    for at in range(start + 6, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start + 7 : at]
    return None


def braced(part, count):
    """A command's arguments of one character each in braces; raises IndexError where there are none."""
    if part[0] == "{":
        return part
    if len(part) < count:
        raise ValueError
    if count == 2 and part[1] == "{":
        return f"{{{part[0]}}}{part[1:]}"
    return "".join(f"{{{each}}}" for each in part[:count]) + part[count:]


def with_braces(text, command, count):
    head, *parts = text.split(command)
    try:
        return head + "".join(command + braced(part, count) for part in parts)
    except ValueError:
        return text


def notation(text):
    """An answer without the differences in notation that MATH's comparison ignores; raises where the reference does."""
    for old, new in [
        ("\n", ""),
        ("\\!", ""),
        ("\\\\", "\\"),
        ("tfrac", "frac"),
        ("dfrac", "frac"),
        ("\\left", ""),
        ("\\right", ""),
        ("^{\\circ}", ""),
        ("^\\circ", ""),
        ("\\$", ""),
    ]:
        text = text.replace(old, new)
    if text.count("\\text{ ") > 1:
        raise ValueError
    text = text.partition("\\text{ ")[0].replace("\\\\%", "").replace("\\%", "")
    text = text.replace(" .", " 0.").replace("{.", "{0.")
    if text == "":
        return text
    if text.startswith("."):
        text = "0" + text
    if text.count("=") == 1 and text.index("=") <= 2:
        text = text.partition("=")[2]
    text = with_braces(text, "\\sqrt", 1).replace(" ", "")
    text = with_braces(text, "\\frac", 2)
    if text == "0.5":
        return "\\frac{1}{2}"
    parts = text.split("/")
    try:
        if len(parts) == 2 and text == f"{int(parts[0])}/{int(parts[1])}":
            return "\\frac{" + parts[0] + "}{" + parts[1] + "}"
    except ValueError:
        pass
    return text


def verl_math(record):
    given, wanted = boxed(record["response"]), record["ground_truth"]
    if given is None:
        return {"verl_math": 0.0}
    try:
        return {"verl_math": float(notation(given) == notation(wanted))}
    except (ValueError, IndexError):
        return {"verl_math": float(given == wanted)}
