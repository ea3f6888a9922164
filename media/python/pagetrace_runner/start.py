"""Starts the runner so that it ends with PageTrace, under a supervisor where processes can be divided."""

import os
import sys


def start():
    can_divide = hasattr(os, "fork")
    if can_divide:
        from .supervisor import supervise

        supervise()
    elif sys.platform == "win32":
        from .windows import end_with_parent

        end_with_parent()
    # What belongs to a process is created after it was divided.
    from .main import main

    main(supervised=can_divide)
