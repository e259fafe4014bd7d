import { skillName } from '#foundation/contracts';
import { InstalledThinker } from '#learners/machine/hypotheses';
import { createRng } from '#foundation/kernel';
import { findTemplate } from '#tasks/registry';
import { type MainState, patchedPlan } from '#learners/machine/evolve';
import { mean } from '#foundation/statistics';
import type { Table } from '../suite.ts';

/** What the patches of one run did to its machine. */
export interface Harm {
  readonly arm: string;
  readonly seed: number;
  readonly fragments: number;
  /** Fragments that act otherwise than what was learnt on some of the observations tried. */
  readonly changed: number;
}

const LANES = 128;
const ROUNDS = 16;

/** Lets every fragment act on random observations as it was learnt and as it was patched. */
export function harmOf(main: MainState, { arm, seed }: Pick<Harm, 'arm' | 'seed'>): Harm {
  const changed = main.skills.filter((skill) => {
    const [learnt, patched] = [
      patchedPlan(skill, {}, findTemplate),
      patchedPlan(skill, main.patched, findTemplate),
    ].map((plan) => new InstalledThinker(plan, LANES));
    const rng = createRng(`harm/${skillName(skill)}`);
    const inputs = patchedPlan(skill, {}, findTemplate).inputs;
    return Array.from({ length: ROUNDS }).some(() => {
      const seen = Array.from({ length: LANES }, () => Uint8Array.from({ length: inputs }, () => rng.bit()));
      learnt!.begin();
      patched!.begin();
      const [before, after] = [learnt!.act(seen), patched!.act(seen)];
      return before.some((bits, lane) => String(bits) !== String(after[lane]));
    });
  });
  return { arm, seed, fragments: main.skills.length, changed: changed.length };
}

export function harmTable(harms: readonly Harm[]): Table {
  const arms = [...new Set(harms.map(({ arm }) => arm))];
  return {
    title: `Planted patches: fragments of B_main that no longer do what was learnt, on ${LANES * ROUNDS} random observations each`,
    columns: ['arm', 'seeds', 'fragments, mean', 'changed, mean', 'by seed'],
    rows: arms.map((arm) => {
      const own = harms.filter((harm) => harm.arm === arm);
      return [
        arm,
        own.length,
        mean(own.map(({ fragments }) => fragments)).toFixed(1),
        mean(own.map(({ changed }) => changed)).toFixed(1),
        own.map(({ changed }) => changed).join(', '),
      ];
    }),
  };
}
