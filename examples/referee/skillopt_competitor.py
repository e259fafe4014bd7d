"""SkillOpt as a competitor of `pawl bench train`, from a checkout of its repository that you name (with what it requires installed):

    pawl bench train --competitor 'python3 examples/referee/skillopt_competitor.py PATH_OF_SKILLOPT {url}'

SkillOpt's own loop and base configuration decide everything. What is ours: rollouts and the model are the referee's; skill, patches and edits stand
between the fences by which the simulated model knows them, and feedback is shown as JSON, which it reads. None of SkillOpt's code is part of Pawl.
"""

import contextlib
import importlib
import json
import os
import re
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from pathlib import Path

checkout, url = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(checkout))

from skillopt.config import flatten_config, load_config  # noqa: E402
from skillopt.datasets.base import SplitDataLoader  # noqa: E402
from skillopt.engine.trainer import ReflACTTrainer  # noqa: E402
from skillopt.envs.base import EnvAdapter  # noqa: E402

DOCUMENT = "SKILL.md"
ASKING = ["gradient.reflect", "gradient.aggregate", "optimizer.clip", "optimizer.rewrite", "optimizer.slow_update"]
ASKING += ["optimizer.meta_skill", "optimizer.lr_autonomous", "engine.trainer"]


class BudgetSpent(Exception):
    """The referee has no rollouts left."""


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, data=data)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            raise BudgetSpent from error
        raise


def fenced(name, text):
    return f"=== BEGIN {name} 0 ===\n{text}\n=== END {name} 0 ==="


class Model:
    """What SkillOpt asks its optimizer, in the form that the simulated model reads."""

    def __init__(self, run):
        self.run = run
        self.asked = 0
        self.lock = threading.Lock()

    def chat(self, system, user, stage="optimizer", **_settings):
        with self.lock:
            self.asked += 1
            seed = self.asked
        user = re.sub(
            r"## Current Skill\n(.*?)(?=\n\n## )",
            lambda found: "## Current Skill\n" + fenced(f"file {DOCUMENT}", found[1]),
            user,
            flags=re.DOTALL,
        )
        if stage == "merge":
            system, user = self.merging(user) or (system, user)
        elif stage == "ranking":
            rows = re.findall(r"^\[\d+\] (.*)$", user, flags=re.MULTILINE)
            supports = [re.search(r"support\w*\W+(\d+)", row) for row in rows]
            items = [{"content": r, "support_count": int(s[1]) if s else 1} for r, s in zip(rows, supports)]
            user += "\n" + fenced("items", "\n".join(json.dumps(item) for item in items))
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        return call("/complete", {"run": self.run["run"], "messages": messages, "seed": seed})["text"], {}

    @staticmethod
    def merging(user):
        found = re.search(r"\n(\[\s*\{.*\])\s*$", user, flags=re.DOTALL)
        if found is None:
            return None
        edits = [edit for patch in json.loads(found[1]) for edit in patch.get("edits", [])]
        items = [json.dumps({**edit, "id": f"e{at}"}) for at, edit in enumerate(edits)]
        return 'Merge these edits. Answer with {"edits": [{"from": []}]}.', fenced("items", "\n".join(items))


class Loader(SplitDataLoader):
    def load_split_items(self, split_path):
        return json.loads((Path(split_path) / "items.json").read_text())


class RefereeAdapter(EnvAdapter):
    """Rolls out at the referee; a task met again by the same skill is met anew."""

    analyst_workers, failure_only, minibatch_size, edit_budget = 16, False, 8, 4

    def __init__(self, run, folder):
        self.run = run
        self.met = Counter()
        self.validated = defaultdict(list)
        self.kept = {task["id"] for task in run["validation"]}
        self.dataloader = Loader(split_dir=str(folder), split_mode="split_dir", seed=run["seed"])

    def setup(self, cfg):
        super().setup(cfg)
        self.dataloader.setup(cfg)

    def get_dataloader(self):
        return self.dataloader

    def build_env_from_batch(self, batch, **_kwargs):
        return list(batch.payload or [])

    def build_train_env(self, batch_size, seed, **kwargs):
        return self.build_env_from_batch(self.dataloader.build_train_batch(batch_size=batch_size, seed=seed, **kwargs))

    def build_eval_env(self, env_num, split, seed, **kwargs):
        batch = self.dataloader.build_eval_batch(env_num=env_num, split=split, seed=seed, **kwargs)
        return self.build_env_from_batch(batch)

    def get_task_types(self):
        return sorted({task.get("type", "") for task in self.run["train"]})

    def rollout(self, env_manager, skill_content, out_dir, **_kwargs):
        calls = []
        for task in env_manager:
            key = (skill_content, task["id"])
            calls.append({"skill": 0, "task": task["id"], "repeat": self.met[key]})
            self.met[key] += 1
        skill = {**self.run["skill"], DOCUMENT: skill_content}
        outcomes = call("/rollouts", {"run": self.run["run"], "skills": [skill], "calls": calls})["outcomes"]
        return [self.result(task, outcome, skill_content, out_dir) for task, outcome in zip(env_manager, outcomes)]

    def result(self, task, outcome, skill_content, out_dir):
        score = outcome.get("score", {"hard": 0.0, "soft": 0.0})
        if task["id"] in self.kept:
            self.validated[skill_content].append(score["hard"])
        folder = Path(out_dir) / "predictions" / task["id"]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "conversation.json").write_text(json.dumps(outcome.get("transcript", [])))
        said = {"why": score.get("why", ""), "feedback": score.get("feedback", "")}
        return {
            "id": task["id"],
            "hard": score["hard"],
            "soft": score["soft"],
            "task_description": task["text"],
            "task_type": task.get("type", ""),
            "fail_reason": "" if score["hard"] >= 1 else json.dumps(said, separators=(",", ":")),
            "n_turns": 1,
        }


def play(run):
    model = Model(run)
    for name in ASKING:
        module = importlib.import_module(f"skillopt.{name}")
        if hasattr(module, "chat_optimizer"):
            module.chat_optimizer = model.chat
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "split"
        for split, tasks in [("train", run["train"]), ("val", run["validation"]), ("test", run["validation"])]:
            (folder / split).mkdir(parents=True)
            (folder / split / "items.json").write_text(json.dumps(tasks))
        first = Path(root) / "first.md"
        first.write_text(run["skill"][DOCUMENT])
        cfg = flatten_config(load_config(str(checkout / "configs/_base_/default.yaml")))
        cfg.update(skill_init=str(first), out_root=str(Path(root) / "out"), eval_test=False, seed=run["seed"])
        cfg.update(split_mode="split_dir", split_dir=str(folder), optimizer_model="referee", target_model="referee")
        adapter = RefereeAdapter(run, folder)
        with contextlib.redirect_stdout(open(os.devnull, "w")):
            try:
                summary = ReflACTTrainer(cfg, adapter).train()
                skill = (Path(root) / "out" / "best_skill.md").read_text()
                claimed = summary["best_selection_hard"]
            except BudgetSpent:
                means = {text: sum(scores) / len(scores) for text, scores in adapter.validated.items()}
                skill = max(means, key=means.get, default=run["skill"][DOCUMENT])
                claimed = means.get(skill)
    files = {**run["skill"], DOCUMENT: skill}
    call("/submit", {"run": run["run"], "skill": files, "claimed": claimed})


while run := call("/next"):
    play(run)
