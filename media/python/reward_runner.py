"""Runs a person's own reward function in a process that stays warm.

Requests come as JSON, one a line, on what was standard input; replies go, one a line, to a private copy of what was
standard output. What the reward prints, its libraries and its child processes included, goes to standard error and
cannot come between them. Only the standard library is used. This file must be readable by any Python, so that an old
one can say that it is too old.
"""

import sys

if sys.version_info < (3, 8):
    sys.stdout.write('{"type": "too-old", "version": "%d.%d"}\n' % sys.version_info[:2])
    sys.exit(0)

import ast
import faulthandler
import importlib.util
import inspect
import io
import itertools
import json
import math
import os
import queue
import re
import signal
import threading
import traceback

OWN_FILE = os.path.abspath(__file__)
OWN_PROCESS = os.getpid()
MODULE_NAME = "custom_reward_fn"

# What one score may hold, so that a reward that returns whole documents cannot fill the editor's memory.
MOST_FIELDS = 200
MOST_CHARACTERS = 2000
MOST_TRACEBACK = 20000
MOST_FILES = 2000

VERL_NAMES = ("data_source", "solution_str", "ground_truth", "extra_info")
LIST_ANNOTATION = re.compile(r"^(typing\.)?(list|sequence|iterable|collection)\b", re.IGNORECASE)
DICT_ANNOTATION = re.compile(r"^(typing\.)?(dict|mapping|mutablemapping|(\w+\.)*rewardinput)\b", re.IGNORECASE)
VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
CREDENTIAL = re.compile(r"_(KEY|TOKEN|SECRET|PASSWORD|URL|BASE|ENDPOINT)$")


class Unusable(Exception):
    """Why the reward cannot be used, as the reply says it."""

    def __init__(self, kind, **details):
        super().__init__(kind)
        self.error = dict(details, kind=kind)


class Channel:
    """The two streams of the protocol, taken away from the reward's own code."""

    def __init__(self):
        self._requests = os.fdopen(os.dup(0), "rb")
        self._replies = os.dup(1)
        self._lock = threading.Lock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdin = sys.__stdin__ = io.open(0, "r", closefd=False)
        sys.stdout = sys.__stdout__ = printing(1)
        sys.stderr = sys.__stderr__ = printing(2)

    def send(self, message):
        # A child made by fork that comes back here is no second runner.
        if os.getpid() != OWN_PROCESS:
            os._exit(0)
        rest = (json.dumps(message) + "\n").encode("ascii")
        with self._lock:
            while rest:
                rest = rest[os.write(self._replies, rest) :]

    def requests(self):
        for line in self._requests:
            yield json.loads(line, object_hook=read_float)


def printing(descriptor):
    """A text stream on a descriptor that is written through and takes any text, surrogates too."""
    raw = io.open(descriptor, "wb", buffering=0, closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


FLOATS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def read_float(value):
    """Numbers that JSON has no word for are sent as {"$float": "NaN"}."""
    if len(value) == 1 and value.get("$float") in FLOATS:
        return FLOATS[value["$float"]]
    return value


def number(value):
    if math.isnan(value):
        return {"$float": "NaN"}
    if math.isinf(value):
        return {"$float": "Infinity" if value > 0 else "-Infinity"}
    return value


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
        # One element of an array or tensor; one of several elements has no number and says so with an exception.
        item = value.item() if hasattr(value, "item") else float(value)
        if isinstance(item, (bool, int, float, str)):
            return plain(item)
    except Exception:
        pass
    try:
        return shortened(repr(value))
    except Exception as error:
        return "(a %s that cannot be shown: %s)" % (type(value).__name__, said(error))


def as_float(value):
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def said(error):
    """An exception's last line, as Python prints it."""
    lines = traceback.format_exception_only(type(error), error)
    return shortened(lines[-1].strip() if lines else type(error).__name__)


def is_own(frame_file):
    return frame_file in (OWN_FILE, __file__) or frame_file.startswith("<frozen importlib")


def theirs(tb):
    """A traceback from the first frame on that is not this file's."""
    while tb is not None and is_own(tb.tb_frame.f_code.co_filename):
        tb = tb.tb_next
    return tb


class Reward:
    """The reward function of one file, as the trainers load it."""

    def __init__(self, request):
        self.file = os.path.abspath(request["file"])
        self.folder = os.path.dirname(self.file)
        self.name = request["function"]
        self.kwargs = request["kwargs"]
        # The folder of this file gives way to the reward's; the trainers are started in the folder of the project.
        sys.path[:] = [self.folder, os.getcwd()] + [place for place in sys.path if place != os.path.dirname(OWN_FILE)]
        sys.argv = [self.file]
        if not os.path.isfile(self.file):
            raise Unusable("file-missing")
        self.module = self.load()
        self.function = self.find()
        self.contract, self.told_by = self.recognise(request["contract"])
        self.check_arguments()

    def load(self):
        spec = importlib.util.spec_from_file_location(MODULE_NAME, self.file)
        if spec is None or spec.loader is None:
            raise Unusable("not-python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[MODULE_NAME] = module
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            raise Unusable(**self.raised(error))
        return module

    def find(self):
        function = getattr(self.module, self.name, None)
        if callable(function):
            return function
        own = [
            name
            for name, value in vars(self.module).items()
            if inspect.isfunction(value) and value.__module__ == MODULE_NAME and not name.startswith("_")
        ]
        raise Unusable("function-missing", functions=own[:20])

    def parameters(self):
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):
            raise Unusable("contract-unknown", parameters="(...)")
        given = [
            parameter
            for parameter in signature.parameters.values()
            if parameter.name not in self.kwargs
            and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        return signature, given

    def recognise(self, contract):
        """The contract that is set, or else the one that the signature tells, and what told it."""
        if contract is not None:
            return contract, "the setting"
        signature, given = self.parameters()
        verl = [name for name in ("solution_str", "data_source") if name in signature.parameters]
        if verl:
            return "verl", "its parameter %s" % verl[0]
        required = [parameter for parameter in given if parameter.default is parameter.empty]
        if len(required) > 1 or not given:
            raise Unusable("contract-unknown", parameters=shortened(str(signature)))
        first = given[0]
        annotation = ""
        if first.annotation is not first.empty:
            annotation = first.annotation if isinstance(first.annotation, str) else inspect.formatannotation(first.annotation)
        kind = getattr(self.module, "REWARD_TYPE", None)
        if kind in ("batch", "sequential"):
            return "easyr1-" + kind, "REWARD_TYPE in the file"
        if first.name in ("reward_inputs", "reward_input"):
            batch = first.name == "reward_inputs"
            return ("easyr1-batch" if batch else "easyr1-sequential"), "its parameter %s" % first.name
        if LIST_ANNOTATION.match(annotation):
            return "easyr1-batch", "the annotation %s" % shortened(annotation, 80)
        if DICT_ANNOTATION.match(annotation):
            return "easyr1-sequential", "the annotation %s" % shortened(annotation, 80)
        return "easyr1-batch", "EasyR1's default for one parameter"

    def check_arguments(self):
        """Refuses keyword arguments that the function does not take, before anything is scored."""
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):
            return
        try:
            if self.contract == "verl":
                taken = [name for name in VERL_NAMES if name in self.kwargs]
                if taken:
                    raise TypeError("multiple values for argument %r" % taken[0])
                signature.bind(**dict(self.kwargs, **dict.fromkeys(VERL_NAMES)))
            else:
                signature.bind(None, **self.kwargs)
        except TypeError as error:
            raise Unusable(
                "arguments",
                contract=self.contract,
                parameters=shortened(str(signature)),
                said=shortened(str(error)),
            )

    def raised(self, error):
        """What an exception says: where it was raised, and what is missing, if it is that."""
        tb = theirs(error.__traceback__)
        text = "".join(traceback.TracebackException(type(error), error, tb).format())
        details = {
            "kind": "raised",
            "exception": said(error),
            "traceback": text if len(text) <= MOST_TRACEBACK else "..." + text[-MOST_TRACEBACK:],
            "line": self.line_of(error, tb),
        }
        if isinstance(error, ImportError) and error.name and find_module(error.name) is False:
            missing = [error.name] + [name for name in self.missing_modules() if name != error.name]
            details.update(kind="module-missing", modules=missing)
        else:
            variables = missing_variables(error, tb)
            if variables:
                details.update(kind="variable-missing", variables=variables)
        return details

    def line_of(self, error, tb):
        """The last line of the reward's own file on the way to the exception; None where there is none."""
        if isinstance(error, SyntaxError) and error.filename == self.file:
            return error.lineno
        lines = [line for frame, line in traceback.walk_tb(tb) if frame.f_code.co_filename == self.file]
        return lines[-1] if lines else None

    def missing_modules(self):
        """Modules that the file and those beside it import, and that are not there; not those they can do without."""
        missing = []
        seen = set()
        waiting = [self.file]
        while waiting and len(seen) < 50:
            file = waiting.pop()
            seen.add(file)
            for name in imported_names(file):
                beside = os.path.join(self.folder, name + ".py")
                if os.path.isfile(beside):
                    if beside not in seen:
                        waiting.append(beside)
                elif name not in missing and find_module(name) is False:
                    missing.append(name)
        return missing

    def files(self):
        """The reward's file and the modules that it imported from its folder or the project's."""
        roots = tuple(os.path.join(folder, "") for folder in {self.folder, os.getcwd()})
        found = {self.file}
        for module in list(sys.modules.values()):
            file = getattr(module, "__dict__", {}).get("__file__")
            if not isinstance(file, str) or len(found) >= MOST_FILES:
                continue
            file = os.path.abspath(file)
            installed = os.sep + "site-packages" + os.sep in file or os.sep + "dist-packages" + os.sep in file
            if file.startswith(roots) and not installed and file != OWN_FILE:
                found.add(file)
        return sorted(found)

    def call(self, given):
        if self.contract == "verl":
            result = self.function(
                data_source=given["data_source"],
                solution_str=given["response"],
                ground_truth=given["ground_truth"],
                extra_info=given["extra_info"],
                **self.kwargs
            )
        else:
            result = self.function(given, **self.kwargs)
        if inspect.iscoroutine(result):
            import asyncio

            result = asyncio.run(result)
        return result

    def easyr1_input(self, given):
        return dict(
            given["extra"],
            response=given["response"],
            response_length=given["response_length"],
            ground_truth=given["ground_truth"],
        )

    def fields(self, result):
        """One score as the trainer reads it: a dict with its key, or for verl a number."""
        key = "score" if self.contract == "verl" else "overall"
        if not isinstance(result, dict):
            value = plain(result)
            if self.contract != "verl" or not is_number(value):
                raise Unusable("shape", returned=type(result).__name__, value=shortened(repr(result), 200))
            return {"overall": value, "fields": {key: value}}
        fields = {shortened(str(name), 200): plain(value) for name, value in itertools.islice(result.items(), MOST_FIELDS)}
        if key not in result:
            raise Unusable("no-overall", key=key, keys=list(fields)[:20])
        overall = plain(result[key])
        if not is_number(overall):
            raise Unusable("overall-type", key=key, returned=type(result[key]).__name__)
        return {"overall": overall, "fields": fields}

    def one(self, index, make):
        """The reply for one input: its score, or why there is none."""
        try:
            return dict(self.fields(make()), index=index)
        except Unusable as error:
            return {"index": index, "error": error.error}
        except BaseException as error:
            return {"index": index, "error": self.raised(error)}

    def score(self, inputs):
        """Yields a reply for each input; one with index None stands for all of them."""
        items = inputs if self.contract == "verl" else [self.easyr1_input(given) for given in inputs]
        if self.contract != "easyr1-batch":
            for index, item in enumerate(items):
                yield self.one(index, lambda: self.call(item))
            return
        try:
            results = self.call(items)
            if isinstance(results, (dict, str)):
                raise Unusable("shape", returned=type(results).__name__, value=shortened(repr(results), 200))
            try:
                iterator = iter(results)
            except TypeError:
                raise Unusable("shape", returned=type(results).__name__, value=shortened(repr(results), 200))
            # One that never ends is counted as far as it matters.
            results = list(itertools.islice(iterator, len(items) + 1000))
            if len(results) != len(items):
                raise Unusable("count", expected=len(items), returned=len(results))
        except Unusable as error:
            yield {"index": None, "error": error.error}
        except BaseException as error:
            yield {"index": None, "error": self.raised(error)}
        else:
            for index, result in enumerate(results):
                yield self.one(index, lambda: result)


def is_number(value):
    return isinstance(value, (bool, int, float)) or (isinstance(value, dict) and "$float" in value)


def find_module(name):
    """Whether a module could be imported; None where that cannot be told."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
    except Exception:
        return None


def imported_names(file):
    """The top-level names that a file imports, but for those inside a try, which it can do without."""
    try:
        with open(file, "rb") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return []
    names = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            names.extend(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.append(node.module.split(".")[0])
        elif not isinstance(node, ast.Try):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return list(dict.fromkeys(names))


def missing_variables(error, tb):
    """Environment variables that an exception asks for and that are not set."""
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        frames = [frame for frame, _ in traceback.walk_tb(tb)]
        if frames and isinstance(frames[-1].f_locals.get("self"), type(os.environ)):
            return [error.args[0]]
        return []
    text = said(error)
    return [
        name
        for name in dict.fromkeys(VARIABLE.findall(text))
        if name not in os.environ and ("environment" in text.lower() or CREDENTIAL.search(name))
    ]


def where(reward_file):
    """Where the main thread is right now, for a reward that has run out of time."""
    frame = sys._current_frames().get(threading.main_thread().ident)
    stack = traceback.extract_stack(frame) if frame is not None else []
    while stack and is_own(stack[0].filename):
        stack.pop(0)
    lines = [entry.lineno for entry in stack if entry.filename == reward_file]
    text = "".join(traceback.format_list(stack))
    return {"type": "where", "stack": text[-MOST_TRACEBACK:], "line": lines[-1] if lines else None}


def end_all():
    """Ends this process and, where it leads a group of its own, what the reward started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def main():
    channel = Channel()
    faulthandler.enable(file=sys.stderr)
    waiting = queue.Queue()
    reward_file = []

    def read():
        # In a thread of its own: whoever started this may ask, or be gone, while the reward's code runs.
        try:
            for message in channel.requests():
                if message["type"] == "where":
                    channel.send(where(reward_file[0] if reward_file else None))
                else:
                    waiting.put(message)
        finally:
            end_all()

    def printed():
        """Tells on the stream of prints that what was printed so far is all there."""
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        try:
            os.write(2, b"\0\n")
        except OSError:
            pass

    version = "%d.%d.%d" % sys.version_info[:3]
    channel.send({"type": "hello", "python": sys.executable, "version": version})
    threading.Thread(target=read, daemon=True).start()

    request = waiting.get()
    reward_file.append(os.path.abspath(request["file"]))
    try:
        reward = Reward(request)
    except Unusable as error:
        printed()
        channel.send({"type": "unusable", "error": error.error})
        end_all()
    printed()
    channel.send(
        {"type": "loaded", "contract": reward.contract, "toldBy": reward.told_by, "files": reward.files()}
    )
    while True:
        request = waiting.get()
        for reply in reward.score(request["inputs"]):
            channel.send(dict(reply, type="result"))
        printed()
        channel.send({"type": "done", "files": reward.files()})


main()
