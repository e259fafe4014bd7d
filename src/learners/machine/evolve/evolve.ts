import { mainSizes } from '#learners/machine/combined';
import { describeLibrary } from '#learners/machine/hypotheses';
import { costOfPlan } from '#learners/machine/patches';
import { type AnyTemplate, Domain } from '#foundation/contracts/tasks';
import { Json, skillName } from '#foundation/contracts';
import { keepContent } from '#ratchet/certify';
import { type Learner, openBook, practise } from '#ratchet/learner';
import type { Hash } from '#foundation/kernel';
import { turnKnobs } from '#schedule';
import { findAmong, type FindTemplate, templates } from '#tasks/registry';
import { bookChange } from './book-change.ts';
import { chooseCompositions } from './choose-compositions.ts';
import type { EvolveConfig } from './config.ts';
import { distil } from './distil.ts';
import type { EvolveChange, Work } from './evolve-change.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import { beginState, type EvolveState } from './evolve-state.ts';
import { MainCache } from './main-cache.ts';
import { MainState, patchedPlan } from './main-state.ts';
import { beginRound, relearn } from './maintain.ts';
import { type Unit, unitsAfter } from './pipeline.ts';
import { effortOf, initialState, type PracticeState, skillsOf } from './practice-state.ts';
import { type Profile, profiles } from './profile.ts';
import { proposePatches } from './propose-patches.ts';
import { type CompositionReport, reportCompositions } from './report-compositions.ts';
import { type GainReport, reportDistilled, reportGains, reportSkills, type SkillReport } from './report-skills.ts';
import { learntOf, type MachineSkill, planOf } from './machine-skill.ts';
import { specialise } from './specialise.ts';
import { trainMixed } from './train-mixed-domains.ts';
import { reusedSkills } from './reused-skills.ts';
import { settlePatches } from './verify-patches.ts';

/** What a run of `pawl evolve` ends with. */
export type EvolveSummary = {
  readonly domains: Readonly<
    Record<string, { readonly templates: number; readonly reached: number; readonly score: number }>
  >;
  readonly templates: readonly SkillReport[];
  /** B_main at the end of phase 2 and at the end, at the levels reached by then. */
  readonly distilled: readonly GainReport[];
  /** The library in words: what recurs in kept terms, each a production where terms are learnt next, and skills that are a step of others. */
  readonly abstractions: readonly string[];
  readonly compositions: readonly CompositionReport[];
  readonly patches: EvolveState['patches'];
  /** Certificates of the run: paired tests of skills, and proofs. */
  readonly certificates: { readonly statistical: number; readonly proofs: number };
  readonly lessons: number;
  readonly episodes: number;
  /** Counted effort of all lessons, in elementary operations. */
  readonly effort: number;
  readonly climb: PracticeState['climb'];
  /** Episodes on B_main that taught it, and those that the off-policy mask dropped. */
  readonly offPolicy: EvolveState['episodes'];
  /** Batches that B_main acted in after distillation, and the mean of their scores, wrong routes included. */
  readonly acted: { readonly batches: number; readonly score: number };
  /** Episodes by mode and domain. */
  readonly spent: PracticeState['spent'];
  /** Gates for one observation over all fragments, think-steps included, as learnt and as patched. */
  readonly cost: { readonly learnt: number; readonly patched: number };
  /** I, N, K, W and S of B_main. */
  readonly sizes: Readonly<Record<string, number>>;
  /** The blob that B_main is kept in. */
  readonly machine: Hash;
};

/** Ports and settings of a run, before templates and profile are looked up. */
export type EvolvePorts = Pick<
  EvolveRun,
  'seed' | 'config' | 'journal' | 'dispatcher' | 'progress' | 'stopwatch' | 'orders'
> & {
  /** Templates that the user brings, beside those that are built in. */
  readonly own?: readonly AnyTemplate[];
  /** The machine that the configuration names: what an earlier run learnt. */
  readonly from?: MainState | undefined;
};

/** The preset, with the levels that were asked for, and without the phases that are left out. */
function profileOf({ profile, levels, without }: EvolveConfig): Profile {
  return {
    ...profiles[profile],
    ...(levels !== undefined && { lowest: levels.from, highest: levels.to }),
    ...(without.includes('mixing') && { mixed: 0 }),
    ...(without.includes('maintenance') && { maintain: 0 }),
  };
}

/** The templates that a configuration asks for. */
export function templatesOf({ templates: named, domains, profile }: EvolveConfig, find: FindTemplate): AnyTemplate[] {
  const preset: Profile = profiles[profile];
  const wanted = named ?? (domains === undefined ? preset.templates : undefined);
  const found = wanted === undefined ? templates : wanted.map(find);
  return found.filter(({ domain }) => domains === undefined || domains.includes(domain));
}

/**
 * The pipeline of spec/pipeline: specialists practise, what they do well goes into one machine, and that machine goes on practising,
 * verifying and changing itself.
 */
export async function evolve(ports: EvolvePorts): Promise<EvolveSummary> {
  const { config, own = [], from, ...given } = ports;
  const find = findAmong(own);
  const cache = new MainCache(find);
  const run = { ...given, config, find, profile: profileOf(config), cache };
  return practise(machineLearner(run, knownAmong(from?.skills ?? [], own)));
}

/** Skills of templates that this run knows: others cannot be read. */
function knownAmong(skills: readonly MachineSkill[], own: readonly AnyTemplate[]): MachineSkill[] {
  const names = new Set([...templates, ...own].map(({ name }) => name));
  return skills.filter(({ template }) => names.has(template));
}

function machineLearner(
  run: EvolveRun,
  given: readonly MachineSkill[],
): Learner<EvolveState, Unit, readonly EvolveChange[], EvolveSummary> {
  const { journal, config, profile, find } = run;
  const knobs = turnKnobs(config.knobs);
  const book = (state: EvolveState, change: EvolveChange): EvolveState => bookChange(run, state, change);
  return {
    async begin() {
      const begun = templatesOf(config, find);
      const first = initialState(begun, profile, knobs, given);
      journal.emit('evolve-started', {
        alpha: config.alpha,
        // What is in force before anything is learnt: nothing.
        inForce: [keepContent(journal, null)],
        templates: begun.map(({ name }) => name),
        // How many of each are practised: the error budget is shared among them.
        levels: first.library.entries.map(({ curriculum }) => curriculum.levels.length),
        ...(config.from !== undefined && { from: config.from, given: given.map(skillName) }),
      });
      const begin = beginState(first, profile, knobs);
      return isWithout(run, 'keys') ? { ...begin, main: { ...begin.main, named: true } } : begin;
    },

    propose: async ({ ahead }) => ahead[0],

    async try(state, unit) {
      if (unit.phase !== state.phase) journal.emit('phase-begun', { phase: unit.phase, says: phases[unit.phase] });
      const unitBook = openBook(state, book);
      const work = workOf(run, state, unit);
      for (let next = await work.next(state); next.done !== true; next = await work.next(unitBook.state))
        unitBook.write(next.value);
      return unitBook.changes;
    },

    apply(state, { phase }, changes) {
      const after = changes.reduce(book, state);
      const isStopped = changes.some(({ kind }) => kind === 'stopped');
      return { ...after, phase, ahead: unitsAfter(state.ahead, isStopped) };
    },

    describe: (state) => summarise(run, state),
  };
}

const phases = {
  1: 'specialists practise',
  2: 'distillation into the main machine',
  3: 'mixed-domain training',
  4: 'maintenance',
} as const;

/** The work of a unit. */
function workOf(run: EvolveRun, state: EvolveState, unit: Unit): Work {
  switch (unit.kind) {
    case 'practise':
      return specialise(run, state, unit.batch);
    case 'distil':
      return beginMain(run, state);
    case 'look':
      return look(run, state, unit.name);
    case 'mix':
      return trainMixed(run, state, unit);
    case 'settle':
      return settlePatches(run, state);
    case 'round':
      return beginRound(run, state, unit.round);
    case 'relearn':
      return relearn(run, state, unit.round);
  }
}

async function* look(run: EvolveRun, state: EvolveState, name: string): Work {
  yield await proposePatches(run, state, state.main.skills, name);
}

/** B_main as the specialists make it, and what it will practise besides their tasks. */
async function* beginMain(run: EvolveRun, first: EvolveState): Work {
  const state = yield await distil(run, first);
  const { main, practice } = state;
  const distilled = await reportDistilled(run, practice, main);
  const { names, slots } = chooseCompositions(main, masteredOf(run, state), {
    count: run.profile.compositions,
    seed: run.seed,
    find: run.find,
  });
  yield { kind: 'compositions-chosen', names, slots, distilled };
}

/** What is worth composing: what B_main does well enough without more practice. */
function masteredOf({ profile }: EvolveRun, { practice, main }: EvolveState): MachineSkill[] {
  return main.skills.filter((skill) => practice.held.get(skillName(skill))!.score >= profile.target);
}

async function summarise(run: EvolveRun, state: EvolveState): Promise<EvolveSummary> {
  run.progress(0, 1, 'the report, on held-out tasks');
  const { main, practice, named, patches, episodes, acted, distilled } = state;
  const compositions = await reportCompositions(run, state);
  const reports = await reportSkills(run, practice, main);
  const machine = await run.journal.step('keep-machine', {}, () =>
    keepContent(run.journal, Json.parse(MainState.parse(main))),
  );
  run.journal.emit('machine-kept', { machine });
  const costs = main.skills.map((skill) =>
    [planOf(skill, run.find), patchedPlan(skill, main.patched, run.find)].map(costOfPlan),
  );
  return {
    domains: domainsOf(reports),
    templates: reports,
    distilled: await reportGains(run, distilled, main),
    abstractions: [
      ...describeLibrary(skillsOf(practice).map((skill) => learntOf(skill, run.find))),
      ...reusedSkills(skillsOf(practice)),
    ],
    compositions,
    patches,
    certificates: { statistical: practice.accepted, proofs: named.size },
    lessons: practice.lessons,
    episodes: practice.episodes,
    effort: effortOf(practice),
    climb: practice.climb,
    offPolicy: episodes,
    acted: { batches: acted.batches, score: acted.scores / Math.max(1, acted.batches) },
    spent: practice.spent,
    cost: {
      learnt: costs.reduce((sum, [before]) => sum + before!, 0),
      patched: costs.reduce((sum, [, after]) => sum + after!, 0),
    },
    sizes: { I: mainSizes.inputs, N: mainSizes.state, K: 0, O: mainSizes.outputs, W: mainSizes.lanes, S: 1 },
    machine,
  };
}

function domainsOf(reports: readonly SkillReport[]): EvolveSummary['domains'] {
  return Object.fromEntries(
    Domain.options.flatMap((domain) => {
      const own = reports.filter((report) => report.domain === domain);
      if (own.length === 0) return [];
      const reached = own.filter(({ levelAfter }) => levelAfter >= 2).length;
      const score = own.reduce((sum, { after }) => sum + after, 0) / own.length;
      return [[domain, { templates: own.length, reached, score }]];
    }),
  );
}
