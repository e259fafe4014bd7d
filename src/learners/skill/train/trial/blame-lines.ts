import { remember, rememberOf } from '#foundation/kernel';
import type { SkillTask } from '#foundation/contracts/skills';
import { removableRules, type Rule } from '#learners/skill/document';
import { createReader, isGrounded, type Meaning } from '#learners/skill/rule-similarity';
import type { PoolEntry } from '../state/train-state.ts';
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

/** Training tasks with the words of each that tell it from others, and how lines are read beside them. */
export interface TaskReader {
  readonly tasks: readonly SkillTask[];
  /** By task id. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly read: Read;
  /** Whether tasks say their types: then no other word of a line limits where it holds. */
  readonly areTyped: boolean;
}

/** Reads one list of tasks once, however often it is asked for. */
export const readTasks = rememberOf((tasks: readonly SkillTask[]): TaskReader => {
  const reader = createReader({ tasks, results: [], ideas: [] });
  const words = new Map(
    tasks.map(({ id, text }) => {
      const { condition, limits } = reader(text);
      return [id, [...condition.keys(), ...limits]];
    }),
  );
  // The same lines stand in many skills of a run.
  const read = remember((text: string) => text, reader, Infinity);
  return { tasks, words, read, areTyped: tasks.some(({ type }) => type !== undefined) };
});

/** What a task can fail by: one of its telling words, with the lines of the skill that speak of it there. */
interface Part {
  readonly name: string;
  /** Ids of the lines. */
  readonly lines: readonly string[];
}

type Parts = readonly Part[];

/** Weights before any rollout: most parts work. */
const PRIOR = { passes: 1.5, fails: 0.5 };
const USUAL = PRIOR.passes / (PRIOR.passes + PRIOR.fails);
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
  pool: Iterable<PoolEntry>,
  reader: TaskReader,
): readonly BlamedLine[] {
  const { tasks, words, read } = reader;
  const seen = [...pool].flatMap((entry) => {
    const partsOf = partsReader(entry.version, reader);
    return [...entry.scores].flatMap(([id, scores]) => {
      const parts = partsOf(words.get(id) ?? []);
      return scores.filter((score) => !Number.isNaN(score)).map((score) => ({ parts, score }));
    });
  });
  const chances = fitChances(seen);
  const chanceOf = ({ name }: Part): number => chances.get(name) ?? USUAL;
  const spoken = tasksByLine(tasks, words, partsReader(version, reader));
  return removableRules(version.skill).flatMap((rule): BlamedLine[] => {
    if (!isGrounded(read(rule.text))) return [];
    const isMine = ({ lines }: Part): boolean => lines.includes(rule.id);
    const own = (spoken.get(rule.id) ?? []).map(({ task, parts }) => ({
      task,
      mine: parts.filter(isMine),
      rest: parts.filter((part) => !isMine(part)).reduce((product, part) => product * chanceOf(part), 1),
    }));
    const measured = own.flatMap(({ mine }) => mine).filter(({ name }) => chances.has(name));
    if (measured.length === 0) return [];
    const easiest = own.toSorted((a, b) => b.rest - a.rest).map(({ task }) => task);
    return [{ rule, chance: measured.reduce((least, part) => Math.min(least, chanceOf(part)), 1), tasks: easiest }];
  });
}

/** The tasks that a line speaks of. */
export function tasksOf(meaning: Meaning, { tasks, words, areTyped }: TaskReader): readonly SkillTask[] {
  const { subjects, limits } = scopeOf(meaning, areTyped);
  return tasks.filter(({ id }) => {
    const own = words.get(id)!;
    return subjects.some((word) => own.includes(word)) && limits.every((word) => own.includes(word));
  });
}

interface Spoken {
  readonly task: SkillTask;
  readonly parts: Parts;
}

/** The tasks that each line speaks of, by its id. */
function tasksByLine(
  tasks: readonly SkillTask[],
  words: TaskReader['words'],
  partsOf: (words: readonly string[]) => Parts,
): ReadonlyMap<string, readonly Spoken[]> {
  const spoken = new Map<string, Spoken[]>();
  for (const task of tasks) {
    const parts = partsOf(words.get(task.id)!);
    for (const id of new Set(parts.flatMap(({ lines }) => lines))) {
      const known = spoken.get(id);
      if (known === undefined) spoken.set(id, [{ task, parts }]);
      else known.push({ task, parts });
    }
  }
  return spoken;
}

/** The parts of a task, by its telling words, under one skill. Most words have no line, and many tasks share them. */
function partsReader({ skill }: SkillVersion, { read, areTyped }: TaskReader): (words: readonly string[]) => Parts {
  const bySubject = new Map<string, { readonly id: string; readonly limits: readonly string[] }[]>();
  for (const { id, text } of removableRules(skill)) {
    const { subjects, limits } = scopeOf(read(text), areTyped);
    for (const word of subjects) bySubject.set(word, [...(bySubject.get(word) ?? []), { id, limits }]);
  }
  const partOf = (word: string, all: readonly string[]): Part => {
    const about = bySubject.get(word) ?? [];
    const lines = about.filter(({ limits }) => limits.every((limit) => all.includes(limit))).map(({ id }) => id);
    return { name: [word, ...lines].join(' '), lines };
  };
  return (words) => words.map((word) => (bySubject.has(word) ? partOf(word, words) : { name: word, lines: NO_LINES }));
}

const NO_LINES: readonly string[] = [];

/** What a line speaks of: its most telling words, any of which suffices. Types limit where it holds; where tasks have none, words less than half as telling. */
function scopeOf(
  { condition, limits }: Meaning,
  areTyped: boolean,
): { readonly subjects: readonly string[]; readonly limits: readonly string[] } {
  const most = Math.max(0, ...condition.values());
  const words = [...condition];
  const faint = words.filter(([, weight]) => weight < most / 2).map(([word]) => word);
  return {
    subjects: words.filter(([, weight]) => weight >= most / 2).map(([word]) => word),
    limits: areTyped ? limits : [...limits, ...faint],
  };
}

/** EM over parts by number: a run of many tasks has many of them. */
function fitChances(seen: readonly { readonly parts: Parts; readonly score: number }[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const numberOf = (part: string): number => {
    const known = numbers.get(part) ?? numbers.size;
    numbers.set(part, known);
    return known;
  };
  const rollouts = seen.map(({ parts, score }) => ({ at: parts.map(({ name }) => numberOf(name)), score }));
  const chances = new Float64Array(numbers.size).fill(USUAL);
  const [passes, all] = [new Float64Array(numbers.size), new Float64Array(numbers.size)];
  for (let round = 0; round < ROUNDS; round += 1) {
    passes.fill(PRIOR.passes);
    all.fill(PRIOR.passes + PRIOR.fails);
    for (const { at, score } of rollouts) {
      const fails = 1 - at.reduce((product, part) => product * chances[part]!, 1);
      for (const part of at) {
        passes[part]! += score + (1 - score) * (1 - (1 - chances[part]!) / fails);
        all[part]! += 1;
      }
    }
    for (let part = 0; part < chances.length; part += 1) chances[part] = passes[part]! / all[part]!;
  }
  return new Map([...numbers].map(([part, number]) => [part, chances[number]!]));
}
