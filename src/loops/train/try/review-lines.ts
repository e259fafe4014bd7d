import type { SkillTask } from '#contracts/skills';
import { removableRules, type Rule, withoutRules } from '#skill/document';
import { createReader, isGrounded, wordsOf } from '#skill/meaning';
import { mean } from '#statistics';
import { ceilingOf } from '../../rollout/try-round.ts';
import { meanHard, practiseAll, trainingScores } from '../propose/practise.ts';
import { asJson } from '../propose/step.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';

/** Lines that are measured in one review, and training tasks for each. */
const SUSPECTS = 5;
const TASKS = 4;
/** How far the tasks of a line must lie below all others before it is measured. */
const BEHIND = 0.2;

interface Suspect {
  readonly rule: Rule;
  readonly tasks: readonly SkillTask[];
  readonly score: number;
}

/**
 * Tries lines again: of those that training has written, the ones whose own tasks still fail are left out one by one, on these tasks.
 * Where they do better without a line, by more than `least`, it goes, and is remembered as harm; the skill without such lines is returned.
 */
export async function reviewLines(
  run: TrainRun,
  version: SkillVersion,
  before: SkillVersion,
  least = 0,
): Promise<SkillVersion> {
  const suspects = suspectsOf(run, version, before);
  const needed = suspects.reduce((sum, { tasks }) => sum + 2 * tasks.length, 0);
  if (suspects.length === 0 || run.budget.room(ceilingOf(run.world)) < needed) return version;
  run.enter('credit');
  const practices = suspects.flatMap(({ rule, tasks }) => [
    { version, tasks },
    { version: without(run, version, [rule]), tasks },
  ]);
  const made = await practiseAll(run, practices, 'credit');
  const measured = suspects.map((suspect, i) => {
    const [kept, left] = [meanHard(made[2 * i]!), meanHard(made[2 * i + 1]!)];
    return { ...suspect, kept, left, isHarm: left - kept > least };
  });
  const harmful = measured.filter(({ isHarm }) => isHarm);
  for (const { rule, kept, left } of harmful) {
    run.book.lineDropped(rule.text, { step: run.state.history.length, verdict: 'reject', effect: kept - left });
  }
  run.emit(
    'lines-reviewed',
    asJson({
      candidate: version.hash,
      lines: measured.map(({ rule, kept, left, isHarm }) => ({ line: rule.text, with: kept, without: left, isHarm })),
    }),
  );
  if (harmful.length === 0) return version;
  return without(
    run,
    version,
    harmful.map(({ rule }) => rule),
  );
}

function without(run: TrainRun, version: SkillVersion, rules: readonly Rule[]): SkillVersion {
  const skill = withoutRules(version.skill, new Set(rules.map(({ id }) => id)));
  return keepVersion(skill, `${version.origin}_reviewed`, run.journal);
}

/** New lines whose own training tasks score clearly below the rest, the worst first. */
function suspectsOf(run: TrainRun, version: SkillVersion, before: SkillVersion): readonly Suspect[] {
  const known = new Set(removableRules(before.skill).map(({ id }) => id));
  const rules = removableRules(version.skill).filter(({ id }) => !known.has(id));
  const all = trainingScores(run.state, version);
  if (all.length === 0) return [];
  const read = createReader({ tasks: run.train.map(({ text }) => text), results: [], ideas: [] });
  return rules
    .flatMap((rule): Suspect[] => {
      const meaning = read(rule.text);
      if (!isGrounded(meaning)) return [];
      const own = ownTasks(meaning.condition, run.train);
      const scores = own.flatMap((task) => scoresOn(run, version, task));
      return scores.length === 0 ? [] : [{ rule, tasks: own.slice(0, TASKS), score: mean(scores) }];
    })
    .filter(({ score }) => score < mean(all) - BEHIND)
    .sort((a, b) => a.score - b.score)
    .slice(0, SUSPECTS);
}

function scoresOn({ state }: TrainRun, version: SkillVersion, { id }: SkillTask): readonly number[] {
  return (state.pool.get(version.hash)?.scores.get(id) ?? []).filter((score) => !Number.isNaN(score));
}

/** Training tasks that have all telling words of a line, the shortest first: they have the least else to fail by. */
function ownTasks(condition: ReadonlyMap<string, number>, tasks: readonly SkillTask[]): readonly SkillTask[] {
  const words = [...condition.keys()];
  const having = tasks.filter((task) => {
    const own = new Set(wordsOf(task.text));
    return words.every((word) => own.has(word));
  });
  return having.toSorted((a, b) => a.text.length - b.text.length);
}
