"""The reward function of one file, loaded and called as the trainers do it."""

import asyncio
import importlib.util
import inspect
import itertools
import os
import sys

from . import faults
from .contracts import AWAITING, BATCHES, TRL_NAMES, Function, call_of, notes_on, recognize, score_of, unusable_shape
from .faults import OWN_FOLDER, Unusable
from .values import said, shortened

MODULE_NAME = "custom_reward_fn"
MOST_FILES = 2000


class Reward:
    """
    A loaded reward function.

    Modules are found as in `python -m trainer` in the working directory: that directory comes first, then the
    libraries. The file's own folder comes last, so that no file in it hides a library (EasyR1's examples have a
    math.py); the trainers do not look there at all, which is reported.
    """

    def __init__(self, request):
        self.file = os.path.abspath(request["file"])
        self.folder = os.path.dirname(self.file)
        self.name = request["function"]
        places = [place for place in sys.path if place != OWN_FOLDER]
        sys.path[:] = [os.getcwd()] + places + [self.folder]
        sys.argv = [self.file]
        if not os.path.isfile(self.file):
            raise Unusable("file-missing")
        self.loop = None
        self.module = self.load()
        # EasyR1 0.3.1 reads it from the configuration, later versions from the file.
        reward_type = in_file = getattr(self.module, "REWARD_TYPE", None)
        source = {"kind": "reward-type", "isInFile": True}
        if request.get("rewardType") is not None:
            reward_type, source = request["rewardType"], {"kind": "reward-type", "isInFile": False}
        self.function = Function(self.find(), request["kwargs"], reward_type, source)
        if request["contract"] is not None:
            self.contract, self.contract_source = request["contract"], {"kind": "given"}
        else:
            self.contract, self.contract_source = recognize(self.function)
        self.check_async()
        self.check_arguments()
        self.notes = notes_on(self.contract, self.function) + self.modules_beside()
        differs = in_file in ("batch", "sequential") and in_file != reward_type
        if differs and self.contract_source == source:
            self.notes.insert(0, {"kind": "reward-types-differ", "configured": reward_type, "inFile": in_file})

    def load(self):
        spec = importlib.util.spec_from_file_location(MODULE_NAME, self.file)
        if spec is None or spec.loader is None:
            raise Unusable("not-python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[MODULE_NAME] = module
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            raise Unusable(**faults.raised(error, self.file))
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

    def check_async(self):
        """Refuses a coroutine function where the trainer does not await it; otherwise prepares a loop to await it."""
        if not inspect.iscoroutinefunction(self.function.call):
            return
        if self.contract not in AWAITING:
            raise Unusable("async", contract=self.contract)
        # One loop for all calls, as in the trainers: clients and locks of a module belong to the loop they began in.
        self.loop = asyncio.new_event_loop()

    def check_arguments(self):
        """Refuses arguments that the function does not take, before anything is scored."""
        if self.contract.startswith("trl"):
            # The columns are known only when there are records.
            self.refuse(lambda: self.function.bind_partial(**dict.fromkeys(TRL_NAMES)))
            return
        nothing = {
            "response": "",
            "response_length": 0,
            "ground_truth": None,
            "data_source": None,
            "extra_info": None,
        }
        args, kwargs = call_of(self.contract, self.function, [nothing] if self.contract in BATCHES else nothing)
        self.refuse(lambda: self.function.bind(*args, **kwargs))

    def refuse(self, bind):
        try:
            bind()
        except TypeError as error:
            raise Unusable(
                "arguments",
                contract=self.contract,
                parameters=shortened(str(self.function.signature)),
                names=self.function.names()[:100],
                said=shortened(str(error)),
            )

    def modules_beside(self):
        """A note on the modules that only the file's own folder has, where the trainer does not look for them."""
        if self.contract.startswith("trl"):
            # A reward of TRL is part of a script, whose folder Python searches first.
            return []
        names = []
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if "." in name or name == MODULE_NAME or not isinstance(file, str):
                continue
            place = os.path.dirname(file)
            place = os.path.dirname(place) if os.path.basename(file) == "__init__.py" else place
            if place == self.folder and self.folder not in sys.path[:-1]:
                names.append(name)
        return [{"kind": "beside", "names": names[:20]}] if names else []

    def files(self):
        """The reward's file and the modules that it imported from its folder or the working directory."""
        roots = tuple(os.path.join(folder, "") for folder in {self.folder, os.getcwd()})
        found = {self.file}
        for module in list(sys.modules.values()):
            file = getattr(module, "__dict__", {}).get("__file__")
            if not isinstance(file, str) or len(found) >= MOST_FILES:
                continue
            file = os.path.abspath(file)
            if file.startswith(roots) and not faults.installed(file) and not faults.is_own(file):
                found.add(file)
        return sorted(found)

    def call(self, given):
        args, kwargs = call_of(self.contract, self.function, given)
        if self.contract.startswith("trl"):
            self.refuse(lambda: self.function.bind(*args, **kwargs))
        # verl lets its reward_kwargs override what it passes itself.
        result = self.function.call(*args, **dict(kwargs, **self.function.kwargs))
        if self.loop is not None:
            return self.loop.run_until_complete(result)
        if inspect.iscoroutine(result):
            result.close()
            raise Unusable("async", contract=self.contract)
        return result

    def one(self, index, make):
        """The reply for one input: its score, or why there is none."""
        try:
            return dict(score_of(self.contract, make()), index=index)
        except Unusable as error:
            return {"index": index, "error": error.error}
        except BaseException as error:
            return {"index": index, "error": faults.raised(error, self.file)}

    def score(self, inputs, alone):
        """
        Yields a reply for each input; one with index None is about all of them. A batch that fails is repeated with
        one input at a time, so that only those that cause the failure have no score.
        @param alone whether each input is a batch of its own from the start
        """
        if self.contract not in BATCHES:
            for index, item in enumerate(inputs):
                yield self.one(index, lambda: self.call(item))
            return
        if not alone:
            try:
                results = self.batch(inputs)
            except BaseException as error:
                fault = error.error if isinstance(error, Unusable) else faults.raised(error, self.file)
                # An input alone would meet the same fault.
                if len(inputs) == 1 or fault["kind"] not in ("raised", "count"):
                    yield {"index": None, "error": fault}
                    return
                if fault["kind"] == "count":
                    replies = [self.one(index, lambda: self.batch([item])[0]) for index, item in enumerate(inputs)]
                    if all("error" in reply for reply in replies):
                        # The batch says more about the mistake than each input alone.
                        yield {"index": None, "error": fault}
                    else:
                        yield {"type": "split", "said": None}
                        yield from replies
                    return
                yield {"type": "split", "said": said(error)}
            else:
                for index, result in enumerate(results):
                    yield self.one(index, lambda: result)
                return
        for index, item in enumerate(inputs):
            yield self.one(index, lambda: self.batch([item])[0])

    def batch(self, inputs):
        """The results of one call with a list of inputs: as many as there are inputs."""
        results = self.call(inputs)
        if isinstance(results, (dict, str)):
            raise unusable_shape(results)
        try:
            iterator = iter(results)
        except TypeError:
            raise unusable_shape(results)
        # An iterator that never ends is read only as far as it matters.
        results = list(itertools.islice(iterator, len(inputs) + 1000))
        if len(results) != len(inputs):
            raise Unusable("count", expected=len(inputs), returned=len(results))
        return results
