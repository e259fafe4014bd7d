"""Trains a text with Pawl and a metric written in Python.

    import pawl_train

    def metric(task, reply):
        return 1.0 if task["answer"] in reply else (0.0, "expected " + task["answer"])

    found = pawl_train.optimize("Answer in one word.", tasks, metric, target="openai:gpt-5-mini")
    print(found.before, found.after, found.skill)
"""

import inspect
import json
import os
import subprocess
import tempfile
import textwrap
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, Sequence, Union

Metric = Callable[[Mapping[str, Any], str], Any]
Model = Union[str, Mapping[str, Any]]

# Run by Pawl in its sandbox, with the reply and the task beside it.
HARNESS = """
import json

with open("task.json", encoding="utf-8") as file:
    _task = json.load(file)
with open("reply.txt", encoding="utf-8") as file:
    _reply = file.read()
_found = {name}(_task["data"], _reply)
_score, _feedback = _found if isinstance(_found, tuple) else (_found, "")
_score = min(1.0, max(0.0, float(_score)))
print(json.dumps({{"score": _score, "feedback": str(_feedback)}}))
raise SystemExit(0 if _score >= 1.0 else 1)
"""


class PawlError(RuntimeError):
    """What Pawl said when it could not train."""


@dataclass(frozen=True)
class Result:
    """What training came to. Without an accepted change the skill is the one that it began with."""

    skill: str
    accepted: int
    before: Optional[float]
    after: Optional[float]
    run: str
    folder: str
    stopped: Optional[str]
    report: Mapping[str, Any] = field(repr=False)


def optimize(
    skill: str,
    tasks: Sequence[Mapping[str, Any]],
    metric: Metric,
    *,
    target: Model,
    optimizer: Optional[Model] = None,
    rollouts: int = 2000,
    stop_at: Optional[float] = None,
    seed: int = 1,
    folder: Optional[str] = None,
    pawl: Sequence[str] = ("npx", "pawl"),
    **settings: Any,
) -> Result:
    """Trains `skill` until a paired test on tasks held out says that it is better, or the rollouts are spent.

    A task is a mapping with a text (`question`, `input`, `text`, ...) and whatever the metric reads. The metric gets that mapping and the
    reply, and returns a score from 0 to 1, or a pair of score and feedback. It runs in a sandbox that has Python's standard library and
    nothing else: its imports stand inside it. `settings` are those of `pawl train --help`. Files stay in `folder`.
    """
    folder = os.path.abspath(folder or tempfile.mkdtemp(prefix="pawl-train-"))
    os.makedirs(folder, exist_ok=True)
    train = {
        "epochs": 8,
        **settings,
        "skill": "SKILL.md",
        "tasks": "tasks.jsonl",
        "scorer": {"kind": "command", "command": ["python3", "metric.py"]},
        "target": target,
        "limits": {"rollouts": rollouts, **settings.get("limits", {})},
    }
    if optimizer is not None:
        train["optimizer"] = optimizer
    if stop_at is not None:
        train["stopAt"] = stop_at
    _write(folder, "SKILL.md", skill)
    _write(folder, "tasks.jsonl", "".join(json.dumps(dict(task)) + "\n" for task in tasks))
    _write(folder, "metric.py", _metric_file(metric))
    _write(folder, "pawl.config.json", json.dumps({"train": train}, indent=2))
    report = _run([*pawl, "train", "--config", "pawl.config.json", "--seed", str(seed), "--json"], folder)
    with open(os.path.join(report["skill"], "SKILL.md"), encoding="utf-8") as file:
        best = file.read()
    score = report["score"]
    return Result(
        skill=best,
        accepted=report["accepted"],
        before=_score_of(score["before"]),
        after=_score_of(score["after"]),
        run=report["run"],
        folder=folder,
        stopped=report["stopped"],
        report=report,
    )


def audit(result: Result, pawl: Sequence[str] = ("npx", "pawl")) -> bool:
    """Whether every accepted change of the run still has a certificate that holds."""
    command = [*pawl, "audit", result.run]
    return subprocess.run(command, cwd=result.folder, capture_output=True, check=False).returncode == 0


def _metric_file(metric: Metric) -> str:
    name = metric.__name__
    if not name.isidentifier():
        raise PawlError("a metric is a function with a name: a lambda cannot be taken into the sandbox")
    return textwrap.dedent(inspect.getsource(metric)) + HARNESS.format(name=name)


def _score_of(measured: Optional[Mapping[str, Any]]) -> Optional[float]:
    return None if measured is None else measured["score"]


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _run(command: Sequence[str], folder: str) -> Mapping[str, Any]:
    done = subprocess.run(list(command), cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise PawlError(done.stderr.strip()[-2000:] or f"pawl ended with {done.returncode}")
    return json.loads(done.stdout.strip().splitlines()[-1])
