import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSelfPlay } from '#app/api';
import { usualSelfPlay } from '#learners/model/selfplay';
import { createRng } from '#foundation/kernel';
import { openStore } from '#world/store';
import { runPawl } from '../run-pawl.ts';
import { form, judge, toyTrainer } from '../selfplay/toy-roles.ts';
import { put, workplace } from './workplace.ts';

/** A run that was really made, in a workspace of its own. */
export interface HonestRun {
  readonly workspace: string;
  readonly run: string;
}

export const loops = ['evolve', 'train', 'selfplay', 'learn'] as const;
export type Loop = (typeof loops)[number];

/** One small run of each loop, with acceptances, proofs and patches, as the commands make it. */
export function honestRuns(): Readonly<Record<Loop | 'trials', () => Promise<HonestRun>>> {
  const folder = workplace();
  return {
    evolve: () => made(join(folder, 'evolve'), ['evolve', '--profile', 'tiny', '--templates', 'PARITY,EXEC_TINY_VM']),
    async train() {
      const skill = join(folder, 'skill');
      await runPawl(['init', 'skill', '--yes', '--dir', skill]);
      return made(join(folder, 'train'), ['train', '--config', join(skill, 'pawl.config.ts')], skill);
    },
    /** Training that tries every candidate at once: with trials that end undecided. */
    async trials() {
      const skill = join(folder, 'trials-skill');
      await runPawl(['init', 'skill', '--yes', '--dir', skill]);
      const config = join(skill, 'pawl.config.ts');
      writeFileSync(
        config,
        readFileSync(config, 'utf8').replace('epochs: 8,', 'epochs: 8, search: { draftSteps: 1 },'),
      );
      return made(join(folder, 'trials'), ['train', '--config', config], skill);
    },
    selfplay: () => playSelf(join(folder, 'selfplay')),
    learn: () => made(join(folder, 'learn'), ['learn', put(folder, 'tax.csv', taxes()), '--answer', 'gross'], folder),
  };
}

/** Prices before and after tax, by the kind of tax. */
function taxes(): string {
  const rng = createRng('attacks/learn');
  const rows = Array.from({ length: 120 }, () => {
    const [net, tax] = [10 * rng.int(1, 90), rng.int(1, 3)];
    return `${net},${tax},${(net * [107, 120, 100][tax - 1]!) / 100}`;
  });
  return `${['net,tax,gross', ...rows].join('\n')}\n`;
}

async function made(workspace: string, argv: readonly string[], cwd?: string): Promise<HonestRun> {
  const { code, out, err } = await runPawl(
    [...argv, '--workspace', workspace, '--json'],
    cwd === undefined ? {} : { cwd },
  );
  if (code !== 0) throw new Error(err + out);
  const store = openStore(workspace, { readOnly: true });
  const run = store.listRuns().at(-1)!.id;
  store.close();
  return { workspace, run };
}

/** Self-play in small; what the store takes for the time is the caller's. */
export async function playSelf(
  workspace: string,
  clock?: { now(): number },
): Promise<HonestRun & { readonly hash: string }> {
  const store = openStore(workspace, clock === undefined ? {} : { clock });
  const settings = {
    ...usualSelfPlay,
    iterations: 4,
    questions: 60,
    // Rewarded by the question, a generator may lose its variety: an update is taken back.
    generator: { ...usualSelfPlay.generator, reward: 'reliability' as const, keptDiversity: 1 },
    gate: { every: 2, questions: 120, passes: 2, alpha: 0.05 },
    finalQuestions: 60,
  };
  const trainers = { generator: toyTrainer(), solver: toyTrainer() };
  const { run, hash } = await openSelfPlay(
    { settings, form, judge, trainers: () => trainers, fingerprint: 'toy' },
    store,
  ).play();
  store.close();
  return { workspace, run, hash };
}
