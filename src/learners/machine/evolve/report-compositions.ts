import { skillIdOf, skillName } from '#foundation/contracts';
import { MainMachine, sameSizes } from '#learners/machine/combined';
import { hashOf } from '#foundation/kernel';
import type { Score } from '#tasks/play';
import type { EvolveRun } from './evolve-run.ts';
import { fragmentOf, keyOfSlot, type MainState } from './main-state.ts';
import type { EvolveState } from './evolve-state.ts';
import { type MainPlay, playOnMain, slotNames } from './play-on-main.ts';
import { meanScore } from './episode-regret.ts';

/** How B_main does on a task that no specialist saw. */
export type CompositionReport = {
  readonly composition: string;
  readonly level: number;
  readonly score: number;
  /** Share of the episodes in which every slot is solved, where the template tells: stakes of slots may differ. */
  readonly solved: number | null;
  /** The best that one skill alone reaches on it. */
  readonly bestSingle: { readonly skill: string | null; readonly score: number; readonly solved: number | null };
  /** Which fragment serves each slot, and the share of episodes in which the slot is solved, where the template tells. */
  readonly slots: readonly {
    readonly slot: string;
    readonly fragment: string | null;
    readonly solved: number | null;
  }[];
};

/** Every composition on held-out tasks: B_main, and each skill that fits a slot alone. */
export async function reportCompositions(
  run: EvolveRun,
  { main, compositions }: EvolveState,
): Promise<CompositionReport[]> {
  const reports: CompositionReport[] = [];
  for (const what of compositions) {
    const tasks = Math.ceil(run.profile.reported / 2);
    const inputs = { what, main: hashOf(main), seed: run.seed, tasks };
    const report = await run.journal.step('report-composition', inputs, (): CompositionReport => {
      const play: MainPlay = {
        what,
        seed: `${run.seed}-composed`,
        split: 'test',
        tasks,
        copies: 1,
        policy: 'best',
        find: run.find,
      };
      const machine = run.cache.get(main, `evolve/${run.seed}/report`);
      const { scores, served } = playOnMain(machine, main, play);
      const names = slotNames(what, run.find);
      const { template: composition, level } = skillIdOf(what);
      return {
        composition,
        level,
        score: meanScore(scores),
        solved: solvedShare(scores.map(allSolved)),
        bestSingle: bestSingle(main, play, names),
        slots: names.map((slot, i) => ({
          slot,
          fragment: served.find((each) => each.slot === slot)?.fragment ?? null,
          solved: solvedShare(
            scores.map(({ metrics }) => metrics[i === 0 ? 'solved_a' : 'solved_b'] ?? metrics['solved']),
          ),
        })),
      };
    });
    run.journal.emit('composition-reported', report);
    reports.push(report);
  }
  return reports;
}

/** Whether both slots are solved, or the task as a whole where it has no two. */
function allSolved({ metrics }: Score): number | undefined {
  const { solved_a: first, solved_b: second, solved } = metrics;
  return first === undefined || second === undefined ? solved : Math.min(first, second);
}

function solvedShare(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** A machine with one skill only, for each skill that fits one of the slots. */
function bestSingle(main: MainState, play: MainPlay, names: readonly string[]): CompositionReport['bestSingle'] {
  const slots = names.map((name) => keyOfSlot(name, play.find, main));
  let best: CompositionReport['bestSingle'] = { skill: null, score: 0, solved: null };
  for (const skill of main.skills) {
    const key = keyOfSlot(skillName(skill), play.find, main);
    if (!slots.some((slot) => sameSizes(slot, key))) continue;
    const alone = new MainMachine(undefined, 'single');
    alone.installAll([fragmentOf(skill, main, play.find)]);
    const { scores } = playOnMain(alone, main, play);
    const own = { skill: skillName(skill), score: meanScore(scores), solved: solvedShare(scores.map(allSolved)) };
    if (best.skill === null || own.score > best.score) best = own;
  }
  return best;
}
