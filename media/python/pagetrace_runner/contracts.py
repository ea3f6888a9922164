"""How the trainers call a reward function, and how that is recognized from the function."""

import inspect
import re
import types

from .faults import Unusable
from .source import keys_read, reads_messages
from .values import is_number, plain, plain_fields, shortened

LIST_ANNOTATION = re.compile(r"^(typing\.)?(list|sequence|iterable|collection)\b", re.IGNORECASE)
DICT_ANNOTATION = re.compile(r"^(typing\.)?(dict|mapping|mutablemapping|(\w+\.)*rewardinput)\b", re.IGNORECASE)

EASYR1_KEYS = ("response", "response_length", "ground_truth")
VERL_NAMES = ("data_source", "solution_str", "ground_truth", "extra_info")
VERL_BATCH_NAMES = ("data_sources", "solution_strs", "ground_truths", "extra_infos")
# What TRL passes besides the columns of the data set, and the columns that it leaves out.
TRL_NAMES = ("prompts", "completions", "completion_ids", "trainer_state", "log_extra", "log_metric")
TRL_LEFT_OUT = ("prompt", "completion", "completion_ids")
# Columns that data sets use for the reference answer.
REFERENCE_COLUMNS = ("solution", "solutions", "answer", "answers", "ground_truth", "ground_truths", "target", "label", "reference")
PAIR_NAMES = ("predict_str", "predict", "solution_str", "model_output", "completion", "response")

BATCHES = ("easyr1-batch", "easyr1-lists", "verl-batch", "trl", "trl-chat")
# verl's reward loop and TRL await coroutine functions; EasyR1 and verl's batch manager do not.
AWAITING = ("verl", "trl", "trl-chat")


class Function:
    """A reward function with its keyword arguments, and the facts of its signature that tell the contract."""

    def __init__(self, function, kwargs, reward_type, reward_type_source):
        self.call = function
        self.kwargs = kwargs
        # Whether EasyR1 passes batches, and where that is set; None if it is not set.
        self.reward_type = reward_type if reward_type in ("batch", "sequential") else None
        self.reward_type_source = reward_type_source
        try:
            self.signature = inspect.signature(function)
        except (TypeError, ValueError):
            self.signature = None

    def named(self):
        return list(self.signature.parameters.values()) if self.signature else []

    def names(self):
        return [parameter.name for parameter in self.named()]

    def positional(self):
        """The parameters that a trainer could pass by position, except those that are keyword arguments already."""
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        return [each for each in self.named() if each.kind in kinds and each.name not in self.kwargs]

    def rest(self):
        """The name of the parameter that takes all other keyword arguments; None if there is none."""
        return next((each.name for each in self.named() if each.kind == each.VAR_KEYWORD), None)

    def takes(self, *args, **kwargs):
        """Whether the function can be called in this way."""
        try:
            self.bind(*args, **kwargs)
        except TypeError:
            return False
        return True

    def bind(self, *args, **kwargs):
        if self.signature is not None:
            self.signature.bind(*args, **dict(kwargs, **self.kwargs))

    def bind_partial(self, **kwargs):
        if self.signature is not None:
            self.signature.bind_partial(**dict(kwargs, **self.kwargs))


def recognize(function):
    """The contract of a function, and how it was recognized."""
    names = function.names()
    # Without a signature, nothing can be recognized.
    if function.signature is None:
        raise Unusable("contract-unknown", parameters="(...)")
    for name in ("completions", "completion_ids"):
        if name in names:
            chat = reads_messages(function.call)
            return ("trl-chat" if chat else "trl"), by_parameters(name, reads_content=chat)
    if "solution_strs" in names:
        return "verl-batch", by_parameters("solution_strs")
    verl = [name for name in ("solution_str", "data_source") if name in names]
    if verl:
        first = [each.name for each in function.positional()[:2]]
        if first == ["solution_str", "ground_truth"] and not function.takes(**dict.fromkeys(VERL_NAMES)):
            return "verl-grader", by_parameters("solution_str")
        return "verl", by_parameters(verl[0])
    given = function.positional()
    required = [each for each in given if each.default is each.empty]
    if len(required) >= 2 and required[0].name == "predicts" and required[1].name == "ground_truths":
        return "easyr1-lists", by_parameters("predicts", "ground_truths")
    if len(required) >= 2 and required[0].name in PAIR_NAMES and required[1].name == "ground_truth":
        contract = "verl-grader" if "extra_info" in names else "easyr1-pair"
        return contract, by_parameters(required[0].name, "ground_truth")
    named = bool(given) and given[0].name in ("reward_inputs", "reward_input")
    if (len(required) > 1 and not named) or not given:
        raise Unusable("contract-unknown", parameters=shortened(str(function.signature)))
    if function.reward_type is not None:
        return "easyr1-" + function.reward_type, function.reward_type_source
    return easyr1_kind(given[0])


def easyr1_kind(first):
    """Which of EasyR1's contracts a function with the parameter `first` has, and how it was recognized."""
    if first.name in ("reward_inputs", "reward_input"):
        batch = first.name == "reward_inputs"
        return ("easyr1-batch" if batch else "easyr1-sequential"), by_parameters(first.name)
    annotation = ""
    if first.annotation is not first.empty:
        annotation = first.annotation if isinstance(first.annotation, str) else inspect.formatannotation(first.annotation)
    if LIST_ANNOTATION.match(annotation):
        return "easyr1-batch", {"kind": "annotation", "text": shortened(annotation, 80)}
    if DICT_ANNOTATION.match(annotation):
        return "easyr1-sequential", {"kind": "annotation", "text": shortened(annotation, 80)}
    return "easyr1-batch", {"kind": "one-parameter"}


def by_parameters(*names, reads_content=False):
    """The names of parameters as what a contract was recognized by; `reads_content` if also by the key content."""
    return {"kind": "parameters", "names": names, "readsContent": reads_content}


def easyr1_input(given):
    return dict(given.get("extra") or {}, **{key: given[key] for key in EASYR1_KEYS})


def verl_extra_info(given):
    # verl's managers always pass a dict.
    return {} if given["extra_info"] is None else given["extra_info"]


def call_of(contract, function, inputs):
    """
    The positional and keyword arguments of one call, as the trainer passes them. `inputs` is the list of a batch, or
    one input.
    """
    if contract == "easyr1-batch":
        return [[easyr1_input(each) for each in inputs]], {}
    if contract == "easyr1-sequential":
        return [easyr1_input(inputs)], {}
    if contract == "easyr1-lists":
        return [[each["response"] for each in inputs], [each["ground_truth"] for each in inputs]], {}
    if contract == "easyr1-pair":
        return [inputs["response"], inputs["ground_truth"]], {}
    if contract == "verl-grader":
        more = {"extra_info": inputs["extra_info"]} if "extra_info" in function.names() else {}
        more.update({"data_source": inputs["data_source"]} if "data_source" in function.names() else {})
        return [inputs["response"], inputs["ground_truth"]], more
    if contract == "verl":
        values = (inputs["data_source"], inputs["response"], inputs["ground_truth"], verl_extra_info(inputs))
        return [], dict(zip(VERL_NAMES, values))
    if contract == "verl-batch":
        columns = (
            [each["data_source"] for each in inputs],
            [each["response"] for each in inputs],
            [each["ground_truth"] for each in inputs],
            [verl_extra_info(each) for each in inputs],
        )
        return [], dict(zip(VERL_BATCH_NAMES, columns))
    return [], trl_arguments(contract, function, inputs)


def trl_arguments(contract, function, inputs):
    """TRL's keyword arguments: lists with one element per completion, and the columns of the data set."""
    columns = dict.fromkeys(name for each in inputs for name in each["columns"] if name not in TRL_LEFT_OUT)
    passed = {name: [each["columns"].get(name) for each in inputs] for name in columns}
    for name in filled_columns(function):
        passed.setdefault(name, [each["ground_truth"] for each in inputs])
    messages = [contract == "trl-chat" or is_chat(each) for each in inputs]
    passed.update(
        prompts=[as_prompt(each, chat) for each, chat in zip(inputs, messages)],
        completions=[as_completion(each, chat) for each, chat in zip(inputs, messages)],
        completion_ids=[[0] * each["response_length"] for each in inputs],
        trainer_state=types.SimpleNamespace(global_step=0, max_steps=0, epoch=0.0),
        log_extra=ignore,
        log_metric=ignore,
    )
    return passed


def filled_columns(function):
    """The columns that a function of TRL reads and that mean the reference answer, by their names."""
    rest = function.rest()
    read = function.names() + (keys_read(function.call, rest) if rest is not None else [])
    return [name for name in REFERENCE_COLUMNS if name in read and name not in function.kwargs]


def is_chat(given):
    return isinstance(given["prompt"], list) or isinstance(given["completion"], list)


def as_prompt(given, chat):
    prompt = given["prompt"]
    if chat and not isinstance(prompt, list):
        return [{"role": "user", "content": "" if prompt is None else prompt}]
    return "" if prompt is None else prompt


def as_completion(given, chat):
    if not chat:
        return given["response"]
    if isinstance(given["completion"], list):
        return given["completion"]
    return [{"role": "assistant", "content": given["response"]}]


def ignore(*_args, **_kwargs):
    """Stands for TRL's functions that log."""


def score_of(contract, result):
    """
    One score as the trainer reads it.
    @throws Unusable if the trainer could not use it
    """
    if contract.startswith("trl"):
        # By None, a function says that it does not apply to a sample, and TRL leaves it out of the sample's sum.
        value = plain(result)
        if value is not None and not is_number(value):
            raise unusable_shape(result)
        return {"overall": value, "fields": {"reward": value}}
    key = "overall" if contract.startswith("easyr1") else "score"
    pair = contract == "easyr1-pair"
    if not isinstance(result, dict):
        value = plain(result)
        if (key == "overall" and not pair) or not is_number(value):
            raise unusable_shape(result)
        return {"overall": value, "fields": {"score" if pair else key: value}}
    fields = plain_fields(result)
    if key not in result:
        raise Unusable("no-overall", key=key, keys=list(fields)[:20])
    overall = plain(result[key])
    if not is_number(overall):
        raise Unusable("overall-type", key=key, returned=type(result[key]).__name__)
    return {"overall": overall, "fields": fields}


def unusable_shape(result):
    return Unusable("shape", returned=type(result).__name__, value=shortened(repr(result), 200))


def notes_on(contract, function):
    """What a person should know about how the trainer calls the function, apart from the contract itself."""
    notes = []
    if contract in ("easyr1-batch", "easyr1-sequential"):
        given = function.positional()
        read = keys_read(function.call, given[0].name) if given else []
        names = [name for name in read if name not in EASYR1_KEYS]
        if names:
            notes.append({"kind": "not-passed", "names": names[:20]})
    if contract == "verl" and inspect.iscoroutinefunction(function.call):
        notes.append({"kind": "awaited-by-loop"})
    if contract == "verl-grader":
        notes.append({"kind": "grader"})
    if contract.startswith("trl"):
        names = filled_columns(function)
        if names:
            notes.append({"kind": "reference-columns", "names": names})
        if "completion_ids" in function.names():
            notes.append({"kind": "no-tokens"})
    return notes
