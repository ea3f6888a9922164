"""Runs a person's own reward function in a process that keeps running.

Requests come as JSON, one per line, on what was standard input; replies go, one per line, to a private copy of what was
standard output. What the reward, its libraries and its child processes print goes to standard error and cannot get
between the replies. Only the standard library is used. Any Python must be able to read this file, so that an old one
can report that it is too old.
"""

import sys

if sys.version_info < (3, 8):
    sys.stdout.write('{"type": "too-old", "version": "%d.%d"}\n' % sys.version_info[:2])
    sys.exit(0)

# A child process that multiprocessing spawns imports this file too, and must not act as a second runner.
if __name__ == "__main__":
    from pagetrace_runner.start import start

    start()
