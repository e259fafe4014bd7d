import { afterEach, describe, expect, it } from 'vitest';
import type { Dispatcher } from '#foundation/contracts/ports';
import { createInProcessDispatcher } from '#world/dispatch';
import { createSimulatedWorld, findSimulatedWorld } from '#world/models/simulated';
import { bestOfN } from './best-of-n.ts';
import { compete } from './competitor.ts';
import { ownCompetitors } from './own-competitors.ts';
import { playElsewhere } from './play-elsewhere.ts';
import { playRuns } from './play-runs.ts';
import { dollarsOf } from './prices.ts';
import { Offer } from './protocol.ts';
import { type PlannedRun, type Referee, startReferee } from './referee.ts';
import { callReferee } from './remote-world.ts';
import { changesWithoutGain, pairedDifferences, truthAt } from './train-analysis.ts';
import { outsider } from './train-suite.ts';

const small: PlannedRun = { world: findSimulatedWorld('small'), seed: 7, rollouts: 150 };
let referee: Referee | undefined;
const start = async (plans: readonly PlannedRun[]): Promise<string> => {
  referee = await startReferee(plans);
  return referee.url;
};
afterEach(async () => {
  await referee?.close();
});

describe('the referee of training', () => {
  it('counts a rollout once, refuses what passes the budget whole, and hides test tasks and gold answers', async () => {
    const url = await start([{ ...small, rollouts: 5 }]);
    const offer = Offer.parse(await callReferee(url, '/next'));
    expect(JSON.stringify(offer)).not.toContain('actions');
    expect(offer.train.length + offer.validation.length).toBe(40);
    const ask = (tasks: readonly string[], repeat = 0): Promise<unknown> =>
      callReferee(url, '/rollouts', {
        run: offer.run,
        skills: [offer.skill],
        calls: tasks.map((task) => ({ skill: 0, task, repeat })),
      });
    const ids = offer.train.map((task) => task.id);
    expect(await ask(ids.slice(0, 4))).toMatchObject({ left: 1 });
    expect(await ask(ids.slice(0, 4))).toMatchObject({ left: 1 });
    await expect(ask(ids.slice(4, 6))).rejects.toMatchObject({ code: 'bench/budget' });
    expect(await ask(ids.slice(4, 5))).toMatchObject({ left: 0 });
    await expect(ask(['test-0'])).rejects.toMatchObject({ code: 'bench/protocol' });
    await expect(callReferee(url, '/rollouts', { run: 'run-9', skills: [], calls: [] })).rejects.toThrow(
      /no open run/u,
    );
    await expect(callReferee(url, '/rollouts', { nonsense: 1 })).rejects.toMatchObject({ code: 'bench/protocol' });
  });

  it('counts what was used in dollars, and a rollout that is asked for twice once', async () => {
    const url = await start([small]);
    const offer = Offer.parse(await callReferee(url, '/next'));
    const calls = [{ skill: 0, task: offer.train[0]!.id, repeat: 0 }];
    for (const _time of [1, 2]) await callReferee(url, '/rollouts', { run: offer.run, skills: [offer.skill], calls });
    const messages = [{ role: 'user', content: 'x'.repeat(400) }];
    await callReferee(url, '/complete', { run: offer.run, messages, seed: 1 });
    await callReferee(url, '/submit', { run: offer.run, skill: offer.skill, claimed: null });
    const [played] = await referee!.done;
    const world = createSimulatedWorld(small.world, small.seed);
    const task = world.tasks('train')[0]!;
    const { usage } = await world.rollout({ task, skill: offer.skill, repeat: 0, mayShowFeedback: true });
    const written = played!.dollars - dollarsOf('target', usage);
    expect(written).toBeGreaterThan((100 * 3) / 1e6);
    expect(written).toBeLessThan((100 * 3 + 1000 * 15) / 1e6);
  });

  it('shows feedback on training tasks only', async () => {
    const url = await start([small]);
    const offer = Offer.parse(await callReferee(url, '/next'));
    const tasks = [...offer.train, ...offer.validation].map((task) => task.id);
    const calls = tasks.map((task) => ({ skill: 0, task, repeat: 0 }));
    const text = JSON.stringify(await callReferee(url, '/rollouts', { run: offer.run, skills: [offer.skill], calls }));
    expect(text).toContain('Hint:');
    const validation = offer.validation.map((task) => ({ skill: 0, task: task.id, repeat: 1 }));
    const silent = await callReferee(url, '/rollouts', { run: offer.run, skills: [offer.skill], calls: validation });
    expect(JSON.stringify(silent)).not.toContain('Hint:');
  });

  it('lets competitors of both kinds play to the end within the budget, the same way each time', async () => {
    const play = async (): Promise<unknown> => {
      const url = await start([small, { ...small, seed: 8 }]);
      await compete(bestOfN, url);
      const baseline = await referee!.done;
      await referee!.close();
      await compete(ownCompetitors['gate']!, await start([small]));
      return [baseline, await referee!.done];
    };
    const [first, second] = [await play(), await play()];
    expect(second).toEqual(first);
    for (const run of await referee!.done) {
      expect(run.used).toBeLessThanOrEqual(150);
      expect(run.low).toBeLessThanOrEqual(run.headline);
      expect(run.headline).toBeLessThanOrEqual(run.high);
    }
  });

  it('lets a process play all its runs to the last rollout', async () => {
    // Asks for as many rollouts of the first skill as there are, in blocks, and hands that skill in.
    const script = `
      const ask = async (path, body) => (await fetch(process.env.PAWL_REFEREE + path, body && { method: 'POST', body: JSON.stringify(body) })).json();
      for (let offer = await ask('/next'); offer !== null; offer = await ask('/next')) {
        const { run, skill, train, rollouts } = offer;
        for (let at = 0; at < rollouts; at += train.length) {
          const calls = train.slice(0, rollouts - at).map(({ id }) => ({ skill: 0, task: id, repeat: at }));
          await ask('/rollouts', { run, skills: [skill], calls });
        }
        await ask('/submit', { run, skill, claimed: null });
      }`;
    const contestant = { name: 'patient', command: [process.execPath, '-e', script] };
    const played = await playRuns(contestant, [small, { ...small, seed: 8 }]);
    expect(played.map(({ seed, used }) => [seed, used])).toEqual([
      [7, 150],
      [8, 150],
    ]);
  });

  it('says what a competitor said when it ends too early', async () => {
    const contestant = {
      name: 'broken',
      command: [process.execPath, '-e', 'console.error("no idea"); process.exit(4)'],
    };
    await expect(playRuns(contestant, [small])).rejects.toThrow(/code 4.*no idea/u);
  });
});

describe('a competitor from outside', () => {
  it.each([
    ['gepa=python3 play.py {url}', 'gepa', 'python3 play.py "$PAWL_REFEREE"'],
    ['PATH=x python3 play.py {url}', 'PATH=x python3 play.py {url}', 'PATH=x python3 play.py "$PAWL_REFEREE"'],
  ])('%s has a name of its own where one is given', (text, name, line) => {
    expect(outsider(text)).toEqual({ name, command: ['sh', '-c', line] });
  });
});

describe('the analysis of the training benchmark', () => {
  const path = [
    { rollouts: 0, truth: 0.2 },
    { rollouts: 100, truth: 0.6 },
    { rollouts: 300, truth: 0.5 },
    { rollouts: 500, truth: 0.9 },
  ];
  const run = {
    ...small,
    name: 'small',
    path,
    used: 500,
    completions: 3,
    dollars: 0.5,
    truth: 0.9,
    possible: 1,
    harmful: 0,
    lines: 0,
    isChanged: true,
  };
  const played = { ...run, headline: 0.9, low: 0.8, high: 1, claimed: null };

  it('reads the path of a run', () => {
    expect([0, 99, 100, 400, 900].map((rollouts) => truthAt(played, rollouts))).toEqual([0.2, 0.2, 0.6, 0.5, 0.9]);
    expect(changesWithoutGain([played])).toEqual({ without: 1, all: 3 });
  });

  it('pairs runs by world and seed', () => {
    expect(
      pairedDifferences(
        [played],
        [
          { ...played, truth: 0.7 },
          { ...played, seed: 99, truth: 0.1 },
        ],
      )[0],
    ).toBeCloseTo(0.2, 12);
  });
});

describe('runs as jobs', () => {
  it('come to what one process plays, in the same order, and leave command lines of others here', async () => {
    const jobs: string[] = [];
    const here = createInProcessDispatcher();
    const dispatcher: Dispatcher = {
      ...here,
      run(kind, inputs, options) {
        jobs.push(kind.kind);
        return here.run(kind, inputs, options);
      },
    };
    const plans = [7, 8, 9].map((seed) => ({ ...small, seed, rollouts: 60 }));
    const url = await start(plans);
    await compete(ownCompetitors['best-of-n']!, url);
    const alone = await referee!.done;
    const play = playElsewhere(dispatcher);
    expect(await play({ name: 'best-of-n', command: ['false'] }, plans)).toEqual(alone);
    expect(jobs).toEqual(['bench/play-runs', 'bench/play-runs']);
    await expect(play({ name: 'another', command: ['false'] }, plans)).rejects.toMatchObject({
      code: 'bench/competitor',
    });
    expect(jobs).toHaveLength(2);
    await here.close();
  });
});
