import type { SkillTask } from '#foundation/contracts/skills';
import { removableRules, type Rule, withoutRules } from '#learners/skill/document';
import { ceilingOf } from '#ratchet/rollout';
import { meanHard, practiseAll } from '../propose/practise.ts';
import { asJson } from '../propose/step.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';
import { blameLines, readTasks } from './blame-lines.ts';

/** Lines that are measured in one review, and training rollouts for each. */
const SUSPECTS = 4;
const TASKS = 4;
/** Chance to let tasks pass below which a line is measured. */
const SUSPICIOUS = 0.55;

interface Suspect {
  readonly rule: Rule;
  readonly tasks: readonly SkillTask[];
}

/**
 * Tries lines again: of those that training has written, the ones that are to blame for failures are left out one by one, on tasks they
 * speak of. Where these do no worse without a line, by at least `least`, it goes, and is remembered; the skill without such lines is returned.
 */
export async function reviewLines(run: TrainRun, version: SkillVersion, least: number): Promise<SkillVersion> {
  const room = Math.floor(run.budget.room(ceilingOf(run.world)) / (2 * TASKS));
  const suspects = suspectsOf(run, version).slice(0, Math.min(room, SUSPECTS));
  if (suspects.length === 0) return version;
  run.enter('credit');
  const practices = suspects.flatMap(({ rule, tasks }) => [
    { version, tasks },
    { version: without(run, version, [rule]), tasks },
  ]);
  const made = await practiseAll(run, practices, 'credit');
  const measured = suspects.map((suspect, i) => {
    const [kept, left] = [meanHard(made[2 * i]!), meanHard(made[2 * i + 1]!)];
    return { ...suspect, kept, left, goes: left - kept >= least };
  });
  const dropped = measured.filter(({ goes }) => goes);
  for (const { rule, kept, left } of dropped) {
    run.book.lineDropped(rule.text, { step: run.state.history.length, verdict: 'reject', effect: kept - left });
  }
  run.emit(
    'lines-reviewed',
    asJson({
      candidate: version.hash,
      lines: measured.map(({ rule, kept, left, goes }) => ({
        line: rule.text,
        with: kept,
        without: left,
        isHarm: goes,
      })),
    }),
  );
  if (dropped.length === 0) return version;
  return without(
    run,
    version,
    dropped.map(({ rule }) => rule),
  );
}

function without(run: TrainRun, version: SkillVersion, rules: readonly Rule[]): SkillVersion {
  const skill = withoutRules(version.skill, new Set(rules.map(({ id }) => id)));
  return keepVersion(skill, `${version.origin}_reviewed`, run.journal);
}

/** Lines of training that are to blame for failures, the worst first, each with tasks to measure it on. */
function suspectsOf(run: TrainRun, version: SkillVersion): readonly Suspect[] {
  const known = new Set(removableRules(run.state.initial.skill).map(({ id }) => id));
  return blameLines(version, run.state.pool.values(), readTasks(run.train))
    .filter(({ rule, chance }) => !known.has(rule.id) && chance < SUSPICIOUS)
    .toSorted((a, b) => a.chance - b.chance)
    .map(({ rule, tasks }) => ({ rule, tasks: Array.from({ length: TASKS }, (_, i) => tasks[i % tasks.length]!) }));
}
