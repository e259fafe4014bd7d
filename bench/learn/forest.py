"""Reads one table as JSON; prints accuracy and leaves of a decision tree and a random forest."""
import json
import sys

from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

table = json.load(sys.stdin)
train, rest = table["train"], table["rest"]
rows, answer = table["rows"], table["answer"]
columns = list(zip(*rows))
features = []
for column in columns:
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in column):
        features.append(column)
    else:
        for value in sorted(set(map(str, column))):
            features.append([1 if str(cell) == value else 0 for cell in column])
x = list(zip(*features))
y = [str(value) for value in answer]
true = [str(value) for value in table["truth"]]
out = {}
for name, model in (
    ("tree", DecisionTreeClassifier(random_state=0)),
    ("forest", RandomForestClassifier(n_estimators=100, random_state=0)),
):
    model.fit([x[i] for i in train], [y[i] for i in train])
    said = model.predict([x[i] for i in rest])
    right = sum(a == true[i] for a, i in zip(said, rest))
    trees = [model] if name == "tree" else model.estimators_
    out[name] = {"accuracy": right / len(rest), "leaves": int(sum(t.get_n_leaves() for t in trees))}
print(json.dumps(out))
