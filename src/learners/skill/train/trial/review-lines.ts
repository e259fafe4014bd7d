import type { SkillTask } from '#foundation/contracts/skills';
import { removableRules, type Rule, withRules } from '#learners/skill/document';
import { ceilingOf } from '#ratchet/rollout';
import { meanHard, practiseAll } from '../propose/practise.ts';
import { asJson } from '../propose/step.ts';
import { isDoubted } from '../propose/weigh-ideas.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { TrainState } from '../state/train-state.ts';
import type { Practising, Remembering, Telling, Trying } from '../train-run.ts';
import { blameLines, readTasks } from './blame-lines.ts';

/** Lines that are measured in one review, and training rollouts for each. */
const SUSPECTS = 4;
const TASKS = 4;
const FOR = { good: TASKS, bad: 0 };
const AGAINST = { good: 0, bad: TASKS };
/** Chance to let tasks pass below which a line is measured. */
const SUSPICIOUS = 0.55;

interface Suspect {
  readonly rule: Rule;
  readonly tasks: readonly SkillTask[];
  /** The line that it took the place of, where that may come back. */
  readonly before?: string;
}

/**
 * Tries lines again: of those that training has written, the ones that are to blame for failures are left out one by one, on tasks they
 * speak of. Where these do no worse without a line, by at least `least`, it goes, and is remembered; the skill without such lines is returned.
 * Where a line took the place of another, that one comes back in its stead, and is what is measured. Tasks that all pass are no reason.
 */
export async function reviewLines(
  run: Telling & Remembering & Practising & Trying,
  version: SkillVersion,
  least: number,
): Promise<SkillVersion> {
  const room = Math.floor(run.budget.room(ceilingOf(run.world)) / (2 * TASKS));
  const suspects = suspectsOf(run, version).slice(0, Math.min(room, SUSPECTS));
  if (suspects.length === 0) return version;
  run.enter('credit');
  const practices = suspects.flatMap((suspect) => [
    { version, tasks: suspect.tasks },
    { version: without(run, version, [suspect]), tasks: suspect.tasks },
  ]);
  const made = await practiseAll(run, practices, 'credit');
  const measured = suspects.map((suspect, i) => {
    const [kept, left] = [meanHard(made[2 * i]!), meanHard(made[2 * i + 1]!)];
    return { ...suspect, kept, left, goes: kept < 1 && left - kept >= least };
  });
  const dropped = measured.filter(({ goes }) => goes);
  for (const { rule, before, kept, left, goes } of measured) {
    if (goes || kept > left) run.book.ideaMeasured(rule.text, goes ? AGAINST : FOR);
    // What comes back no better than what took its place has had its chance.
    if (before !== undefined && left <= kept && kept < 1) run.book.ideaMeasured(before, AGAINST);
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
  return dropped.length === 0 ? version : without(run, version, dropped);
}

/** The skill without these lines, with those that they took the place of. */
function without(run: Telling, version: SkillVersion, suspects: readonly Suspect[]): SkillVersion {
  const skill = withRules(version.skill, new Map(suspects.map(({ rule, before }) => [rule.id, before])));
  return keepVersion(skill, `${version.origin}_reviewed`, run.journal);
}

/** Lines of training that are to blame for failures, the worst first, each with tasks to measure it on. */
function suspectsOf(run: Remembering & Practising, version: SkillVersion): readonly Suspect[] {
  const known = new Set(removableRules(run.state.initial.skill).map(({ id }) => id));
  return blameLines(version, run.state.pool.values(), readTasks(run.train))
    .filter(({ rule, chance }) => !known.has(rule.id) && chance < SUSPICIOUS)
    .toSorted((a, b) => a.chance - b.chance)
    .map(({ rule, tasks }) => ({
      rule,
      tasks: Array.from({ length: TASKS }, (_, i) => tasks[i % tasks.length]!),
      ...predecessorOf(run.state, version, rule),
    }));
}

/** The line that another took the place of, unless the skill holds it or rollouts have spoken against it. */
function predecessorOf({ replaced, ideas }: TrainState, { skill }: SkillVersion, { text }: Rule): { before?: string } {
  const before = replaced.get(text.trim());
  if (before === undefined || removableRules(skill).some((rule) => rule.text === before)) return {};
  return isDoubted(ideas.find((idea) => idea.text.trim() === before.trim())) ? {} : { before };
}
