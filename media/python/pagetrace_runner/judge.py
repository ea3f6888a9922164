"""Leads clients of the openai package to the judge stub, also where a reward file names another address."""

import importlib.util
import os
import sys

VARIABLE = "PAGETRACE_JUDGE_STUB"


def redirect_openai():
    """Patches the openai package when it is imported, if a judge stub is in use."""
    url = os.environ.get(VARIABLE)
    if url:
        sys.meta_path.insert(0, Finder(url))


class Finder:
    """Finds the openai package as Python does, and patches its clients after it has been executed."""

    def __init__(self, url):
        self.url = url

    def find_spec(self, name, path=None, target=None):
        if name != "openai" or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            sys.meta_path.insert(0, self)
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            for client in {getattr(module, each, None) for each in ("OpenAI", "AsyncOpenAI")}:
                if client is not None:
                    use_address(client, self.url)

        spec.loader.exec_module = exec_module
        return spec


def use_address(client, url):
    original = client.__init__

    def __init__(self, *args, **kwargs):
        # A client of Azure is derived from this one and has an address of another form.
        if type(self) is client:
            kwargs.update(base_url=url, api_key=kwargs.get("api_key") or "judge-stub")
        original(self, *args, **kwargs)

    client.__init__ = __init__
