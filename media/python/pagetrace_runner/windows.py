"""
On Windows, ends the reward's process when PageTrace ends, and all processes that the reward started with it.

A job object ends its processes when its last handle is closed, which is when this process ends. The system itself waits
for the end of PageTrace, so that library code that does not return to Python cannot prevent it.
"""

import os

JOB_OBJECT_EXTENDED_LIMIT_INFORMATION = 9
JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000
SYNCHRONIZE = 0x100000
INFINITE = 0xFFFFFFFF
WT_EXECUTEONLYONCE = 8


def end_with_parent():
    """
    @returns whether both are set up: not where Python lacks ctypes, or the system refuses
    """
    try:
        import ctypes
        from ctypes import wintypes

        return end_together(ctypes, wintypes)
    except (ImportError, OSError, AttributeError):
        return False


def end_together(ctypes, wintypes):
    class BasicLimits(ctypes.Structure):
        _fields_ = [
            ("PerProcessUserTimeLimit", ctypes.c_int64),
            ("PerJobUserTimeLimit", ctypes.c_int64),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        ]

    class ExtendedLimits(ctypes.Structure):
        _fields_ = [
            ("BasicLimitInformation", BasicLimits),
            ("IoInfo", ctypes.c_uint64 * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        ]

    system = ctypes.WinDLL("kernel32", use_last_error=True)
    handle = wintypes.HANDLE
    system.CreateJobObjectW.restype = handle
    system.CreateJobObjectW.argtypes = [ctypes.c_void_p, wintypes.LPCWSTR]
    system.SetInformationJobObject.argtypes = [handle, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD]
    system.AssignProcessToJobObject.argtypes = [handle, handle]
    system.GetCurrentProcess.restype = handle
    system.OpenProcess.restype = handle
    system.OpenProcess.argtypes = [wintypes.DWORD, wintypes.BOOL, wintypes.DWORD]
    system.RegisterWaitForSingleObject.argtypes = [
        ctypes.POINTER(handle),
        handle,
        ctypes.c_void_p,
        handle,
        wintypes.ULONG,
        wintypes.ULONG,
    ]

    this = system.GetCurrentProcess()
    # The handle stays open until this process ends, because nothing closes it.
    job = system.CreateJobObjectW(None, None)
    limits = ExtendedLimits()
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
    if not job or not system.SetInformationJobObject(
        job, JOB_OBJECT_EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
    ):
        return False
    if not system.AssignProcessToJobObject(job, this):
        return False
    parent = system.OpenProcess(SYNCHRONIZE, False, os.getppid())
    if not parent:
        return False
    # The system calls the function with this process and with FALSE, which TerminateProcess takes as the exit code.
    end = ctypes.cast(system.TerminateProcess, ctypes.c_void_p)
    wait = handle()
    return bool(
        system.RegisterWaitForSingleObject(ctypes.byref(wait), parent, end, this, INFINITE, WT_EXECUTEONLYONCE)
    )
