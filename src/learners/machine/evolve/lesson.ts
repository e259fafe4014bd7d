import {
  type Actor,
  classNames,
  hypothesisClasses,
  race,
  raceSettings,
  type RaceResult,
} from '#learners/machine/hypotheses';
import { turnLessonKnobs } from '#learners/machine';
import { Json } from '#foundation/contracts';
import type { JobKind } from '#foundation/contracts/ports';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { createRng, hashOf } from '#foundation/kernel';
import { sampleAt, type Score } from '#tasks/play';
import type { FindTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { z } from 'zod';
import { meanScore, Seen, seenOf } from './episode-regret.ts';
import { carrySkill, faceAt, learntOf, MachineSkill, planOf } from './machine-skill.ts';
import { failedTasks, scoreActor, TaskPractice, type TaskSource } from './task-practice.ts';
import { actorOfSkill } from './skill-actor.ts';

const Budget = z.strictObject({ episodes: z.int().min(1), effort: z.number().positive() });

/** What one lesson is asked to do; its result depends on nothing else. */
const LessonInputs = z.strictObject({
  template: z.string(),
  level: z.int().min(1),
  /** Names the tasks and all chance of the lesson. */
  path: z.string(),
  /** The skill in force at this level. */
  incumbent: MachineSkill.nullable(),
  /** What was learnt before: carried over where it fits, and terms for new hypotheses. */
  skills: z.array(MachineSkill),
  /** Whether what recurs in these skills makes terms cheaper. */
  hasLibrary: z.boolean(),
  /** Tasks that the skill in force is known to fail, as seed paths: they are practised, however good it is elsewhere. */
  failed: z.array(z.string()),
  /** Normalised score from which a level needs no practice. */
  target: z.number(),
  budget: Budget,
  measured: z.int().min(1),
  /** Up to which level a skill that needs no practice is measured further: levels that are solved already are jumped. */
  climb: z.int().min(0),
  /** Classes that may compete, by name; all where none is named. */
  only: z.array(z.enum(classNames)),
  /** Knobs of the search that are not at their defaults. */
  search: z.record(z.string(), z.number()).exactOptional(),
});
export type LessonInputs = z.infer<typeof LessonInputs>;

const Contender = z.strictObject({
  class: z.string(),
  episodes: z.number(),
  effort: z.number(),
  entries: z.int(),
  /** How far its best came from chance (0) to the highest return seen in practice (1); null where it proposed nothing. */
  reached: z.number().nullable(),
});
export type LessonContender = z.infer<typeof Contender>;

const Proposal = z.strictObject({
  skill: MachineSkill,
  how: z.enum(['carried', 'practised']),
  gates: z.number(),
  thinkSteps: z.number(),
});

const LessonResult = z.strictObject({
  /** How the skill in force did on fresh tasks before anything was practised. */
  before: z.strictObject({ score: z.number(), seen: z.array(Seen) }),
  /** What is proposed, and how it came about: for the level itself, then for the highest one to which the same reaches. */
  candidates: z.array(Proposal),
  contenders: z.array(Contender),
  episodes: z.int(),
});
export type LessonResult = z.infer<typeof LessonResult>;

/** What seems good enough is measured again on so many times as many tasks. Failures of the skill in force are looked for among so many times as many. */
const CONFIRMED = 3;
const SEARCHED = 8;

/**
 * A lesson: measure the skill in force at this level first, since often it is already good enough; else let every class that the face admits
 * race. What is good enough is measured at the levels above too. Nothing is decided here: `compareKind` lets proposal and skill in force play the same fresh tasks.
 *
 * @source spec/pipeline §3.2, §7; measuring before practising: docs/decisions
 */
export const lessonKind = (find: FindTemplate): JobKind<LessonInputs, LessonResult> => ({
  kind: 'evolve/give-lesson',
  inputs: LessonInputs,
  result: LessonResult,
  run: (inputs) => giveLesson(inputs, find),
});

/** The training tasks of a lesson, by the part of it that plays them. */
class LessonTasks {
  private readonly inputs: LessonInputs;
  private readonly find: FindTemplate;
  private readonly template: AnyTemplate;
  /** Episodes that were played to measure and to look for failures. */
  played = 0;

  constructor(inputs: LessonInputs, find: FindTemplate) {
    this.inputs = inputs;
    this.find = find;
    this.template = find(inputs.template);
  }

  measure(skill: MachineSkill | undefined, level: number, part: string, times = 1): Score[] {
    const count = times * this.inputs.measured;
    this.played += count;
    return scoreActor(this.actor(skill, level), this.source(level, part), count);
  }

  /** Few tasks flatter: what seems good enough is measured on more before a level is booked for it. */
  measureInForce(skill: MachineSkill | undefined): Score[] {
    const { level, target } = this.inputs;
    const glance = this.measure(skill, level, 'm');
    return meanScore(glance) >= target ? [...glance, ...this.measure(skill, level, 'c', CONFIRMED)] : glance;
  }

  /** Tasks to practise on, with those among them that the skill in force fails. */
  practice(inForce: MachineSkill | undefined): TaskPractice {
    const { level, measured, failed } = this.inputs;
    const fresh = this.source(level, 'p');
    if (inForce === undefined) return new TaskPractice(fresh);
    const count = SEARCHED * measured;
    this.played += count;
    const known = failed.map((path) => sampleAt(path, this.find));
    const found = failedTasks(this.actor(inForce, level), this.source(level, 'f'), count);
    return new TaskPractice(fresh, [...known, ...found]);
  }

  private actor(skill: MachineSkill | undefined, level: number): Actor {
    return actorOfSkill(skill, faceAt(this.template, level), this.find);
  }

  private source(level: number, part: string): TaskSource {
    const { template, inputs } = this;
    return { template, setting: settingOf(template, level), seed: `${inputs.path}${part}`, split: 'train' };
  }
}

function giveLesson(inputs: LessonInputs, find: FindTemplate): LessonResult {
  const tasks = new LessonTasks(inputs, find);
  const inForce = inputs.incumbent ?? bestCarried(inputs, find);
  const first = tasks.measureInForce(inForce);
  const before = { score: meanScore(first), seen: first.map(seenOf) };
  const isGood = before.score >= inputs.target && inputs.failed.length === 0;
  const raced = isGood ? undefined : practise(inputs, tasks.practice(inForce), find);
  const winner = raced?.winner;
  const proposed: MachineSkill | undefined =
    winner === undefined
      ? inForce
      : {
          template: inputs.template,
          level: inputs.level,
          class: winner.learnt.class,
          hypothesis: plainOf(winner.learnt.hypothesis),
          says: winner.says,
        };
  const isNew = proposed !== undefined && hashOf(proposed) !== hashOf(inputs.incumbent);
  const own = {
    how: winner === undefined || winner.carried ? ('carried' as const) : ('practised' as const),
    gates: winner?.gates ?? 0,
    thinkSteps: winner?.thinkSteps ?? 0,
  };
  const reaches = (skill: MachineSkill, part: string): boolean =>
    meanScore(tasks.measure(skill, skill.level, part)) >= inputs.target;
  const climbs = proposed !== undefined && inputs.climb > inputs.level && (isGood || (isNew && reaches(proposed, 'w')));
  const top = climbs
    ? highestCarried(proposed, inputs.climb, { find, isGood: (skill) => reaches(skill, 'm') })
    : undefined;
  return {
    before,
    candidates: [
      ...(isNew ? [{ skill: proposed, ...own }] : []),
      ...(top === undefined ? [] : [{ skill: top, how: 'carried' as const, gates: 0, thinkSteps: 0 }]),
    ],
    contenders: (raced?.contenders ?? []).map((each) => ({
      class: each.class,
      ...each.spent,
      entries: each.entries,
      reached: each.reached ?? null,
    })),
    episodes: tasks.played + (raced?.spent.episodes ?? 0),
  };
}

/** The skill at the highest level that it reaches without being too weak on a level between; undefined where it reaches none above its own. */
function highestCarried(
  skill: MachineSkill,
  highest: number,
  { find, isGood }: { readonly find: FindTemplate; readonly isGood: (skill: MachineSkill) => boolean },
): MachineSkill | undefined {
  let top: MachineSkill | undefined;
  for (let level = skill.level + 1; level <= highest; level += 1) {
    const carried = carrySkill(top ?? skill, level, find);
    if (carried === undefined || !isGood(carried)) break;
    top = carried;
  }
  return top;
}

/** As it is read back from a store: what JSON does not hold is not part of a hypothesis. */
function plainOf(hypothesis: unknown): Json {
  return Json.parse(JSON.parse(JSON.stringify(hypothesis)));
}

/** What was learnt of this template at the nearest level below, else above, carried over. */
function bestCarried({ template, level, skills }: LessonInputs, find: FindTemplate): MachineSkill | undefined {
  const own = skills
    .filter((skill) => skill.template === template)
    .sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level) || a.level - b.level);
  for (const skill of own) {
    const carried = carrySkill(skill, level, find);
    if (carried !== undefined) return carried;
  }
  return undefined;
}

function practise(inputs: LessonInputs, practice: TaskPractice, find: FindTemplate): RaceResult {
  const { incumbent } = inputs;
  return race({
    ...raceSettings(turnLessonKnobs(inputs.search)),
    classes: hypothesisClasses.filter(({ name }) => inputs.only.length === 0 || inputs.only.includes(name)),
    practice,
    rng: createRng(`evolve/race/${inputs.template}/${inputs.level}/${inputs.path}`),
    budget: inputs.budget,
    skills: inputs.skills.map((skill) => learntOf(skill, find)),
    hasLibrary: inputs.hasLibrary,
    ...(incumbent !== null && { incumbent: { learnt: learntOf(incumbent, find), plan: planOf(incumbent, find) } }),
  });
}
