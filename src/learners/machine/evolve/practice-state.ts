import { skillName } from '#foundation/contracts';
import type { AnyTemplate, Domain } from '#foundation/contracts/tasks';
import type { Knobs } from '#schedule';
import { createDomainBoard, type DomainBoard } from '#schedule/domains';
import { createTeachLibrary, type TeachLibrary } from '#schedule/lessons';
import { createCostModel, createVerifyShare, type CostModel, type VerifyShare } from '#schedule/patches';
import type { FindTemplate } from '#tasks/registry';
import type { LessonContender } from './lesson.ts';
import type { Profile } from './profile.ts';
import type { MachineSkill } from './machine-skill.ts';

/** An accepted skill with what was measured when it was accepted. */
export interface HeldSkill {
  readonly skill: MachineSkill;
  readonly domain: Domain;
  readonly score: number;
  readonly before: number;
  readonly how: 'carried' | 'practised';
}

/** How one trial of a skill ended. */
export type SkillTrial = {
  readonly template: string;
  readonly level: number;
  readonly class: string;
  readonly verdict: 'accept' | 'reject' | 'undecided';
  readonly tasks: number;
  readonly wins: number;
  readonly losses: number;
  readonly pValue: number;
  /** The level that p was held against. */
  readonly alpha: number;
  readonly score: number;
};

/** What lessons spent. */
export type LessonCost = { readonly episodes: number; readonly effort: number };

/** What the specialists know between two decisions. */
export interface PracticeState {
  /** What an earlier run learnt: to be carried over and to learn terms from; it is in force only where a gate of this run accepts it. */
  readonly given: readonly MachineSkill[];
  /** By `TEMPLATE@level`, in order of acceptance: the specialists B_d hold those of their domain. */
  readonly held: ReadonlyMap<string, HeldSkill>;
  readonly board: DomainBoard;
  /** Every template that is practised; it grows when a person orders so. */
  readonly library: TeachLibrary;
  /** Templates that the run began with: the first of the library. */
  readonly begun: number;
  /** Levels that are practised of a template, where a person set them. */
  readonly ranges: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
  readonly share: VerifyShare;
  readonly costs: CostModel;
  /** How often a level was practised in vain, by `TEMPLATE@level`. */
  readonly vain: ReadonlyMap<string, number>;
  /** Who competed when a level was last practised, by `TEMPLATE@level`. */
  readonly competed: ReadonlyMap<string, readonly LessonContender[]>;
  /** Looks of the gate so far by `TEMPLATE@level`, each with its share of the error budget. */
  readonly looks: ReadonlyMap<string, number>;
  /** Skills that the gate accepted, each with a certificate. */
  readonly accepted: number;
  /** Every trial of a skill, in its order. */
  readonly trials: readonly SkillTrial[];
  readonly lessons: number;
  readonly episodes: number;
  /** What the lessons of a template spent so far: episodes, and effort in elementary operations. */
  readonly lessonCosts: ReadonlyMap<string, LessonCost>;
  /** How levels climbed: their sum over all templates after each batch of lessons, and what had been played by then. */
  readonly climb: readonly { readonly episodes: number; readonly levels: number }[];
  /** Episodes by mode, then by domain. */
  readonly spent: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The templates that are practised, in the order in which they joined. */
export function templatesIn({ library }: PracticeState, find: FindTemplate): AnyTemplate[] {
  return library.entries.map(({ template }) => find(template));
}

/** How many levels of a template a profile practises. */
export function practisedLevels({ highest = Infinity }: Profile, { levels }: AnyTemplate): number {
  return Math.min(highest, levels.length);
}

/** Phase 0: specialists without skills, ladders that nobody has climbed. @source spec/pipeline §3.1 */
// oxlint-disable-next-line max-params -- what is practised, how much, how it is tuned, and what is known
export function initialState(
  templates: readonly AnyTemplate[],
  profile: Profile,
  knobs: Knobs,
  given: readonly MachineSkill[] = [],
): PracticeState {
  const domains = [...new Set(templates.map(({ domain }) => domain))];
  return {
    given,
    held: new Map(),
    board: createDomainBoard(domains),
    library: createTeachLibrary(
      templates.map((template) => ({
        template: template.name,
        domain: template.domain,
        levels: practisedLevels(profile, template),
      })),
    ),
    begun: templates.length,
    ranges: new Map(),
    share: createVerifyShare(knobs),
    costs: createCostModel(knobs),
    vain: new Map(),
    competed: new Map(),
    looks: new Map(),
    accepted: 0,
    trials: [],
    lessons: 0,
    episodes: 0,
    lessonCosts: new Map(),
    climb: [],
    spent: {},
  };
}

/** The highest level of a template whose skill reaches the target; 0 where none does. */
export function levelReached({ held }: PracticeState, template: string, target: number): number {
  let level = 0;
  for (const { skill, score } of held.values()) {
    if (skill.template === template && score >= target) level = Math.max(level, skill.level);
  }
  return level;
}

/** Counted effort of all lessons. */
export function effortOf({ lessonCosts }: PracticeState): number {
  return [...lessonCosts.values()].reduce((sum, { effort }) => sum + effort, 0);
}

/** All skills that may be carried over or serve as terms; what is in force takes the place of what was given. */
export function skillsOf({ given, held }: PracticeState): MachineSkill[] {
  const left = given.filter((skill) => !held.has(skillName(skill)));
  return [...left, ...[...held.values()].map(({ skill }) => skill)];
}

export function heldAt({ held }: PracticeState, template: string, level: number): HeldSkill | undefined {
  return held.get(skillName({ template, level }));
}
