import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { score } from '#tasks/play';
import { startTaskServer, type TaskServer } from './task-server.ts';

let server: TaskServer;
beforeAll(async () => {
  server = await startTaskServer('127.0.0.1', 0);
});
afterAll(() => server.close());

interface Made {
  readonly batch: string;
  readonly ids: string[];
  readonly spaces: { readonly action: { readonly actions: string[] | null } };
}

async function call(path: string, body?: unknown): Promise<{ status: number; value: Made & Stepped }> {
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(server.url + path, request);
  // oxlint-disable-next-line no-unsafe-type-assertion -- what the server answers; a wrong shape fails the test
  return { status: response.status, value: (await response.json()) as Made & Stepped };
}

interface Stepped {
  readonly observations: unknown[];
  readonly rewards: number[];
  readonly terminated: boolean[];
  readonly truncated: boolean[];
  readonly scores: ({ ok: boolean; reward: number; id: string } | null)[];
}

describe('the task server', () => {
  it('steps many lanes at once, and scores each as the verifier does', async () => {
    const { value: made } = await call('/make', { task: 'PARITY@1', count: 8, face: 'text', seed: 7 });
    const actions = made.ids.map((id) => String(id.length % 2));
    const { value } = await call('/step', { batch: made.batch, actions });
    expect(value.terminated).toEqual(made.ids.map(() => true));
    expect(value.scores.map((one) => one?.reward)).toEqual(made.ids.map((id, i) => score(id, actions[i]!).reward));
    expect(new Set(value.rewards)).toEqual(new Set([0, 1]));
  });

  it('resets a lane that is over only where asked to, and then with its next task', async () => {
    for (const autoreset of [false, true]) {
      const { value: made } = await call('/make', { task: 'PARITY@1', count: 2, face: 'text', autoreset });
      await call('/step', { batch: made.batch, actions: ['0', '1'] });
      const { value } = await call('/step', { batch: made.batch, actions: ['0', '1'] });
      expect(value.rewards).toEqual([0, 0]);
      expect(value.terminated).toEqual([!autoreset, !autoreset]);
      const { value: again } = await call('/reset', { batch: made.batch, lanes: [1] });
      expect(again.ids[1]).not.toBe(made.ids[1]);
    }
  });

  it('tells a step limit from an end, and what cannot be read from what can', async () => {
    const { value: made } = await call('/make', { task: 'GRID_NAV@1(obstacles=0)', face: 'discrete' });
    const stay = made.spaces.action.actions!.indexOf('STAY');
    let last: Stepped;
    do last = (await call('/step', { batch: made.batch, actions: [stay] })).value;
    while (last.scores[0] === null);
    expect(last.terminated.concat(last.truncated)).toEqual([false, true]);
    expect((await call('/step', { batch: made.batch, actions: [] })).status).toBe(400);
    expect((await call('/step', { batch: 'b999', actions: [] })).status).toBe(400);
    expect((await call('/make', { task: 'NO_SUCH' })).status).toBe(400);
    expect((await call('/make', { task: 'ARITH_EXPR@3', face: 'discrete' })).status).toBe(400);
    expect((await call('/nothing')).status).toBe(404);
  });

  it('plays the same through all faces', async () => {
    const task = { task: 'KV_RETRIEVAL@1', seed: 3 };
    const { value: data } = await call('/make', { ...task, face: 'data' });
    const { value: bits } = await call('/make', { ...task, face: 'bits' });
    expect(bits.ids).toEqual(data.ids);
    expect(bits.observations[0]).toMatch(/^[01]+$/);
    const { value: wrong } = await call('/step', { batch: data.batch, actions: [{ what: 1 }] });
    expect(wrong.scores[0]).toMatchObject({ ok: false });
  });
});

const interpreter = process.env['PAWL_PYTHON'] ?? 'python3';
const python = spawnSync(interpreter, ['--version']).status === 0;

describe.skipIf(!python)('examples/pawl_gym.py', () => {
  it('plays one environment and many through the server', async () => {
    const folder = fileURLToPath(new URL('../../../../examples', import.meta.url));
    const script = `
import sys; sys.path.insert(0, ${JSON.stringify(folder)})
from pawl_gym import PawlEnv, PawlVectorEnv, Client, PawlError
url = ${JSON.stringify(server.url)}
env = PawlEnv("GRID_NAV@1", face="discrete", url=url)
first, info = env.reset(seed=7)
again, info2 = env.reset(seed=7)
assert list(first) == list(again) and info["id"] == info2["id"], "a seed begins its stream anew"
assert env.observation_space.contains(first) and env.action_space.n == 5
other, info3 = env.reset()
assert info3["id"] == info["id"], "the drawn task is played first"
done = False
total = 0
while not done:
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    total += reward
    done = terminated or truncated
assert abs(total - info["score"]["reward"]) < 1e-9
_, info4 = env.reset()
assert info4["id"] != info3["id"], "then the next"
env.close()
many = PawlVectorEnv("PARITY@2", 16, url=url)
many.reset(seed=1)
for _ in range(4):
    observations, rewards, terminated, truncated, info = many.step([many.single_action_space.sample() for _ in range(16)])
    assert len(observations) == 16 and len(rewards) == 16
many.close()
assert Client(url).score("PARITY/1/7/0", "0")["reward"] + Client(url).score("PARITY/1/7/0", "1")["reward"] == 1
try:
    PawlEnv("NO_SUCH", url=url)
    raise SystemExit("must be refused")
except PawlError as error:
    assert "pawl tasks list" in str(error)
try:
    import gymnasium
    from gymnasium.utils.env_checker import check_env
except ImportError:
    print("fine, gymnasium not run")
    raise SystemExit(0)
for task in ["GRID_NAV@2", "PARITY@1", "SAFE_RL@1", "MASK(PARITY,x...)@1"]:
    for face in ["bits", "discrete", "text"]:
        check_env(PawlEnv(task, face=face, url=url), skip_render_check=True)
lanes = gymnasium.wrappers.vector.RecordEpisodeStatistics(PawlVectorEnv("PARITY@2", 8, face="discrete", url=url))
observations, _ = lanes.reset(seed=1)
assert lanes.observation_space.contains(observations)
ended = 0
for _ in range(6):
    *_, info = lanes.step(lanes.action_space.sample())
    ended += int(sum(info.get("_episode", [])))
assert ended == 24, "every second step begins the next task"
print("fine with gymnasium")
`;
    const { spawn } = await import('node:child_process');
    const output = await new Promise<string>((resolve) => {
      const child = spawn(interpreter, ['-c', script]);
      let text = '';
      child.stdout.on('data', (chunk) => (text += String(chunk)));
      child.stderr.on('data', (chunk) => (text += String(chunk)));
      child.on('close', () => resolve(text));
    });
    expect(['fine with gymnasium', 'fine, gymnasium not run']).toContain(output.trim());
  }, 20_000);
});
