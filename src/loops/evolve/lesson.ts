import { hypothesisClasses, race, raceDefaults, type RaceResult } from '#bem/synthesis/classes';
import { Json } from '#contracts';
import type { JobKind } from '#contracts/ports';
import { createRng, hashOf } from '#kernel';
import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { z } from 'zod';
import { meanScore, Seen, seenOf } from './seen.ts';
import { carrySkill, faceAt, learntOf, Skill } from './skill.ts';
import { scoreActor, TaskPractice, type TaskSource } from './task-practice.ts';
import { actorOfSkill } from './untrained.ts';

const Budget = z.strictObject({ episodes: z.int().min(1), effort: z.number().positive() });

/** What one lesson is asked to do; its result depends on nothing else. */
const LessonInputs = z.strictObject({
  template: z.string(),
  level: z.int().min(1),
  /** Names the tasks and all chance of the lesson. */
  path: z.string(),
  /** The skill in force at this level. */
  incumbent: Skill.nullable(),
  /** What was learnt before: carried over where it fits, and terms for new hypotheses. */
  skills: z.array(Skill),
  /** Normalised score from which a level needs no practice. */
  target: z.number(),
  budget: Budget,
  measured: z.int().min(1),
  /** Classes that may compete, by name; all where none is named. */
  only: z.array(z.string()),
});
export type LessonInputs = z.infer<typeof LessonInputs>;

const Contender = z.strictObject({ class: z.string(), episodes: z.number(), effort: z.number(), entries: z.int() });

const LessonResult = z.strictObject({
  /** How the skill in force did on fresh tasks before anything was practised. */
  before: z.strictObject({ score: z.number(), seen: z.array(Seen) }),
  /** What is proposed, and how it came about. */
  candidate: z
    .strictObject({
      skill: Skill,
      how: z.enum(['carried', 'practised']),
      gates: z.number(),
      thinkSteps: z.number(),
    })
    .nullable(),
  contenders: z.array(Contender),
  episodes: z.int(),
});
export type LessonResult = z.infer<typeof LessonResult>;

/**
 * A lesson: measure the skill in force at this level first, since often it is already good enough; else let every class that the face admits
 * race. Nothing is decided here: `compareKind` lets proposal and skill in force play the same fresh tasks.
 *
 * @source seed 000 §3.2, §7; measuring before practising: docs/decisions
 */
export const lessonKind: JobKind<LessonInputs, LessonResult> = {
  kind: 'evolve/give-lesson',
  inputs: LessonInputs,
  result: LessonResult,
  run(inputs) {
    const template = findTemplate(inputs.template);
    const setting = settingOf(template, inputs.level);
    const face = faceAt(template, inputs.level);
    const source = (part: string, split: TaskSource['split']): TaskSource => ({
      template,
      setting,
      seed: `${inputs.path}${part}`,
      split,
    });
    const inForce = inputs.incumbent ?? bestCarried(inputs);
    const first = scoreActor(actorOfSkill(inForce, face), source('m', 'train'), inputs.measured);
    const before = { score: meanScore(first), seen: first.map(seenOf) };
    const isGood = before.score >= inputs.target;
    const raced = isGood ? undefined : practise(inputs, source('p', 'train'));
    const winner = raced?.winner;
    const proposed: Skill | undefined =
      winner === undefined
        ? inForce
        : {
            template: inputs.template,
            level: inputs.level,
            class: winner.learnt.class,
            hypothesis: plainOf(winner.learnt.hypothesis),
            says: winner.says,
          };
    const spent = {
      contenders: (raced?.contenders ?? []).map((each) => ({
        class: each.class,
        ...each.spent,
        entries: each.entries,
      })),
      episodes: first.length + (raced?.spent.episodes ?? 0),
    };
    if (proposed === undefined || hashOf(proposed) === hashOf(inputs.incumbent)) {
      return { before, candidate: null, ...spent };
    }
    return {
      before,
      ...spent,
      candidate: {
        skill: proposed,
        how: winner === undefined || winner.carried ? 'carried' : 'practised',
        gates: winner?.gates ?? 0,
        thinkSteps: winner?.thinkSteps ?? 0,
      },
    };
  },
};

/** As it is read back from a store: what JSON does not hold is not part of a hypothesis. */
function plainOf(hypothesis: unknown): Json {
  return Json.parse(JSON.parse(JSON.stringify(hypothesis)));
}

/** What was learnt of this template at the nearest level below, else above, carried over. */
function bestCarried({ template, level, skills }: LessonInputs): Skill | undefined {
  const own = skills
    .filter((skill) => skill.template === template)
    .sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level) || a.level - b.level);
  for (const skill of own) {
    const carried = carrySkill(skill, level);
    if (carried !== undefined) return carried;
  }
  return undefined;
}

function practise(inputs: LessonInputs, source: TaskSource): RaceResult {
  return race({
    ...raceDefaults,
    classes: hypothesisClasses.filter(({ name }) => inputs.only.length === 0 || inputs.only.includes(name)),
    practice: new TaskPractice(source),
    rng: createRng(`evolve/race/${inputs.template}/${inputs.level}/${inputs.path}`),
    budget: inputs.budget,
    skills: inputs.skills.map(learntOf),
  });
}
