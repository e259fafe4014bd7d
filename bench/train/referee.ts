import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { sealedHeadline } from '#ratchet/gate';
import { Fault } from '#foundation/kernel';
import type { SimulatedWorld } from '#world/models/simulated';
import { dollarsOf } from './prices.ts';
import { createRefereeOptimizer, createRefereeWorld, type RefereeWorld } from './worlds/referee-world.ts';
import { CompleteBody, type Offer, RolloutsBody, SkillBody } from './protocol.ts';

/** One run to be played. */
export interface PlannedRun {
  readonly world: RefereeWorld;
  readonly seed: number;
  readonly rollouts: number;
}

/** What the referee saw of one run. Truth is exact; the competitor never sees it. */
export interface PlayedRun extends PlannedRun {
  readonly name: string;
  /** The skill in force after so many rollouts: its true score at each change. */
  readonly path: readonly { readonly rollouts: number; readonly truth: number }[];
  readonly used: number;
  readonly completions: number;
  /** What target and optimizer used, at the prices of the benchmark. */
  readonly dollars: number;
  readonly truth: number;
  /** The most that a skill can truly score. */
  readonly possible: number;
  /** Lines of the skill without which its true score would be higher, and all its list items. */
  readonly harmful: number;
  readonly lines: number;
  readonly isChanged: boolean;
  /** Score and interval on the sealed test tasks, rolled out after the end. */
  readonly headline: number;
  readonly low: number;
  readonly high: number;
  readonly claimed: number | null;
}

interface OpenRun {
  readonly id: string;
  readonly plan: PlannedRun;
  readonly world: SimulatedWorld;
  readonly optimizer: ModelClient;
  readonly tasks: ReadonlyMap<string, SkillTask>;
  readonly trainIds: ReadonlySet<string>;
  readonly path: { rollouts: number; truth: number }[];
  readonly seen: Set<string>;
  used: number;
  completions: number;
  dollars: number;
}

export interface Referee {
  readonly url: string;
  /** Resolves when all runs are played. */
  readonly done: Promise<readonly PlayedRun[]>;
  close(): Promise<void>;
}

/** A competitor may think for long between two requests: a connection that the referee closed meanwhile would be its failure. */
const PATIENCE = 3_600_000;

/**
 * Serves runs to one competitor and keeps what it must not touch: hidden rules, true scores, the count of rollouts and the sealed
 * test tasks. A rollout asked for twice is made and counted once.
 */
export async function startReferee(plans: readonly PlannedRun[]): Promise<Referee> {
  let finish: (runs: readonly PlayedRun[]) => void = () => undefined;
  const done = new Promise<readonly PlayedRun[]>((resolve) => {
    finish = resolve;
  });
  const listener = getRequestListener(refereeApp(plans, finish).fetch);
  const server = createServer({ keepAliveTimeout: PATIENCE }, (request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    done,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The requests of docs/referee.md; `finish` hears of the last run that was submitted. */
function refereeApp(plans: readonly PlannedRun[], finish: (runs: readonly PlayedRun[]) => void): Hono {
  const waiting = plans.map((plan, at) => ({ plan, id: `run-${at + 1}` }));
  const open = new Map<string, OpenRun>();
  const played: PlayedRun[] = [];
  const find = (id: string): OpenRun => {
    const run = open.get(id);
    if (run === undefined) throw new Fault('bench/protocol', `there is no open run ${id}`);
    return run;
  };
  const app = new Hono();
  app.get('/next', (context) => {
    const next = waiting.shift();
    if (next === undefined) return context.json(null);
    const run = openRun(next.id, next.plan);
    open.set(next.id, run);
    return context.json(offerOf(run));
  });
  app.post('/rollouts', async (context) =>
    context.json(await rollOut(RolloutsBody.parse(await context.req.json()), find)),
  );
  app.post('/complete', async (context) => {
    const { run: id, messages, seed } = CompleteBody.parse(await context.req.json());
    const run = find(id);
    run.completions += 1;
    const { text, usage } = await run.optimizer.complete({ stage: 'optimizer', messages, seed });
    run.dollars += dollarsOf('optimizer', usage);
    return context.json({ text });
  });
  app.post('/report', async (context) => {
    const { run: id, skill } = SkillBody.parse(await context.req.json());
    const run = find(id);
    run.path.push({ rollouts: run.used, truth: run.world.trueScore(skill) });
    return context.json({});
  });
  app.post('/submit', async (context) => {
    const { run: id, skill, claimed } = SkillBody.parse(await context.req.json());
    const run = find(id);
    open.delete(id);
    played.push(await close(run, skill, claimed ?? null));
    if (played.length === plans.length) finish(played);
    return context.json({});
  });
  app.notFound((context) =>
    context.json({ error: 'unknown', message: `${context.req.method} ${context.req.path}` }, 404),
  );
  app.onError(refuse);
  return app;
}

function refuse(error: Error, context: Context): Response {
  if (error instanceof Fault && error.code === 'bench/budget') {
    return context.json({ error: 'budget', message: error.message }, 409);
  }
  const isTheirs = error instanceof Fault || error instanceof z.ZodError || error instanceof SyntaxError;
  return context.json({ error: 'refused', message: error.message }, isTheirs ? 400 : 500);
}

function openRun(id: string, plan: PlannedRun): OpenRun {
  const world = createRefereeWorld(plan.world, plan.seed);
  const shown = [...world.tasks('train'), ...world.tasks('validation')];
  return {
    id,
    plan,
    world,
    optimizer: createRefereeOptimizer(plan.world, plan.seed),
    tasks: new Map(shown.map((task) => [task.id, task])),
    trainIds: new Set(world.tasks('train').map((task) => task.id)),
    path: [{ rollouts: 0, truth: world.trueScore(world.firstSkill) }],
    seen: new Set(),
    used: 0,
    completions: 0,
    dollars: 0,
  };
}

/** Tasks go out without what their scorer knows. */
function offerOf({ id, plan, world }: OpenRun): Offer {
  const bare = (task: SkillTask): SkillTask => ({ ...task, data: null });
  return {
    run: id,
    seed: plan.seed,
    world: world.name,
    isSimulated: true,
    rollouts: plan.rollouts,
    skill: world.firstSkill,
    train: world.tasks('train').map(bare),
    validation: world.tasks('validation').map(bare),
  };
}

async function rollOut(body: RolloutsBody, find: (id: string) => OpenRun): Promise<object> {
  const run = find(body.run);
  const keys = body.skills.map((skill) => JSON.stringify(Object.entries(skill).sort(([a], [b]) => (a < b ? -1 : 1))));
  const fresh = new Set<string>();
  for (const { skill, task, repeat } of body.calls) {
    if (!run.tasks.has(task)) throw new Fault('bench/protocol', `there is no task ${task} to roll out`);
    if (keys[skill] === undefined) throw new Fault('bench/protocol', `there is no skill ${skill} in this request`);
    const key = `${repeat} ${task} ${keys[skill]}`;
    if (!run.seen.has(key)) fresh.add(key);
  }
  if (run.used + fresh.size > run.plan.rollouts) {
    throw new Fault('bench/budget', `${fresh.size} rollouts asked for, ${run.plan.rollouts - run.used} left`);
  }
  for (const key of fresh) run.seen.add(key);
  run.used += fresh.size;
  const outcomes = await Promise.all(
    body.calls.map(({ skill, task, repeat }) =>
      run.world.rollout({
        skill: body.skills[skill]!,
        task: run.tasks.get(task)!,
        repeat,
        mayShowFeedback: run.trainIds.has(task),
      }),
    ),
  );
  for (const [at, { skill, task, repeat }] of body.calls.entries()) {
    if (fresh.delete(`${repeat} ${task} ${keys[skill]!}`)) run.dollars += dollarsOf('target', outcomes[at]!.usage);
  }
  return { outcomes, left: run.plan.rollouts - run.used };
}

/** Opens the test split, which no competitor can reach, and measures what was submitted. */
async function close(run: OpenRun, skill: SkillFiles, claimed: number | null): Promise<PlayedRun> {
  const truth = run.world.trueScore(skill);
  const scores: number[][] = [];
  for (const task of run.world.tasks('test')) {
    const outcome = await run.world.rollout({ task, skill, repeat: 0, mayShowFeedback: false });
    scores.push(outcome.kind === 'scored' ? [outcome.score.hard] : []);
  }
  const { score, interval } = sealedHeadline(scores);
  return {
    ...run.plan,
    name: run.plan.world.name,
    path: [...run.path, { rollouts: run.used, truth }],
    used: run.used,
    completions: run.completions,
    dollars: run.dollars,
    truth,
    possible: run.world.bestScore(),
    ...run.world.harmfulLines(skill),
    isChanged: JSON.stringify(skill) !== JSON.stringify(run.world.firstSkill),
    headline: score,
    low: interval.low,
    high: interval.high,
    claimed,
  };
}
