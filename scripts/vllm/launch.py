"""Becomes the command that is given, and ends with the process that started it, however that one ends (Linux).

vLLM starts processes of its own and would otherwise outlive a test run that was killed. Usage: launch.py COMMAND...
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

parent = os.getppid()
if sys.platform == "linux":
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit(1)
os.execv(sys.argv[1], sys.argv[1:])
