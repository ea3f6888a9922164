"""Why a reward cannot be used, or has no score: exceptions, missing modules, and missing environment variables."""

import importlib.util
import os
import re
import traceback

from .source import imported_names
from .values import said, shortened

OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_TRACEBACK = 20000

# How far a module is searched for in the person's folders: parents of the folder, and folders inside a package.
MOST_PARENTS = 8
MOST_DEPTH = 2

VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
CREDENTIAL = re.compile(r"_(KEY|TOKEN|SECRET|PASSWORD|URL|BASE|ENDPOINT)$")
INSTALLERS = ("pip", "pip3", "uv", "conda", "mamba")


class Unusable(Exception):
    """Why the reward cannot be used, in the form of the reply."""

    def __init__(self, kind, **details):
        super().__init__(kind)
        self.error = dict(details, kind=kind)


def is_own(frame_file):
    return os.path.abspath(frame_file).startswith(OWN_FOLDER + os.sep) or frame_file.startswith("<frozen importlib")


def without_own_frames(tb):
    """A traceback from its first frame that is not of the runner."""
    while tb is not None and is_own(tb.tb_frame.f_code.co_filename):
        tb = tb.tb_next
    return tb


def raised(error, file):
    """What is known about an exception: its line in the reward's file, and what is missing, if that is the reason."""
    tb = without_own_frames(error.__traceback__)
    text = "".join(traceback.TracebackException(type(error), error, tb).format())
    details = {
        "kind": "raised",
        "exception": said(error),
        "traceback": text if len(text) <= MOST_TRACEBACK else "..." + text[-MOST_TRACEBACK:],
        "line": line_of(error, tb, file),
    }
    packages = packages_to_install(error)
    if packages is not None:
        details.update(kind="installs", packages=packages)
    elif isinstance(error, ImportError) and "attempted relative import" in str(error):
        details.update(kind="relative-import")
    elif isinstance(error, ImportError) and error.name and find_module(error.name) is False:
        missing = [error.name] + [name for name in missing_modules(file) if name != error.name]
        starts = [os.getcwd(), os.path.dirname(file)]
        found = {name: place for name in missing for place in [place_of(name, starts)] if place is not None}
        parts = [name for name in missing if "." in name and name not in found and find_module(name.split(".")[0])]
        details.update(kind="module-missing", modules=missing, found=found, parts=parts)
    else:
        variables = missing_variables(error, tb)
        if variables:
            details.update(kind="variable-missing", variables=variables)
    return details


def line_of(error, tb, file):
    """The last line of the reward's own file on the way to the exception; None if there is none."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    lines = [line for frame, line in traceback.walk_tb(tb) if frame.f_code.co_filename == file]
    return lines[-1] if lines else None


def packages_to_install(error):
    """The packages that a failed command such as `pip install NAME` was to install; None for any other exception."""
    command = getattr(error, "cmd", None)
    words = command.split() if isinstance(command, str) else command
    if not isinstance(words, (list, tuple)):
        return None
    words = [str(word) for word in words]
    installer = next((index for index, word in enumerate(words) if os.path.basename(word) in INSTALLERS), None)
    if installer is None or "install" not in words[installer:]:
        return None
    names = words[words.index("install", installer) + 1 :]
    return [shortened(name, 100) for name in names if not name.startswith("-")]


def find_module(name):
    """Whether a module could be imported; None if that cannot be known."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
    except Exception:
        return None


def missing_modules(file):
    """Modules that a file, and the files of the person that it imports, need and that do not exist."""
    missing = []
    seen = set()
    waiting = [file]
    roots = tuple(os.path.join(folder, "") for folder in (os.path.dirname(file), os.getcwd()))
    while waiting and len(seen) < 50:
        each = waiting.pop()
        seen.add(each)
        for name in imported_names(each):
            try:
                spec = importlib.util.find_spec(name)
            except Exception:
                continue
            if spec is None and name not in missing:
                missing.append(name)
            origin = getattr(spec, "origin", None)
            if origin and origin.startswith(roots) and origin.endswith(".py") and not installed(origin):
                if origin not in seen:
                    waiting.append(origin)
    return missing


def installed(file):
    """Whether a file belongs to an installed package."""
    return any(os.sep + name + os.sep in file for name in ("site-packages", "dist-packages"))


def place_of(name, starts):
    """The folder among `starts`, their parents and the `src` folders there that holds a module; None if there is none."""
    path = os.path.join(*name.split("."))
    for start in starts:
        folder = start
        for _ in range(MOST_PARENTS):
            parent = os.path.dirname(folder)
            # The root of the file system is no project.
            if parent == folder:
                break
            for place in (folder, os.path.join(folder, "src")):
                if os.path.isfile(os.path.join(place, path + ".py")) or holds_python(os.path.join(place, path)):
                    return place
            folder = parent
    return None


def holds_python(folder, depth=MOST_DEPTH):
    """Whether a folder, or a folder inside it, holds a file of Python."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return False
    if any(entry.name.endswith(".py") for entry in entries):
        return True
    folders = [entry.path for entry in entries if entry.name.isidentifier() and entry.is_dir(follow_symlinks=False)]
    return depth > 1 and any(holds_python(each, depth - 1) for each in folders)


def missing_variables(error, tb):
    """Environment variables that an exception mentions and that are not set."""
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
