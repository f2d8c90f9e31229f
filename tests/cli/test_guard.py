"""What a user sees when things go wrong: sentences and exit codes, never a trace."""

import errno
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select

import click
import psutil
import pytest

import solver
from solver.cli import main
from solver.errors import CertificateError
from tests.cli.samples import BROKEN, GAME, PROVEN, TWIXT, UNDECIDED, real_twixt, twixt
from tests.waiting import DEADLINE

TAIL = "please report it with the file (TWIXT_DEBUG=1 shows the trace)"


@pytest.fixture
def add_command() -> Iterator[click.Command]:
    """A command that fails in the way that its argument says."""

    @click.command("fail")
    @click.argument("how")
    def fail(how: str) -> None:
        if how == "certificate":
            raise CertificateError("a strategy has a hole")
        if how == "interrupt":
            raise KeyboardInterrupt
        if how == "output":
            raise OSError(errno.ENOSPC, "No space left on device")
        if how == "file":
            raise OSError(errno.EACCES, "Permission denied", "facts.jsonl")
        raise {"key": KeyError, "recursion": RecursionError, "memory": MemoryError}[how](how)

    main.add_command(fail)
    yield fail
    del main.commands["fail"]


@pytest.mark.usefixtures("add_command")
@pytest.mark.parametrize("how", ["key", "recursion", "memory", "certificate"])
def test_a_bug_is_one_line_that_asks_for_a_report(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TWIXT_DEBUG", raising=False)
    result = twixt("fail", how)
    assert 70 == result.exit_code
    (line,) = result.stderr.splitlines()
    assert line.startswith("twixt: internal error in test_guard.py:")
    assert line.endswith(TAIL)


@pytest.mark.usefixtures("add_command")
@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("output", "twixt: the output cannot be written: No space left on device\n"),
        ("file", "twixt: facts.jsonl cannot be read or written: Permission denied\n"),
    ],
)
def test_a_place_that_cannot_be_used_is_no_bug(how: str, line: str) -> None:
    result = twixt("fail", how)
    assert (2, line) == (result.exit_code, result.stderr)


@pytest.mark.usefixtures("add_command")
def test_debug_shows_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIXT_DEBUG", "1")
    assert "Traceback" in twixt("fail", "key").stderr


@pytest.mark.usefixtures("add_command")
def test_an_interrupt_is_no_error() -> None:
    result = twixt("fail", "interrupt")
    assert 130 == result.exit_code
    assert "Interrupted.\n" == result.stderr


def test_version() -> None:
    assert f"twixt {solver.__version__}\n" == twixt("--version").stdout


def test_help_lists_each_command_with_a_whole_sentence() -> None:
    result = twixt("--help")
    assert 0 == result.exit_code
    listed = result.stdout.partition("Commands:")[2]
    assert "certify" in listed
    assert "..." not in listed


def test_recertify_does_not_call_its_processes_searchers() -> None:
    assert "that search" not in " ".join(twixt("recertify", "--help").stdout.split())


@pytest.mark.parametrize("command", ["show", "convert", "solve"])
def test_help_tells_the_exit_codes(command: str) -> None:
    result = twixt(command, "--help")
    assert 0 == result.exit_code
    assert "Exit codes" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("show", "a", "b"),
        ("solve",),
        ("solve", "a", "--seconds", "0"),
        ("solve", "a", "--seconds", "nan"),
        ("solve", "a", "--nodes", "0"),
        ("solve", "a", "--memory", "15"),
        ("solve", "a", "--jobs", "0"),
        ("convert", "a"),
        ("nonsense",),
        ("--nonsense",),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...]) -> None:
    result = twixt(*arguments)
    assert 2 == result.exit_code
    assert "Error: " in result.stderr
    assert "" == result.stdout


@pytest.mark.parametrize(
    "command", ["solve", "audit", "improve", "judge", "review", "privilege", "bench", "recheck"]
)
def test_no_command_takes_more_nodes_than_a_store_can_hold(command: str) -> None:
    result = twixt(command, "--nodes", 2**63)
    assert 2 == result.exit_code
    assert "range 1<=x<=9223372036854775807" in result.stderr


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\x00\x01\x02",
        bytes(range(256)) * 8,
        b"(;FF[4]GM[21",
        b"(;FF[4]GM[1]SZ[19];B[pd])",
        b"(;GM[21]SZ[0]RU[STD]PZ[]IP[])",
        b"(;GM[21]SZ[24]RU[XX]PZ[]IP[])",
        b"(;GM[21]SZ[24]RU[STD]PZ[]AW[a1]IP[])",
        b"(;GM[21]SZ[24]RU[STD]PZ[]AW[c3]AB[c3]IP[])",
        b"(" * 5000,
        b"(;GM[21]" + b"(;C[deep]" * 3000,
        "(;GM[21]SZ[5]PZ[]IP[])".encode("utf-16-be"),
        b"TwixT 5x5 STD, white to move and win\n   A  B\n1  ?  ?\n",
    ],
)
@pytest.mark.parametrize("command", ["show", "solve"])
def test_a_file_of_rubbish_is_told_by_name(command: str, data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rubbish.sgf"
    file.write_bytes(data)
    result = twixt(command, file)
    assert 2 == result.exit_code
    assert str(file) in result.stderr
    assert "internal error" not in result.stderr


def test_the_real_command_shows_no_trace(tmp_path: Path) -> None:
    (tmp_path / "broken.sgf").write_text(BROKEN)
    done = real_twixt("show", "broken.sgf", cwd=tmp_path)
    assert 2 == done.returncode
    assert done.stderr.startswith("broken.sgf:2:9: ply 3: white f6: F6 is taken by a white peg")
    assert 1 == done.stderr.count("\n")


@pytest.fixture
def without_core(tmp_path: Path) -> dict[str, str]:
    """An environment in which the native core cannot be imported."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['solver._core'] = None\n")
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def test_without_the_core_files_can_be_shown(without_core: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(GAME)
    assert 0 == real_twixt("show", tmp_path / "game.sgf", env=without_core).returncode


def test_without_the_core_solve_says_how_to_build_it(
    without_core: dict[str, str], tmp_path: Path
) -> None:
    done = real_twixt("solve", tmp_path, env=without_core)
    assert 70 == done.returncode
    assert done.stderr.startswith("twixt: the native core")
    assert "`make core`" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_causes_no_noise(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(GAME)
    command = f"{sys.executable} {TWIXT} show {file} | head -c 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert "" == done.stderr


def unread(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command with a reader of its output that has gone already."""
    gone, output = os.pipe()
    os.close(gone)
    with open(output, "wb") as stdout:
        return subprocess.run(
            [TWIXT, *map(str, arguments)],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=DEADLINE,
        )


def test_output_that_nobody_reads_ends_a_command_as_sigpipe_would(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(GAME)
    done = unread("show", file)
    assert (128 + signal.SIGPIPE, "") == (done.returncode, done.stderr)


@pytest.mark.native
def test_a_batch_that_nobody_reads_ends_unless_it_keeps_records(tmp_path: Path) -> None:
    (tmp_path / "first.diagram").write_text(PROVEN)
    (tmp_path / "second.diagram").write_text(PROVEN)
    done = unread("solve", tmp_path)
    assert (128 + signal.SIGPIPE, "") == (done.returncode, done.stderr)
    out = tmp_path / "out.jsonl"
    done = unread("solve", tmp_path, "--out", out)
    assert 0 == done.returncode
    assert done.stderr.startswith("\n2 puzzles: 2 proven, ")
    assert 2 == out.read_text().count("\n")


def test_a_full_disk_is_no_bug(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(GAME)
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [TWIXT, "show", tmp_path / "game.sgf"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert 2 == done.returncode
    assert "twixt: the output cannot be written: No space left on device\n" == done.stderr


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("--version",), ("show", "--help")])
@pytest.mark.parametrize(("to", "reason"), [(">/dev/full", "No space left"), (">&-", "is closed")])
def test_help_that_cannot_be_written_is_no_bug(
    arguments: tuple[str, ...], to: str, reason: str
) -> None:
    done = of_shell(to, *arguments)
    assert 2 == done.returncode
    assert done.stderr.startswith("twixt: the output cannot be written: ")
    assert reason in done.stderr
    assert 1 == done.stderr.count("\n")


def test_help_that_nobody_reads_ends_as_sigpipe_would() -> None:
    done = unread("--help")
    assert (128 + signal.SIGPIPE, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "-"),
        ("convert", "-", "new.sgf"),
        ("print", "-", "--out", "new.pdf"),
        pytest.param(("solve", "-"), marks=pytest.mark.native),
        pytest.param(("judge", "-", "e5"), marks=pytest.mark.native),
        pytest.param(("audit", "-"), marks=pytest.mark.native),
        pytest.param(("review", "-"), marks=pytest.mark.native),
        pytest.param(("privilege", "-"), marks=pytest.mark.native),
        pytest.param(("certify", "-"), marks=pytest.mark.native),
    ],
)
@pytest.mark.parametrize(
    ("source", "reason"), [("<&-", "it is closed"), ("</proc/self/mem", "Input/output error")]
)
def test_stdin_that_cannot_be_read_is_told(
    arguments: tuple[str, ...], source: str, reason: str
) -> None:
    done = of_shell(source, *arguments)
    assert 2 == done.returncode
    assert done.stderr.startswith(f"<stdin>: the file cannot be read: {reason}\n")


def of_shell(redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a shell does that redirects a stream."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", TWIXT, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def of_children() -> float:
    """Return the seconds of a processor that ended children of this process have used."""
    times = os.times()
    return times.children_user + times.children_system


def of_family(process: psutil.Process) -> float:
    """Return the seconds of a processor that a process and those below it have used."""
    used = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(times.user + times.system for times in used)


@pytest.mark.native
@pytest.mark.parametrize("target", ["group", "process"])
def test_ctrl_c_ends_a_search_at_once_without_a_trace(target: str, tmp_path: Path) -> None:
    files = {"solved.diagram": PROVEN, "endless1.sgf": UNDECIDED, "endless2.sgf": UNDECIDED}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    before = of_children()
    process = subprocess.Popen(
        [TWIXT, "solve", *files, "--jobs", "2", "--seconds", "3600"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A background job of a shell is deaf to Ctrl-C, and its children with it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    heading, row = process.stdout.readline(), process.stdout.readline()
    spent = of_family(psutil.Process(process.pid))
    # A terminal sends the signal to the whole group, `kill` to one process.
    if target == "group":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=DEADLINE)
    assert of_children() - before - spent < 10
    assert 130 == process.returncode
    assert "Interrupted.\n" == errors
    assert heading.startswith("puzzle")
    assert row.startswith("solved")
    assert "" == rest


def _read_to_the_end(terminal: int) -> str:
    """Return all that is written to a terminal, which on a slow machine is more than it holds."""
    parts = list[bytes]()
    # When the last writer is gone, Linux says that the terminal is broken.
    with suppress(OSError):
        while select([terminal], [], [], DEADLINE)[0] and (part := os.read(terminal, 4096)):
            parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


@pytest.mark.native
def test_a_terminal_gets_a_progress_bar_on_stderr_and_results_stay_on_stdout(
    tmp_path: Path,
) -> None:
    (tmp_path / "solved.diagram").write_text(PROVEN)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [TWIXT, "solve", "solved.diagram", "--json"],
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    stderr = _read_to_the_end(ours)
    stdout, _ = process.communicate(timeout=DEADLINE)
    assert 0 == process.returncode
    assert stdout.startswith('{"puzzle": "solved"')
    assert "Solving" in stderr
    assert "1/1" in stderr
    without_terminal = real_twixt("solve", "solved.diagram", "--json", cwd=tmp_path)
    assert "Solving" not in without_terminal.stderr
