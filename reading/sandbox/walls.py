"""The walls round a process that reads a file, for the case that the file takes its libraries over.

Native code in such a process can make any system call, whatever Python forbids. So the kernel is asked to
refuse: Landlock leaves it the file and the libraries to read and nothing to write, seccomp no sockets, no
programs, no other processes and no signals, and root's child becomes an account that owns nothing. Each wall
stands without the others; which of them a machine cannot have, and why, is told by `close_in`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from reading.formats.scratch import keep_scratch
from reading.sandbox.forkserver import end_with_parent
from reading.sandbox.messages import Walls

FILES, CALLS, ACCOUNT = "files (Landlock)", "system calls (seccomp)", "another account"
# Of the numbers that are kept for services' passing accounts: nobody's, and no file's.
NOBODY = 65_311
CAP_DAC_READ_SEARCH = 2
PR_SET_KEEPCAPS, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 8, 22, 38
SECCOMP_MODE_FILTER = 2
CAPABILITIES_V3 = 0x20080522
CLONE_THREAD = 0x10000
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
LIBRARIES = (  # of the system, with fonts and what libraries ask of the machine
    *("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/usr/share", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/etc/mime.types", "/etc/ssl/openssl.cnf"),
    *("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm", "/sys/devices/system", "/sys/fs/cgroup"),
)
# What reading a file takes: memory, threads, time and files that are open or opened to be read. Whatever is
# not here fails, as it does where a kernel does not have it.
CALLED = """
    read pread64 readv preadv preadv2 write writev pwrite64 close close_range lseek _llseek
    fstat fstat64 stat stat64 lstat lstat64 newfstatat fstatat64 statx statfs statfs64 fstatfs fstatfs64
    access faccessat faccessat2 readlink readlinkat getdents getdents64 getcwd
    dup dup2 dup3 fcntl fcntl64 ftruncate fadvise64 poll ppoll select pselect6 _newselect pipe pipe2
    epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd eventfd2
    mmap mmap2 munmap mprotect mremap madvise brk mincore mlock munlock membarrier rseq
    futex futex_time64 futex_waitv set_robust_list get_robust_list set_tid_address arch_prctl
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait sigaltstack restart_syscall
    getpid gettid getppid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp getsid
    clock_gettime clock_gettime64 clock_getres clock_nanosleep nanosleep gettimeofday time times getitimer
    setitimer alarm getrusage getrlimit ugetrlimit uname sysinfo getcpu getrandom getpriority sched_yield
    sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min
    exit exit_group
""".split()
IOCTLS = (
    0x5401,
    0x5413,
    0x541B,
    0x5421,
    0x5450,
    0x5451,
)  # of terminals; bytes waiting, blocking, closing


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def close_in(file: int, *, most_bytes: int) -> Walls:
    """Put this process, which has one thread, behind the walls; they stand until it ends.

    `file`: the number of the open file that it reads. `most_bytes`: of the file in memory that it may write.
    """
    if sys.platform == "linux":
        keep_scratch(os.memfd_create("scratch", os.MFD_CLOEXEC))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    built: dict[str, Callable[[], str]] = {
        FILES: lambda: _leave_files(file),
        ACCOUNT: _change_account,
        CALLS: _refuse_calls,
    }
    reasons = {name: build() for name, build in built.items()}
    standing = [name for name, reason in reasons.items() if not reason]
    missing = [f"{name}: {reason}" for name, reason in reasons.items() if reason]
    return Walls(tuple(standing), tuple(missing))


def open_in(path: Path) -> tuple[int, Path]:
    """The file opened to be read, and the path by which libraries open it whoever they are by then."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        raise OSError(errno.EINVAL, "This is no file", str(path))
    if sys.platform != "linux":
        return number, path
    if os.geteuid() == 0 and not os.fstat(number).st_mode & stat.S_IROTH:
        number = _copy(number)
    return number, Path(f"/proc/self/fd/{number}")


def _copy(number: int) -> int:
    """The file in memory, where an account that may not read the one on disk can open it."""
    copy = os.memfd_create("file", os.MFD_CLOEXEC)
    while os.sendfile(copy, number, None, 1 << 30):
        pass
    os.close(number)
    return copy


def prepare() -> None:
    """Make once what every child needs, in the process that they are forked from."""
    _filter()
    _folders()


@cache
def _folders() -> tuple[str, ...]:
    """Where programs and their data lie, never what ragsite keeps."""
    own = (sys.prefix, sys.base_prefix, str(Path(__file__).parents[1]), *map(str, _packages()))
    return tuple(dict.fromkeys(path for path in (*own, *LIBRARIES) if os.path.exists(path)))


def _packages() -> list[Path]:
    return [Path(path) for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]


def _leave_files(file: int) -> str:
    """Why the files of the machine cannot be closed to this process; "" where they are."""
    try:
        from py_landlock import AccessFs, Landlock, LandlockError
    except (ImportError, OSError) as error:
        return f"py-landlock cannot be used ({error})"
    try:
        rules = Landlock(strict=False)
        for path in (*_folders(), f"/proc/{os.getpid()}"):
            allowed = AccessFs.READ_FILE | (AccessFs.READ_DIR if os.path.isdir(path) else AccessFs(0))
            rules.add_path_rule(path, access=allowed)
        read = f"/proc/self/fd/{file}"
        if os.path.exists(os.path.realpath(read)):  # not what is in memory, which Landlock leaves alone
            rules.add_path_rule(read, access=AccessFs.READ_FILE)
        rules.apply()
    except (LandlockError, OSError) as error:
        return f"this kernel refuses it ({error})"
    return ""


def _change_account() -> str:
    """Why this process stays who it is; "" where it is nobody now."""
    if sys.platform != "linux":
        return "only Linux has it"
    if os.geteuid() != 0:
        return "only root can take another"
    libc, keeps = ctypes.CDLL(None, use_errno=True), not _is_open_to_all()
    try:
        if keeps:
            libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    except OSError as error:
        return f"the system refuses it ({error})"
    if keeps:
        _keep_reading(libc)
    end_with_parent()  # which is forgotten with the account
    return ""


@cache
def _is_open_to_all() -> bool:
    """Whether any account can read the libraries: not where they lie in root's own home."""
    folders = (Path(sys.prefix), Path(sys.base_prefix))
    places = {place for folder in folders for place in (folder, *folder.parents)}
    return all(place.stat().st_mode & stat.S_IXOTH for place in places)


def _keep_reading(libc: ctypes.CDLL) -> None:
    """Of root's powers keep that to read what is another's: Landlock leaves it the libraries alone."""
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_V3, 0)
    bit = 1 << CAP_DAC_READ_SEARCH
    libc.capset(header, (ctypes.c_uint32 * 6)(bit, bit, 0, 0, 0, 0))


@cache
def _filter() -> bytes | str:
    """The filter of system calls as the kernel takes it, or why there is none."""
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError, AttributeError) as error:
        return f"libseccomp cannot be used ({error})"
    rules = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.EPERM))
    allow, is_masked = pyseccomp.ALLOW, pyseccomp.MASKED_EQ
    for name in CALLED:
        with suppress(OSError, ValueError):  # of another kind of processor
            rules.add_rule(allow, name)
    arguments = {
        "open": [pyseccomp.Arg(1, is_masked, WRITES, 0)],
        "openat": [pyseccomp.Arg(2, is_masked, WRITES, 0)],
        "clone": [pyseccomp.Arg(0, is_masked, CLONE_THREAD, CLONE_THREAD)],
        "prlimit64": [pyseccomp.Arg(0, pyseccomp.EQ, 0)],
    }
    for name, argument in arguments.items():
        with suppress(OSError, ValueError):
            rules.add_rule(allow, name, *argument)
    for number in IOCTLS:
        rules.add_rule(allow, "ioctl", pyseccomp.Arg(1, pyseccomp.EQ, number))
    with suppress(
        OSError, ValueError
    ):  # no filter sees its flags, which lie in memory; `clone` is tried then
        rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
    with os.fdopen(os.memfd_create("filter", os.MFD_CLOEXEC), "w+b") as written:
        rules.export_bpf(written)
        written.seek(0)
        return written.read()


def _refuse_calls() -> str:
    """Why system calls cannot be refused to this process; "" where all but those of `CALLED` are."""
    if sys.platform != "linux":
        return "only Linux has it"
    code = _filter()
    if isinstance(code, str):
        return code
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0
    ):
        return f"this kernel refuses it ({os.strerror(ctypes.get_errno())})"
    return ""
