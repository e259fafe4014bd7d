import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelClient, Timer } from '#foundation/contracts/ports';
import type { SkillTask } from '#foundation/contracts/skills';
import { train, usualSettings } from '#learners/skill/train';
import { createAnswerWorld } from '#learners/skill/worlds';
import { createSimulatedOptimizer, findSimulatedWorld } from '#world/models/simulated';
import { createScorer } from '#learners/skill/score';
import { openStore } from '#world/store';

export interface Speed {
  readonly rollouts: number;
  /** Seconds of the whole run. */
  readonly seconds: number;
  /** Of these, without the ones in which a reply of the optimizer was awaited. */
  readonly ours: number;
  /** Seconds of the stages that made rollouts. */
  readonly rolling: number;
}

export interface Size {
  readonly train: number;
  readonly validation: number;
  readonly batch: number;
  readonly latency: number;
  readonly concurrency: number;
  /** Reflect on failures alone, once: for many tasks, where the memory of rollouts is what counts. */
  readonly reflectsLittle?: boolean;
}

/** One epoch of training with the journal on disk, against a model that takes so long for a reply. */
export async function timeTraining(size: Size): Promise<Speed> {
  const { train: count, validation, batch, latency, concurrency, reflectsLittle = false } = size;
  const tasks = { train: sums('train', count), validation: sums('validation', validation), test: sums('test', 1) };
  const scorer = createScorer({ kind: 'exact', part: 'whole' }, {});
  const target = awaited(adder(latency));
  const optimizer = awaited(createSimulatedOptimizer(findSimulatedWorld('easy'), 1));
  const clock = rollingClock(target.calls);
  const folder = mkdtempSync(join(tmpdir(), 'pawl-throughput-'));
  const store = openStore(folder);
  try {
    const settings = {
      ...usualSettings,
      epochs: 1,
      batchSize: batch,
      testAtEnd: false,
      failureOnly: reflectsLittle,
      search: { ...usualSettings.search, patience: 0, ...(reflectsLittle ? { readings: 1, votes: 1 } : {}) },
      rollouts: { ...usualSettings.rollouts, concurrency },
    };
    const start = performance.now();
    const { rollouts } = await train({ 'SKILL.md': '# Sums\n\nAdd the numbers.\n' }, settings, {
      journal: store.createRun({ loop: 'train', seed: 1, config: {} }),
      world: createAnswerWorld({ name: 'sums', target: target.client, scorer, tasks }),
      optimizer: optimizer.client,
      timer,
      watch: clock.enter,
    });
    clock.enter('end');
    const spent = performance.now() - start;
    return {
      rollouts,
      seconds: spent / 1000,
      ours: (spent - optimizer.milliseconds()) / 1000,
      rolling: clock.milliseconds() / 1000,
    };
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sums of small numbers: about two hundred bytes a task. */
function sums(split: string, count: number): SkillTask[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${split}-${i}`,
    text: `${'Add the two numbers that follow and reply with their sum alone. '.repeat(2)}What is ${i} plus ${i % 7}?`,
    type: `plus ${i % 7}`,
    data: { answers: [String(i + (i % 7))] },
  }));
}

/** Adds after so many milliseconds, and three times in ten gets it wrong. */
function adder(latency: number): ModelClient {
  return {
    id: `adder:${latency}`,
    isSimulated: true,
    async complete({ messages }) {
      if (latency > 0) await sleep(latency);
      const [, a, b] = /What is (\d+) plus (\d+)/.exec(messages.at(-1)!.content)!;
      const sum = Number(a) + Number(b);
      const usage = { calls: 1, promptTokens: 60, completionTokens: 3 };
      return { text: String(sum % 10 < 7 ? sum : sum + 1), finish: 'stop', usage };
    },
  };
}

/** A model, how often it was asked, and the milliseconds in which at least one of its replies was awaited. */
function awaited(client: ModelClient): {
  readonly client: ModelClient;
  readonly calls: () => number;
  readonly milliseconds: () => number;
} {
  let [calls, open, since, spent] = [0, 0, 0, 0];
  return {
    client: {
      ...client,
      async complete(request, signal) {
        calls += 1;
        if (open === 0) since = performance.now();
        open += 1;
        try {
          return await client.complete(request, signal);
        } finally {
          open -= 1;
          if (open === 0) spent += performance.now() - since;
        }
      },
    },
    calls: () => calls,
    milliseconds: () => spent,
  };
}

/** Sums the time of stages in which the count rose. */
function rollingClock(count: () => number): {
  readonly enter: (stage: string) => void;
  readonly milliseconds: () => number;
} {
  let [since, before, spent] = [performance.now(), count(), 0];
  return {
    enter(stage) {
      if (stage === '') return;
      const now = performance.now();
      if (count() > before) spent += now - since;
      [since, before] = [now, count()];
    },
    milliseconds: () => spent,
  };
}

const timer: Timer = {
  now: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
  deadline: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, 2 ** 31 - 1)),
};
