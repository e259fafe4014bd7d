"""A learner of one's own for `pawl bench vary`: lines of JSON in, lines of JSON out, standard library only.

    pawl bench vary bandit --learner 'python3 examples/pawl_learner.py'
    pawl bench vary modulus --modulus 7 --learner 'python3 examples/pawl_learner.py'

Every message has a "type", and is answered by one line:
  start   {"task": "bandit", "arms", "dimensions", "rounds"} or {"task": "strings"}   ->  {}
  choose  {"context": [bits]}                                                        ->  {"arm": number}
  learn   {"context", "arm", "reward"}                                               ->  {}
  train   {"sequences": [{"tokens": [...], "label": number}]}                        ->  {}
  answer  {"sequences": [[...]]}                                                     ->  {"labels": [...]}
"""

import json
import random
import sys


class Learner:
    def start(self, message):
        self.random = random.Random(1)
        self.pulls = [1] * message.get("arms", 1)
        self.wins = [0.5] * message.get("arms", 1)
        self.table = {}
        return {}

    # A bandit without contexts: Thompson sampling of each arm's mean.
    def choose(self, message):
        draws = [self.random.betavariate(w + 0.5, n - w + 0.5) for w, n in zip(self.wins, self.pulls)]
        return {"arm": draws.index(max(draws))}

    def learn(self, message):
        self.pulls[message["arm"]] += 1
        self.wins[message["arm"]] += message["reward"]
        return {}

    # Strings: the modulus of the count of 1 that explains the training labels, if there is one.
    def train(self, message):
        for modulus in range(2, 33):
            table = {}
            fits = all(
                table.setdefault(one["tokens"].count(1) % modulus, one["label"]) == one["label"]
                for one in message["sequences"]
            )
            if fits:
                self.table = {"modulus": modulus, "labels": table}
                break
        return {}

    def answer(self, message):
        labels = self.table.get("labels", {})
        modulus = self.table.get("modulus", 2)
        return {"labels": [labels.get(tokens.count(1) % modulus, 0) for tokens in message["sequences"]]}


learner = Learner()
for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps(getattr(learner, message["type"])(message)), flush=True)
