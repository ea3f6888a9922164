"""The loop of the runner: loads a reward, then scores what it is sent."""

import faulthandler
import os
import queue
import signal
import sys
import threading
import traceback

from .channel import Channel, mark_output
from .faults import MOST_TRACEBACK, Unusable, is_own
from .judge import redirect_openai
from .reward import Reward


def where(reward_file):
    """The place where the main thread is at this moment, for a reward that exceeds its time limit."""
    frame = sys._current_frames().get(threading.main_thread().ident)
    stack = traceback.extract_stack(frame) if frame is not None else []
    while stack and is_own(stack[0].filename):
        stack.pop(0)
    lines = [entry.lineno for entry in stack if entry.filename == reward_file]
    text = "".join(traceback.format_list(stack))
    return {"type": "where", "stack": text[-MOST_TRACEBACK:], "line": lines[-1] if lines else None}


def end_all():
    """Ends this process and, if it leads a process group, what the reward started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def main(supervised):
    channel = Channel()
    faulthandler.enable(file=sys.stderr)
    waiting = queue.Queue()
    reward_file = []

    def read():
        # In a separate thread, because the parent may ask for the place, or end, while the reward's code runs.
        try:
            for message in channel.requests():
                if message["type"] == "where":
                    channel.send(where(reward_file[0] if reward_file else None))
                else:
                    waiting.put(message)
        finally:
            end_all()

    version = "%d.%d.%d" % sys.version_info[:3]
    channel.send({"type": "hello", "python": sys.executable, "version": version, "supervised": supervised})
    threading.Thread(target=read, daemon=True).start()

    request = waiting.get()
    reward_file.append(os.path.abspath(request["file"]))
    redirect_openai()
    try:
        reward = Reward(request)
    except Unusable as error:
        mark_output()
        channel.send({"type": "unusable", "error": error.error})
        end_all()
    mark_output()
    channel.send(
        {
            "type": "loaded",
            "contract": reward.contract,
            "contractSource": reward.contract_source,
            "notes": reward.notes,
            "files": reward.files(),
        }
    )
    while True:
        request = waiting.get()
        for reply in reward.score(request["inputs"], request.get("alone", False)):
            channel.send(dict({"type": "result"}, **reply))
        mark_output()
        channel.send({"type": "done", "files": reward.files()})
