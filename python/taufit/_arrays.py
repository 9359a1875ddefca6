"""Arrays on their way in."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from taufit._errors import UsageError

Array = npt.NDArray[np.float64]


def numbers(what: str, values: Any) -> Array:
    """Return values as float64 in C order; no copy where they are."""
    try:
        found = np.asarray(values)
    except ValueError as error:
        raise UsageError(f"{what} is no array: {error}") from None
    if found.dtype.kind not in "fiub":
        raise UsageError(f"{what} has dtype {found.dtype}; expected real numbers")
    return np.ascontiguousarray(found, dtype=np.float64).reshape(found.shape)


def column(what: str, values: Any) -> Array:
    """Return a column as float64, whatever its stride; missing values become NaN."""
    found = np.asarray(values)
    if found.dtype.kind == "M":
        return (found - found[:1]) / np.timedelta64(1, "s") if found.size else np.empty(0)
    if found.dtype.kind == "O":
        try:
            found = np.array([np.nan if value is None else value for value in found], dtype=np.float64)
        except (TypeError, ValueError):
            raise UsageError(f"{what} holds objects that are no numbers") from None
    if found.dtype.kind not in "fiub":
        raise UsageError(f"{what} has dtype {found.dtype}; expected real numbers")
    return found.astype(np.float64, copy=False)
