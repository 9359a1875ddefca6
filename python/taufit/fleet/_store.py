"""Stores on a folder, or on a file system of fsspec or Arrow."""

from __future__ import annotations

import contextlib
import os
import tempfile
import urllib.parse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Union

#: A folder, a URL of fsspec, or a store.
StoreLike = Union[str, os.PathLike[str], "Store"]


class Store:
    """Evidence of the logs of one robot type: ``plan.json``, and one Parquet file per log by robot and date.

    Parameters
    ----------
    location : str or path
        A folder, a URL of fsspec such as ``"s3://bucket/fleet"``, or a path on ``filesystem``.
    filesystem : fsspec or pyarrow.fs file system, optional
        Where the location is.
    """

    def __init__(self, location: str | os.PathLike[str], filesystem: Any = None) -> None:
        text = os.fspath(location)
        #: Folder of this machine; ``None`` on other file systems.
        self.folder: Path | None = None
        if filesystem is None and "://" not in text:
            self.folder = Path(text)
            return
        if filesystem is None:
            from fsspec.core import url_to_fs

            filesystem, text = url_to_fs(text)
        elif type(filesystem).__module__.startswith("pyarrow"):
            from fsspec.implementations.arrow import ArrowFSWrapper

            filesystem = ArrowFSWrapper(filesystem)
        self._fs, self._root = filesystem, text.rstrip("/")

    @classmethod
    def of(cls, store: StoreLike) -> Store:
        """Return the store that this stands for."""
        return store if isinstance(store, Store) else cls(store)

    def plan(self) -> str | None:
        """Return the text of the plan; ``None`` in a new store."""
        try:
            if self.folder is not None:
                return (self.folder / "plan.json").read_text(encoding="utf-8")
            return bytes(self._fs.cat_file(f"{self._root}/plan.json")).decode()
        except FileNotFoundError:
            return None

    def files(self) -> list[str]:
        """Return the files of all logs, relative to the store, each log once."""
        if self.folder is not None:
            found = [str(path.relative_to(self.folder)) for path in self.folder.glob("robot=*/date=*/*.parquet")]
        else:
            found = [name for name in self._find("") if name.startswith("robot=") and name.endswith(".parquet")]
        # Two writers that call one log by two robots leave two files with one key.
        return sorted({name.rpartition("/")[2]: name for name in sorted(found, reverse=True)}.values())

    def mirror(self, folder: Path, robots: Iterable[str]) -> None:
        """Copy the plan into a folder, and the names of the logs of some robots as empty files."""
        (folder / "plan.json").write_text(self.plan() or "", encoding="utf-8")
        for robot in robots:
            # As the native module names the folder of a robot.
            part = "robot=" + urllib.parse.quote(robot, safe="").replace("~", "%7E")
            for name in self._find(part):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).touch()

    def push(self, folder: Path) -> None:
        """Copy the files of a folder that are not here yet, the empty ones of :meth:`mirror` left out.

        Object stores show a file when it is complete.
        """
        for path in sorted(folder.rglob("*.*")):
            name = path.relative_to(folder).as_posix()
            is_file = path.is_file() and not path.name.startswith(".") and path.stat().st_size > 0
            if is_file and (name.startswith("failed/") or not self._fs.exists(f"{self._root}/{name}")):
                parent = f"{self._root}/{name}".rpartition("/")[0]
                self._fs.makedirs(parent, exist_ok=True)
                self._fs.pipe_file(f"{self._root}/{name}", path.read_bytes())

    @contextlib.contextmanager
    def fetched(self, names: Sequence[str]) -> Iterator[list[Path]]:
        """Give files of the store as files of this machine."""
        if self.folder is not None:
            yield [self.folder / name for name in names]
            return
        with tempfile.TemporaryDirectory() as scratch:
            for name in names:
                (Path(scratch) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(scratch) / name).write_bytes(self._fs.cat_file(f"{self._root}/{name}"))
            yield [Path(scratch) / name for name in names]

    @contextlib.contextmanager
    def local_copy(self) -> Iterator[Path]:
        """Give the store as a folder of this machine."""
        if self.folder is not None:
            yield self.folder
            return
        with self.fetched([name for name in self._find("") if not name.startswith(".")]) as paths:
            yield next((path.parent for path in paths if path.name == "plan.json"), Path("no store"))

    def _find(self, part: str) -> list[str]:
        self._fs.invalidate_cache()
        place = f"{self._root}/{part}".rstrip("/")
        try:
            found = self._fs.find(place)
        except FileNotFoundError:
            return []
        return [name.partition(f"{self._root}/")[2] for name in found]
