"""GEPA as a competitor of `pawl bench train`, from a checkout of its repository that you name:

    pawl bench train --competitor 'python3 examples/referee/gepa_competitor.py PATH_OF_GEPA {url}'

GEPA's own defaults decide everything. What is ours: rollouts and the model are the referee's, the skill stands between the fences by which the
simulated model knows a document, and feedback is shown as JSON, which it reads. None of GEPA's code is part of Pawl.
"""

import json
import sys
import urllib.request
from collections import Counter
from pathlib import Path

checkout, url = sys.argv[1], sys.argv[2]
sys.path.insert(0, str(Path(checkout) / "src"))

import gepa  # noqa: E402
from gepa.core.adapter import EvaluationBatch  # noqa: E402
from gepa.logging.logger import LoggerProtocol  # noqa: E402
from gepa.strategies.instruction_proposal import InstructionProposalSignature  # noqa: E402

DOCUMENT = "SKILL.md"
MINIBATCH = 3  # GEPA's own
FENCED = "=== BEGIN file SKILL.md 0 ===\n<curr_param>\n=== END file SKILL.md 0 ==="
PROMPT = InstructionProposalSignature.default_prompt_template.replace("```\n<curr_param>\n```", FENCED)


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data=data)) as answer:
        return json.load(answer)


class Silent(LoggerProtocol):
    def log(self, message):
        pass


class RefereeAdapter:
    """Rolls out at the referee; a task met again by the same skill is met anew."""

    propose_new_texts = None

    def __init__(self, run):
        self.run = run
        self.met = Counter()

    def evaluate(self, batch, candidate, capture_traces=False):
        calls = []
        for task in batch:
            key = (candidate[DOCUMENT], task["id"])
            calls.append({"skill": 0, "task": task["id"], "repeat": self.met[key]})
            self.met[key] += 1
        skill = {**self.run["skill"], DOCUMENT: candidate[DOCUMENT]}
        outcomes = call("/rollouts", {"run": self.run["run"], "skills": [skill], "calls": calls})["outcomes"]
        scores = [outcome.get("score", {}).get("hard", 0.0) for outcome in outcomes]
        traces = [{"task": task, "outcome": outcome} for task, outcome in zip(batch, outcomes)]
        return EvaluationBatch(outputs=outcomes, scores=scores, trajectories=traces if capture_traces else None)

    def make_reflective_dataset(self, candidate, eval_batch, components_to_update):
        def shown(trace):
            score = trace["outcome"].get("score", {})
            said = {"why": score.get("why", ""), "feedback": score.get("feedback", "")}
            return {
                "Inputs": trace["task"]["text"],
                "Generated Outputs": trace["outcome"].get("reply", ""),
                "Feedback": json.dumps(said, separators=(",", ":")),
            }

        return {name: [shown(trace) for trace in eval_batch.trajectories] for name in components_to_update}


def play(run):
    asked = Counter()

    def reflect(prompt):
        asked["model"] += 1
        content = prompt if isinstance(prompt, str) else prompt[-1]["content"]
        messages = [{"role": "user", "content": content}]
        return call("/complete", {"run": run["run"], "messages": messages, "seed": asked["model"]})["text"]

    # An iteration that has begun is ended: two minibatches and the validation tasks.
    most = run["rollouts"] - 2 * MINIBATCH - len(run["validation"])
    result = gepa.optimize(
        seed_candidate={DOCUMENT: run["skill"][DOCUMENT]},
        trainset=run["train"],
        valset=run["validation"],
        adapter=RefereeAdapter(run),
        reflection_lm=reflect,
        reflection_prompt_template=PROMPT,
        max_metric_calls=most,
        seed=run["seed"],
        logger=Silent(),
    )
    skill = {**run["skill"], DOCUMENT: result.best_candidate[DOCUMENT]}
    claimed = result.val_aggregate_scores[result.best_idx]
    call("/submit", {"run": run["run"], "skill": skill, "claimed": claimed})


while run := call("/next"):
    play(run)
