"""Pawl's environments for Gymnasium, over HTTP. One file; needs the standard library only, and uses gymnasium where it is installed.

    pawl tasks serve                                    # in another terminal
    env = PawlEnv("GRID_NAV@2", face="discrete")        # as gymnasium.Env
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

    envs = PawlVectorEnv("PARITY@3", num_envs=64)       # one request steps all 64
    observations, infos = envs.reset(seed=7)

Faces: "bits" (lists of 0 and 1), "discrete" (bits in, the number of an action out), "text" (strings both ways), "data" (JSON both ways).
A task is TEMPLATE@LEVEL(param=value,...), as everywhere in Pawl. info["score"] at the end of an episode holds the verifier's verdict.
"""

import json
import random
import urllib.error
import urllib.request

try:
    import gymnasium
    import numpy

    Env, VectorEnv = gymnasium.Env, gymnasium.vector.VectorEnv
    NEXT_STEP = gymnasium.vector.AutoresetMode.NEXT_STEP
    MultiBinary, Discrete, Text = gymnasium.spaces.MultiBinary, gymnasium.spaces.Discrete, gymnasium.spaces.Text
except ImportError:  # the same few names without gymnasium
    gymnasium = None
    numpy = None

    class Env:
        metadata = {}

        def reset(self, *, seed=None, options=None):
            pass

    VectorEnv, NEXT_STEP = object, "NextStep"

    class _Space:
        def __init__(self):
            self._random = random.Random()

        def seed(self, seed=None):
            self._random.seed(seed)

    class MultiBinary(_Space):
        def __init__(self, n):
            super().__init__()
            self.n, self.shape = n, (n,)

        def sample(self):
            return [self._random.randrange(2) for _ in range(self.n)]

        def contains(self, value):
            return len(value) == self.n and all(bit in (0, 1) for bit in value)

    class Discrete(_Space):
        def __init__(self, n):
            super().__init__()
            self.n, self.shape = n, ()

        def sample(self):
            return self._random.randrange(self.n)

        def contains(self, value):
            return 0 <= value < self.n

    class Text(_Space):
        def __init__(self, max_length, charset=None):
            super().__init__()
            self.max_length = max_length

        def sample(self):
            return ""

        def contains(self, value):
            return isinstance(value, str) and len(value) <= self.max_length


# What texts of tasks are made of: signs, letters and symbols of most scripts.
CHARACTERS = "\t\n" + "".join(chr(code) for code in range(32, 0x3000))


class PawlError(Exception):
    """A request that the server refused; the message ends with its hint."""


class Client:
    """The protocol: one JSON object per request."""

    def __init__(self, url="http://127.0.0.1:7411", timeout=60):
        self.url, self.timeout = url.rstrip("/"), timeout

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers={"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            told = json.load(error)
            raise PawlError(f"{told['message']} {told.get('hint') or ''}".strip()) from None

    def score(self, task_id, reply):
        """Scores a reply (or a list of replies) to a task by its id, as a reward function of a trainer needs it."""
        return self.call("/score", {"id": task_id, "reply": reply})


class _Batch:
    """A batch of lanes on the server and the translation of its face."""

    def __init__(self, task, face, count, split, index, url, autoreset):
        self.client, self.face, self.count, self.index = Client(url), face, count, index
        self.request = {"task": task, "face": face, "count": count, "split": split, "index": index, "autoreset": autoreset}
        self.id = None
        self.made = self._make(0)

    def _make(self, seed):
        if self.id is not None:
            self.client.call("/close", {"batch": self.id})
        made = self.client.call("/make", {**self.request, "seed": seed})
        self.id = made["batch"]
        return made

    def start(self, seed, options):
        """A seed begins its stream of tasks anew; without one the next tasks follow."""
        if seed is not None:
            self.made = self._make(seed)
            return self.made["observations"], self.made["ids"]
        if self.made is not None:  # the tasks that /make drew were not played yet
            made, self.made = self.made, None
            return made["observations"], made["ids"]
        body = {"batch": self.id}
        if options and "index" in options:
            body["index"] = options["index"]
        answer = self.client.call("/reset", body)
        return answer["observations"], answer["ids"]

    def step(self, actions):
        self.made = None
        return self.client.call("/step", {"batch": self.id, "actions": [self.write(action) for action in actions]})

    def read(self, observation):
        if self.face in ("text", "data"):
            return observation
        bits = [int(bit) for bit in observation]
        return bits if numpy is None else numpy.array(bits, dtype=numpy.int8)

    def write(self, action):
        if self.face == "bits":
            return "".join("1" if bit else "0" for bit in action)
        return int(action) if self.face == "discrete" else action

    def spaces(self, spaces):
        if self.face == "text":
            return Text(100_000, charset=CHARACTERS), Text(100_000, charset=CHARACTERS)
        if self.face == "data":
            return None, None
        actions = spaces["action"]["actions"]
        wanted = Discrete(len(actions)) if self.face == "discrete" else MultiBinary(spaces["action"]["bits"])
        return MultiBinary(spaces["observation"]["bits"]), wanted

    def close(self):
        if self.id is not None:
            self.client.call("/close", {"batch": self.id})
            self.id = None


class PawlEnv(Env):
    """One environment."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, task, face="bits", split="train", index=0, url="http://127.0.0.1:7411", render_mode=None):
        self.batch = _Batch(task, face, 1, split, index, url, False)
        self.rules = self.batch.made["rules"]
        self.actions = self.batch.made["spaces"]["action"]["actions"]
        self.observation_space, self.action_space = self.batch.spaces(self.batch.made["spaces"])
        self.render_mode = render_mode
        self._shown = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        observations, ids = self.batch.start(seed, options)
        self._shown = observations[0]
        return self.batch.read(observations[0]), {"id": ids[0], "rules": self.rules}

    def step(self, action):
        answer = self.batch.step([action])
        self._shown = answer["observations"][0]
        info = {"seat": answer["seats"][0]}
        if answer["scores"][0] is not None:
            info["score"] = answer["scores"][0]
        observation = self.batch.read(answer["observations"][0])
        return observation, float(answer["rewards"][0]), answer["terminated"][0], answer["truncated"][0], info

    def render(self):
        return self._shown if self.render_mode == "ansi" else None

    def close(self):
        self.batch.close()


class PawlVectorEnv(VectorEnv):
    """Many environments in step, one request each time. A lane that is over begins its next task at the next step (next-step autoreset)."""

    metadata = {"autoreset_mode": NEXT_STEP}

    def __init__(self, task, num_envs, face="bits", split="train", index=0, url="http://127.0.0.1:7411"):
        self.num_envs = num_envs
        self.batch = _Batch(task, face, num_envs, split, index, url, True)
        self.rules = self.batch.made["rules"]
        self.single_observation_space, self.single_action_space = self.batch.spaces(self.batch.made["spaces"])
        if gymnasium is not None and self.single_action_space is not None:
            batched = gymnasium.vector.utils.batch_space
            self.observation_space = batched(self.single_observation_space, num_envs)
            self.action_space = batched(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        observations, ids = self.batch.start(seed, options)
        return self._stack([self.batch.read(each) for each in observations]), {"id": ids}

    def step(self, actions):
        answer = self.batch.step(list(actions))
        observations = self._stack([self.batch.read(each) for each in answer["observations"]])
        rewards, terminated, truncated = answer["rewards"], answer["terminated"], answer["truncated"]
        if numpy is not None:
            rewards, terminated, truncated = (numpy.array(each) for each in (rewards, terminated, truncated))
        return observations, rewards, terminated, truncated, {"score": answer["scores"], "seat": answer["seats"]}

    def _stack(self, observations):
        return numpy.stack(observations) if numpy is not None and self.batch.face in ("bits", "discrete") else observations

    def close(self):
        self.batch.close()


if __name__ == "__main__":
    import sys

    task, url = (sys.argv + ["GRID_NAV@1", "http://127.0.0.1:7411"][len(sys.argv) - 1 :])[1:3]
    env = PawlEnv(task, face="text", url=url)
    text, info = env.reset(seed=0)
    print(info["rules"], text, sep="\n\n")
    done = False
    while not done:
        text, reward, terminated, truncated, info = env.step(input("> "))
        print(f"reward {reward}", text, sep="\n")
        done = terminated or truncated
    print(json.dumps(info["score"], indent=2))
