import { join } from 'node:path';
import { openSelfPlay } from '#app/api';
import { usualSelfPlay } from '#learners/model/selfplay';
import { openStore } from '#world/store';
import { runPawl } from '../run-pawl.ts';
import { form, judge, toyTrainer } from '../selfplay/toy-roles.ts';
import { workplace } from './workplace.ts';

/** A run that was really made, in a workspace of its own. */
export interface HonestRun {
  readonly workspace: string;
  readonly run: string;
}

export type Loop = 'evolve' | 'train' | 'selfplay';

/** One small run of each loop, with acceptances, proofs and patches, as the commands make it. */
export function honestRuns(): Readonly<Record<Loop, () => Promise<HonestRun>>> {
  const folder = workplace();
  return {
    evolve: () => made(join(folder, 'evolve'), ['evolve', '--profile', 'tiny', '--templates', 'PARITY,MAJORITY']),
    async train() {
      const skill = join(folder, 'skill');
      await runPawl(['init', 'skill', '--yes', '--dir', skill]);
      return made(join(folder, 'train'), ['train', '--config', join(skill, 'pawl.config.ts')], skill);
    },
    selfplay: () => playSelf(join(folder, 'selfplay')),
  };
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

async function playSelf(workspace: string): Promise<HonestRun> {
  const store = openStore(workspace);
  const settings = {
    ...usualSelfPlay,
    iterations: 4,
    questions: 60,
    gate: { every: 2, questions: 120, passes: 2, alpha: 0.05 },
    finalQuestions: 60,
  };
  const trainers = { generator: toyTrainer(), solver: toyTrainer() };
  const { run } = await openSelfPlay(
    { settings, form, judge, trainers: () => trainers, fingerprint: 'toy' },
    store,
  ).play();
  store.close();
  return { workspace, run };
}
