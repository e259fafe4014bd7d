import type { SkillTask } from '#contracts/skills';
import { removableRules, type Rule } from '#skill/document';
import { isGrounded, type Meaning } from '#skill/meaning';
import type { PoolEntry } from '../book/train-state.ts';
import type { SkillVersion } from '../skill-version.ts';

/** A line with what all training rollouts say of it. */
export interface BlamedLine {
  readonly rule: Rule;
  /** How likely it lets its tasks pass. */
  readonly chance: number;
  /** Tasks that it speaks of, first those on which the least else can fail. */
  readonly tasks: readonly SkillTask[];
}

type Read = (text: string) => Meaning;

/** What a task can fail by: one of its telling words, with the lines of the skill that speak of it there. */
type Parts = readonly string[];

/** Weights before any rollout: most parts work. */
const PRIOR = { passes: 1.5, fails: 0.5 };
const ROUNDS = 30;

/**
 * Tells which lines make tasks fail, from all training rollouts of the run, whatever skill made them. A task passes if all its parts do;
 * a failure is blamed on its parts by how likely each has failed:
 *
 *     P(part i failed | task failed) = (1 − qᵢ) / (1 − Π qⱼ)          qᵢ = (passes + prior) / (rollouts + prior)
 *
 * @source Dempster, Laird & Rubin 1977 (EM), for a noisy AND
 */
export function blameLines(
  version: SkillVersion,
  {
    pool,
    tasks,
    read,
  }: { readonly pool: Iterable<PoolEntry>; readonly tasks: readonly SkillTask[]; readonly read: Read },
): readonly BlamedLine[] {
  const words = new Map(tasks.map((task) => [task.id, [...read(task.text).condition.keys()]]));
  const seen = [...pool].flatMap((entry) => {
    const partsOf = partsReader(entry.version, read);
    return [...entry.scores].flatMap(([id, scores]) => {
      const parts = partsOf(words.get(id) ?? []);
      return scores.filter((score) => !Number.isNaN(score)).map((score) => ({ parts, score }));
    });
  });
  const chances = fitChances(seen);
  const chanceOf = (part: string): number => chances.get(part) ?? PRIOR.passes / (PRIOR.passes + PRIOR.fails);
  const partsOf = partsReader(version, read);
  return removableRules(version.skill).flatMap((rule): BlamedLine[] => {
    const meaning = read(rule.text);
    if (!isGrounded(meaning)) return [];
    const own = tasks.flatMap((task) => {
      const parts = partsOf(words.get(task.id)!);
      const mine = parts.filter((part) => part.includes(rule.id));
      if (mine.length === 0) return [];
      const others = parts.filter((part) => !part.includes(rule.id));
      return [{ task, mine, rest: others.reduce((product, part) => product * chanceOf(part), 1) }];
    });
    const parts = [...new Set(own.flatMap(({ mine }) => mine))].filter((part) => chances.has(part));
    if (parts.length === 0) return [];
    const easiest = own.toSorted((a, b) => b.rest - a.rest).map(({ task }) => task);
    return [{ rule, chance: Math.min(...parts.map(chanceOf)), tasks: easiest }];
  });
}

/** The parts of a task, by its telling words, under one skill. */
function partsReader({ skill }: SkillVersion, read: Read): (words: readonly string[]) => Parts {
  const lines = removableRules(skill).map(({ id, text }) => ({ id, ...scopeOf(read(text)) }));
  return (words) => {
    const own = new Set(words);
    const there = lines.filter(({ limits }) => limits.every((word) => own.has(word)));
    return words.map((word) => {
      const speaking = there.filter(({ subjects }) => subjects.includes(word)).map(({ id }) => id);
      return [word, ...speaking].join(' ');
    });
  };
}

/** What a line speaks of: its most telling words, any of which suffices; words less than half as telling limit where it holds. */
function scopeOf({ condition }: Meaning): { readonly subjects: readonly string[]; readonly limits: readonly string[] } {
  const most = Math.max(0, ...condition.values());
  const words = [...condition];
  return {
    subjects: words.filter(([, weight]) => weight >= most / 2).map(([word]) => word),
    limits: words.filter(([, weight]) => weight < most / 2).map(([word]) => word),
  };
}

function fitChances(seen: readonly { readonly parts: Parts; readonly score: number }[]): ReadonlyMap<string, number> {
  let chances = new Map<string, number>();
  const usual = PRIOR.passes / (PRIOR.passes + PRIOR.fails);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = new Map<string, { passes: number; all: number }>();
    for (const { parts, score } of seen) {
      const q = parts.map((part) => chances.get(part) ?? usual);
      const fails = 1 - q.reduce((product, each) => product * each, 1);
      for (const [i, part] of parts.entries()) {
        const sum = sums.get(part) ?? { passes: PRIOR.passes, all: PRIOR.passes + PRIOR.fails };
        sum.passes += score + (1 - score) * (1 - (1 - q[i]!) / fails);
        sum.all += 1;
        sums.set(part, sum);
      }
    }
    chances = new Map([...sums].map(([part, { passes, all }]) => [part, passes / all]));
  }
  return chances;
}
