"""Replaces itself with the given command, which then ends when its parent process PARENT ends for any reason (Linux).

vLLM starts further processes and would otherwise outlive a test run that was killed.
Usage: launch.py PARENT COMMAND...
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

parent, command = int(sys.argv[1]), sys.argv[2:]
if sys.platform == "linux":
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit("The process that started this one has ended.")
os.execv(command[0], command)
