"""The rewards of Lang2Act: all their fields, and an explanation of the tool stage."""
import decimal
import json
import re

TAGS = ("think", "description", "answer")
TOOLBOX = frozenset(
    "locate_visual_element read_text_element read_numeric_value identify_entity_attribute compare_values"
    " infer_missing_information compute_percentage".split()
)
NUMERIC = frozenset(["compute_percentage", "compute_difference"])
ALLOWED = TOOLBOX | NUMERIC

OPENED = {tag: re.compile(f"<{tag}>", re.I) for tag in TAGS}
CLOSED = {tag: re.compile(f"</{tag}>", re.I) for tag in TAGS}
BLOCK = {tag: re.compile(f"<{tag}>(.*?)</{tag}>", re.I | re.S) for tag in TAGS}
NAMED = re.compile(r"""<tool\s+name=["']([^"']+)["']""", re.I)
CALL = re.compile(r"""<tool\s+name=["']([^"']+)["']\s+args=["']([^"']+)["']\s*>(.*?)</tool>""", re.I | re.S)
IMAGE = re.compile(r"Image\s+(\d+)", re.I)
PLACE = re.compile(r"Image\s+\d+\s*:")


def check(response):
    """Returns (errors, contents), one of which is empty."""
    at = {}
    for tag in TAGS:
        opened = [m.span() for m in OPENED[tag].finditer(response)]
        closed = [m.span() for m in CLOSED[tag].finditer(response)]
        if (len(opened), len(closed)) != (1, 1):
            return [f"Tag <{tag}> must appear exactly once."], {}
        if closed[0][0] <= opened[0][0]:
            return [f"Tag <{tag}> malformed."], {}
        at[tag] = opened[0][1], closed[0][0]
    errors = [
        f"Order Error: <{later}> must follow <{earlier}>."
        for earlier, later in (("think", "description"), ("description", "answer"))
        if at[earlier][1] > at[later][0]
    ]
    if errors:
        return errors, {}
    contents = {tag: response[slice(*at[tag])].strip() for tag in TAGS}
    total, inside = (len(NAMED.findall(text)) for text in (response, contents["description"]))
    if total != inside:
        return [f"Tool Leakage: {total} total tools, but only {inside} inside <description>."], {}
    return [], contents


def numbers(text):
    return {int(digits) for digits in IMAGE.findall(text)}


def tool_score(contents, num_images):
    """(score, number of tool calls seen)."""
    calls = [tuple(part.strip() for part in call) for call in CALL.findall(contents["description"])]
    if not calls:
        return 0.0, 0
    thought = numbers(contents["think"])
    score = 1.0
    for name, args, body in calls:
        if name not in ALLOWED:
            score -= 0.3
            continue
        if name in NUMERIC:
            if args == "":
                score -= 0.2
        else:
            if PLACE.match(args) is None:
                score -= 0.2
            images = numbers(args)
            if len(images) == 0:
                score -= 0.2
            for image in images:
                if image < 1 or image > num_images:
                    score -= 0.5
                elif image not in thought:
                    score -= 0.1
        if body == "":
            score -= 0.1
    if len(calls) > 8:
        score -= 0.1
    return max(score, 0.0), len(calls)


def tool_stage(response, num_images):
    """(errors, contents, tool score, visible tools, [reward if wrong, reward if right])."""
    errors, contents = check(response)
    if errors:
        nothing = {"overall": 0.0, "answer_score": 0.0, "format_score": 0.0, "tool_score": 0.0}
        return errors, {}, 0.0, None, [nothing, nothing]
    tool, seen = tool_score(contents, num_images)
    rewards = []
    for verdict in (0.0, 1.0):
        answer = verdict if contents["answer"] else 0.0
        overall = round(max(0.0, min(1.0, 0.8 * answer + 0.1 * 1.0 + 0.1 * tool)), 6)
        rewards.append({"overall": overall, "answer_score": answer, "format_score": 1.0, "tool_score": tool})
    return errors, contents, tool, seen, rewards


def action_stage(response):
    """(contents, format score)."""
    found = {tag: BLOCK[tag].search(response) for tag in TAGS}
    contents = {tag: match and match.group(1).strip() for tag, match in found.items()}
    return contents, float(all(contents.values()))


def answer_fields(record):
    response = record["response"]
    errors, contents, tool, seen, rewards = tool_stage(response, int(record.get("num_images", 3)))
    action, action_format = action_stage(response)
    judged = bool(action["answer"])
    referenced = judged and bool((record.get("reference") or "").strip())
    in_place = not check(response)[0] and all(name.strip() in TOOLBOX for name in NAMED.findall(response))
    return {
        "format_valid": not errors,
        "errors": errors,
        "parsed": contents,
        "tool_score": tool,
        "visible_tools": seen,
        "reward_if_wrong": rewards[0],
        "reward_if_right": rewards[1],
        "action_rl": {"parsed": action, "format_score": action_format},
        "action_overall": [round(0.8 * answer * referenced + 0.2 * action_format, 6) for answer in (0.0, 1.0)],
        "paper_overall": [round(0.8 * answer * judged + 0.2 * in_place, 6) for answer in (0.0, 1.0)],
    }


def rewards(record):
    try:
        return answer_fields(record)
    except ValueError as error:
        return {"raises": type(error).__name__}


ONE = decimal.Decimal(1)
WEIGHTS = {"answer": decimal.Decimal("0.8"), "format": decimal.Decimal("0.1"), "tool": decimal.Decimal("0.1")}


def entry(weight, code, amount, reason, span, tool=None):
    amount = decimal.Decimal(amount)
    return {"code": code, "amount": amount, "paid": weight * amount, "reason": reason, "span": span, "tool": tool}


def component(key, entries):
    weight = WEIGHTS[key]
    value = ONE + sum(each["amount"] for each in entries)
    if value < 0:
        entries.append(entry(weight, f"{key}-floor", -value, "Not below 0.", None))
        value = decimal.Decimal(0)
    return {"key": key, "value": value, "paid": weight * value, "entries": entries}


def strip_span(text, start, end):
    """The span of text[start:end].strip()."""
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    return start, start + len(part.strip())


def named_images(response, span):
    """The images that a part of the response names, each with the span where it is named first."""
    places = {}
    for match in IMAGE.finditer(response[slice(*span)]):
        places.setdefault(int(match.group(1)), (span[0] + match.start(), span[0] + match.end()))
    return places


def explain_tools(response, spans, num_images):
    """The deductions from the tool score, with their reasons, amounts and spans."""
    begin = spans["description"][0]
    weight = WEIGHTS["tool"]
    calls = list(CALL.finditer(response[slice(*spans["description"])]))
    if not calls:
        return [entry(weight, "no-tool-seen", "-1", "The reward sees no tool call.", None)]
    thought = named_images(response, spans["think"])
    entries = []
    for tool, call in enumerate(calls):
        whole = begin + call.start(), begin + call.end()
        name, args, body = (
            strip_span(response, begin + call.start(group), begin + call.end(group)) for group in (1, 2, 3)
        )
        word = response[slice(*name)]
        text = response[slice(*args)]
        if word not in ALLOWED:
            entries.append(entry(weight, "unknown-tool", "-0.3", f"{word} is not allowed.", name, tool))
            continue
        if word in NUMERIC:
            if not text:
                entries.append(entry(weight, "args-empty", "-0.2", f"{word} has no args.", whole, tool))
        else:
            where = args if text else whole
            if not PLACE.match(text):
                reason = f"The args of {word} do not begin with an image."
                entries.append(entry(weight, "args-without-image-prefix", "-0.2", reason, where, tool))
            images = named_images(response, args)
            if not images:
                reason = f"The args of {word} name no image."
                entries.append(entry(weight, "args-without-image", "-0.2", reason, where, tool))
            # Not set(images), which would allocate its table for the whole dict at once and iterate in another order.
            for image in {image for image in images}:
                if not 1 <= image <= num_images:
                    reason = f"Image {image} does not exist: there are {num_images}."
                    entries.append(entry(weight, "image-out-of-range", "-0.5", reason, images[image], tool))
                elif image not in thought:
                    reason = f"Image {image} is not named in think."
                    entries.append(entry(weight, "image-not-in-think", "-0.1", reason, images[image], tool))
        if body[0] == body[1]:
            entries.append(entry(weight, "empty-observation", "-0.1", f"{word} has no body.", whole, tool))
    if len(calls) > 8:
        ninth = begin + calls[8].start(), begin + calls[8].end()
        entries.append(entry(weight, "too-many-tools", "-0.1", f"{len(calls)} calls are too many.", ninth))
    return entries


def explain(response, num_images):
    """The rewards for a wrong and a right answer, and the components of a wrong one with every deduction."""
    errors, contents, tool, seen, (wrong, right) = tool_stage(response, num_images)
    if errors:
        entries = {
            "answer": [entry(WEIGHTS["answer"], "format-not-valid", "-1", "The answer is not looked at.", None)],
            "format": [entry(WEIGHTS["format"], "format", "-1", " ".join(errors), None)],
            "tool": [entry(WEIGHTS["tool"], "format-not-valid", "-1", "The tools are not looked at.", None)],
        }
    else:
        spans = {
            tag: strip_span(response, OPENED[tag].search(response).end(), CLOSED[tag].search(response).start())
            for tag in TAGS
        }
        code = "answer-wrong" if contents["answer"] else "answer-empty"
        entries = {
            "answer": [entry(WEIGHTS["answer"], code, "-1", "Wrong or empty.", spans["answer"])],
            "format": [],
            "tool": explain_tools(response, spans, num_images),
        }
    return wrong, right, [component(key, entries[key]) for key in WEIGHTS]


def explain_fields(record):
    try:
        components = explain(record["response"], int(record.get("num_images", 3)))[2]
    except ValueError as error:
        return {"raises": type(error).__name__}
    return json.loads(json.dumps({"components": components}, default=lambda exact: format(exact.normalize(), "f")))
