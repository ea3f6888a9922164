"""Becomes the command that is given, and ends with the process PARENT, its own, however that one ends (Linux).

vLLM starts processes of its own and would otherwise outlive a test run that was killed. Usage: launch.py PARENT COMMAND...
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
