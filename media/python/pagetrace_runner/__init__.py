"""The parts of reward_runner.py. Only the standard library is used, in the syntax of Python 3.8."""
