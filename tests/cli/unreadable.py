"""Folders that nobody may read, for root as well."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_CALLS = ("listdir", "scandir", "stat")


def forbid(folder: Path, monkeypatch: pytest.MonkeyPatch, calls: tuple[str, ...] = _CALLS) -> None:
    """Let nobody see what is in a folder, as if its permissions were 0.

    With the call `stat` alone its names can be read and nothing else.
    """

    def refusing(real: Callable[..., Any], *, inside: bool) -> Callable[..., Any]:
        def call(path: Any = ".", *args: Any, **options: Any) -> Any:
            if not isinstance(path, int):
                text, top = os.fspath(path), str(folder)
                if text.startswith(f"{top}/") or (text == top and not inside):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), text)
            return real(path, *args, **options)

        return call

    for name in calls:
        monkeypatch.setattr(os, name, refusing(getattr(os, name), inside=name == "stat"))
