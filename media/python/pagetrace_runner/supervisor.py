"""
A process apart from the reward's code, which ends all processes that the reward started.

A reward can start processes that leave its process group, and library code that does not return to Python keeps the
reward's own threads from noticing that PageTrace has ended. The supervisor has no such code. On Linux, all of these
processes descend from it, also when the ones between have ended (PR_SET_CHILD_SUBREAPER). Elsewhere, it finds those that
still descend from it or belong to its process group.
"""

import os
import resource
import select
import signal
import sys
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

# How often the supervisor looks whether PageTrace is still its parent, in milliseconds; usually its input tells.
CHECK = 1000
# The longest time that ending all processes may take, in seconds: some may belong to another user.
LONGEST_END = 1.0


def supervise():
    """Continues in a child process, whose parent becomes its supervisor and does not return."""
    prctl = find_prctl()
    if prctl is not None:
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    starter, supervisor = os.getppid(), os.getpid()
    wakeups, signalled = os.pipe()
    os.set_blocking(wakeups, False)
    os.set_blocking(signalled, False)
    signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
    for each in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(each, lambda number, frame: None)
    child = os.fork()
    if child > 0:
        wait_and_end(child, starter, wakeups)
    for each in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    os.close(wakeups)
    os.close(signalled)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != supervisor:
        os._exit(0)


def find_prctl():
    """Linux's function, or None elsewhere and where Python lacks ctypes."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
        return prctl
    except (ImportError, OSError, AttributeError):
        return None


def wait_and_end(child, starter, wakeups):
    """Waits until the child or PageTrace has ended, or asks for the end; then ends all processes, and ends as the child did."""
    poll = select.poll()
    # Without any event, a poll reports only that the other end was closed.
    poll.register(0, 0)
    poll.register(wakeups, select.POLLIN)
    status = None
    while status is None and os.getppid() == starter:
        if any(descriptor == 0 for descriptor, _ in poll.poll(CHECK)) or signal.SIGTERM in read_all(wakeups):
            break
        status = reap(child)
    end_descendants()
    if status is not None and os.WIFSIGNALED(status):
        end_by_signal(os.WTERMSIG(status))
    os._exit(0 if status is None else os.WEXITSTATUS(status))


def read_all(descriptor):
    try:
        return os.read(descriptor, 4096)
    except BlockingIOError:
        return b""


def reap(child=0):
    """Reaps all children that have ended, and returns the exit status of `child`, or None."""
    found = None
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return found
            if pid == child:
                found = status
    except ChildProcessError:
        return found


def end_descendants():
    """Ends all processes that descend from this one, also those that appear in the meantime."""
    deadline = time.monotonic() + LONGEST_END
    while time.monotonic() < deadline:
        pids = descendants()
        if not pids:
            return
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.002)
        reap()


def descendants():
    """The processes that descend from this one or belong to its process group."""
    own, group = os.getpid(), os.getpgrp()
    children = {}
    found = set()
    for pid, parent, of_group in list_processes():
        children.setdefault(parent, []).append(pid)
        if of_group == group and group == own:
            found.add(pid)
    waiting = [own]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found.update(below)
        waiting += below
    found.discard(own)
    return found


def list_processes():
    """The id, the parent and the process group of all processes."""
    return list_by_proc() if os.path.exists("/proc/self/stat") else list_by_ps()


def list_by_proc():
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, "rb") as file:
                parent, group = file.read().rpartition(b")")[2].split()[1:3]
            yield int(name), int(parent), int(group)
        except (OSError, IndexError, ValueError):
            continue


def list_by_ps():
    import subprocess

    listing = subprocess.Popen(["/bin/ps", "-axo", "pid=,ppid=,pgid="], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    for line in listing.communicate()[0].splitlines():
        pid, parent, group = map(int, line.split())
        if pid != listing.pid:
            yield pid, parent, group


def end_by_signal(number):
    """Ends this process by the signal that ended its child, without a second core dump."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        signal.signal(number, signal.SIG_DFL)
    except (OSError, ValueError):
        pass
    os.kill(os.getpid(), number)
    os._exit(128 + number)
