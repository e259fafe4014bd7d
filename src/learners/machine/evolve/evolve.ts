import { costOfPlan, mainSizes, sameWords } from '#learners/machine/combined';
import { type AnyTemplate, Domain } from '#foundation/contracts/tasks';
import { Json, skillName } from '#foundation/contracts';
import { keepContent } from '#ratchet/certify';
import type { Hash } from '#foundation/kernel';
import { turnKnobs } from '#schedule';
import { findAmong, type FindTemplate, templates } from '#tasks/registry';
import { chooseCompositions } from './choose-compositions.ts';
import type { EvolveConfig } from './config.ts';
import { type Distilled, distil } from './distil.ts';
import type { EvolveRun } from './evolve-run.ts';
import { type EvolveState, initialState } from './evolve-state.ts';
import { MainCache } from './main-cache.ts';
import { emptyMain, keyOfSlot, MainState, patchedPlan } from './main-state.ts';
import { maintain } from './maintain.ts';
import { trainMixed } from './train-mixed-domains.ts';
import type { MixedState } from './mixed-state.ts';
import { type Profile, profiles } from './profile.ts';
import { type CompositionReport, reportCompositions } from './report-compositions.ts';
import { type DistilledReport, reportDistilled, reportSkills, type SkillReport } from './report-skills.ts';
import { planOf, type MachineSkill } from './machine-skill.ts';
import { specialise } from './specialise.ts';

/** What a run of `pawl evolve` ends with. */
export type EvolveSummary = {
  readonly domains: Readonly<
    Record<string, { readonly templates: number; readonly reached: number; readonly score: number }>
  >;
  readonly templates: readonly SkillReport[];
  /** B_main at the end of phase 2, at the levels reached by then. */
  readonly distilled: readonly DistilledReport[];
  readonly compositions: readonly CompositionReport[];
  readonly patches: MixedState['patches'] & { readonly waiting: number };
  /** Certificates of the run: paired tests of skills, and proofs. */
  readonly certificates: { readonly statistical: number; readonly proofs: number };
  readonly lessons: number;
  readonly episodes: number;
  readonly climb: EvolveState['climb'];
  /** Episodes on B_main that taught it, and those that the off-policy mask dropped. */
  readonly offPolicy: MixedState['episodes'];
  /** Episodes by mode and domain. */
  readonly spent: EvolveState['spent'];
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
  'seed' | 'config' | 'journal' | 'dispatcher' | 'progress' | 'shouldStop' | 'orders'
> & {
  /** Templates that the user brings, beside those that are built in. */
  readonly own?: readonly AnyTemplate[];
};

/** The preset, with the levels that were asked for. */
function profileOf({ profile, levels }: EvolveConfig): Profile {
  return { ...profiles[profile], ...(levels !== undefined && { lowest: levels.from, highest: levels.to }) };
}

/** The templates that a configuration asks for. */
export function templatesOf({ templates: named, domains, profile }: EvolveConfig, find: FindTemplate): AnyTemplate[] {
  const preset: Profile = profiles[profile];
  const wanted = named ?? (domains === undefined ? preset.templates : undefined);
  const found = wanted === undefined ? templates : wanted.map(find);
  return found.filter(({ domain }) => domains === undefined || domains.includes(domain));
}

/**
 * The pipeline of seed 000: specialists practise, what they do well goes into one machine, and that machine goes on practising,
 * verifying and changing itself.
 */
export async function evolve(ports: EvolvePorts): Promise<EvolveSummary> {
  const { config, own = [], ...given } = ports;
  const find = findAmong(own);
  const run: EvolveRun = {
    ...given,
    config,
    find,
    profile: profileOf(config),
    knobs: turnKnobs(),
    cache: new MainCache(find),
  };
  const enter = (phase: number, says: string): void => run.journal.emit('phase-begun', { phase, says });

  const begun = templatesOf(config, find);
  const first = initialState(begun, run.profile, run.knobs);
  run.journal.emit('evolve-started', {
    alpha: config.alpha,
    // What is in force before anything is learnt: no skill.
    inForce: [keepContent(run.journal, null)],
    templates: begun.map(({ name }) => name),
    // How many of each are practised: the error budget is shared among them.
    levels: first.library.entries.map(({ curriculum }) => curriculum.levels.length),
  });
  enter(0, 'initialise');
  enter(1, 'specialists practise');
  const specialised = await specialise(run, first);
  enter(2, 'distillation into the main machine');
  const distilled = await distil(run, specialised, { main: emptyMain, named: new Set() });
  const kept = await reportDistilled(run, specialised, distilled.main);
  enter(3, 'mixed-domain training');
  const mixed = await trainMixed(run, beginMixed(run, specialised, distilled), run.profile.mixed, 'mixed');
  enter(4, 'maintenance');
  const last = await maintain(run, mixed);
  return summarise(run, last, kept);
}

function beginMixed(run: EvolveRun, state: EvolveState, { main, named }: Distilled): MixedState {
  const chosen = chooseCompositions(main, masteredOf(run, state, main), {
    count: run.profile.compositions,
    seed: run.seed,
    find: run.find,
  });
  return {
    state,
    main: { ...main, slots: chosen.slots, leanings: [...main.leanings, ...firstLeanings(run, main, chosen.slots)] },
    knobs: run.knobs,
    queue: [],
    patches: { proposed: 0, proved: 0, refused: 0, unknown: 0, stale: 0 },
    changed: new Set(),
    counterexamples: {},
    toPractise: [],
    compositions: chosen.names,
    composed: {},
    episodes: { used: 0, masked: 0 },
    named,
    orders: 0,
    failures: {},
  };
}

/** What is worth composing: skills of B_main that need no more practice. */
function masteredOf({ profile }: EvolveRun, { held }: EvolveState, { skills }: MainState): MachineSkill[] {
  return skills.filter((skill) => held.get(skillName(skill))!.score >= profile.target);
}

/** Before a slot was ever served, fragments for the same words are a little nearer than others of its sizes. */
const NEAR = 1;

function firstLeanings({ find }: EvolveRun, { skills }: MainState, slots: MainState['slots']): MainState['leanings'] {
  return Object.keys(slots).flatMap((slot) => {
    const key = keyOfSlot(slot, find, slots);
    return skills
      .map(skillName)
      .filter((fragment) => sameWords(keyOfSlot(fragment, find), key))
      .map((fragment) => ({ slot, fragment, weight: NEAR }));
  });
}

async function summarise(
  run: EvolveRun,
  mixed: MixedState,
  distilled: readonly DistilledReport[],
): Promise<EvolveSummary> {
  const { main, state, named, patches, queue, episodes } = mixed;
  const compositions = await reportCompositions(run, mixed);
  const reports = await reportSkills(run, state, main);
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
    distilled,
    compositions,
    patches: { ...patches, waiting: queue.length },
    certificates: { statistical: state.accepted, proofs: named.size },
    lessons: state.lessons,
    episodes: state.episodes,
    climb: state.climb,
    offPolicy: episodes,
    spent: state.spent,
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
