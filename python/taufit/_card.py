"""Verdict of a result as HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taufit._result import Result

_COLOURS = {"good": "#1a7f37", "usable": "#9a6700", "poor": "#cf222e"}


def card(result: Result) -> str:
    """Return the verdict with its reason, concerns and warnings; the text of the result where it has no verdict."""
    fields = result._fields
    verdict: dict[str, Any] | None = fields.get("verdict")
    if not isinstance(verdict, dict) or "grade" not in verdict:
        return f"<pre>{escape(result.summary())}</pre>"
    colour = _COLOURS.get(verdict["grade"], "#57606a")
    robot = fields.get("robot")
    name = robot.get("name", "") if isinstance(robot, dict) else robot or ""
    concerns = "".join(f"<li>{escape(_text(concern))}</li>" for concern in verdict.get("concerns") or [])
    warnings = fields.get("warnings") or []
    listed = "".join(f"<li><code>{w['code']}</code> {escape(w['message'])}</li>" for w in warnings)
    folded = f"<details><summary>{len(warnings)} warnings</summary><ul>{listed}</ul></details>" if warnings else ""
    return (
        f'<div style="border-left:6px solid {colour};padding:.4em 1em;max-width:60em">'
        f"<b>{escape(str(name))}, {escape(fields['kind'])}: "
        f'<span style="color:{colour}">{escape(verdict["grade"].upper())}</span></b>'
        f"<p>{escape(verdict.get('reason', ''))}</p>"
        f"{f'<ul>{concerns}</ul>' if concerns else ''}{folded}"
        f"<details><summary>summary</summary><pre>{escape(result.summary())}</pre></details></div>"
    )


def _text(concern: Any) -> str:
    return str(concern.get("message", concern)) if isinstance(concern, dict) else str(concern)
