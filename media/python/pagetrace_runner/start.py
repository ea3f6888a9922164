"""Starts the runner under a supervisor, where the system has one."""

import sys


def start():
    supervised = False
    if sys.platform.startswith("linux"):
        from .supervisor import supervise

        supervised = supervise()
    # What belongs to a process is created after it was divided.
    from .main import main

    main(supervised)
