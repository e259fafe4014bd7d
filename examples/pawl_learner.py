"""A learner of one's own for `pawl bench vary`: lines of JSON in, lines of JSON out, standard library only.

    pawl bench vary bandit --learner 'python3 examples/pawl_learner.py'
    pawl bench vary modulus --modulus 7 --learner 'python3 examples/pawl_learner.py'
    pawl bench vary kv --vocabulary 16 --learner 'python3 examples/pawl_learner.py'
    pawl bench vary text --learner 'python3 examples/pawl_learner.py'

Every message has a "type", and is answered by one line:
  start   {"task": "bandit", "arms", "dimensions", "rounds"} or {"task": "strings" | "pairs" | "text"}  ->  {}
  choose  {"context": [bits]}                                                        ->  {"arm": number}
  learn   {"context", "arm", "reward"}                                               ->  {}
  train   {"sequences": [{"tokens": [...], "label": number}]}                        ->  {}
  answer  {"sequences": [[...]]}                                                     ->  {"labels": [...]}
  read    {"bytes": [...]}                                                           ->  {}
  predict {}                                                                         ->  {"odds": [256 numbers above 0]}

Tokens of "pairs" are [class, symbol]: 0 start, 1 symbol, 2 separator, 3 end. The answer is the value of the key that is
asked for, counted from 1, or 0 where the key is not there.
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
        self.task = message["task"]
        self.followers = {}
        self.last = b""
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
        if self.task == "pairs":
            return {}
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
        if self.task == "pairs":
            return {"labels": [self.look_up([symbol for kind, symbol in one if kind == 1]) for one in message["sequences"]]}
        labels = self.table.get("labels", {})
        modulus = self.table.get("modulus", 2)
        return {"labels": [labels.get(tokens.count(1) % modulus, 0) for tokens in message["sequences"]]}

    # Pairs: keys and values in turn, then the key that is asked for; the last value of a key counts.
    def look_up(self, symbols):
        *pairs, query = symbols
        values = dict(zip(pairs[::2], pairs[1::2]))
        return values[query] + 1 if query in values else 0

    # Text: how often each byte followed the two before it, and a little for every byte.
    def read(self, message):
        for byte in message["bytes"]:
            counts = self.followers.setdefault(self.last, {})
            counts[byte] = counts.get(byte, 0) + 1
            self.last = (self.last + bytes([byte]))[-2:]
        return {}

    def predict(self, message):
        counts = self.followers.get(self.last, {})
        return {"odds": [counts.get(byte, 0) + 0.01 for byte in range(256)]}


learner = Learner()
for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps(getattr(learner, message["type"])(message)), flush=True)
