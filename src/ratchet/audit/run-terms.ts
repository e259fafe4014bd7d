import type { Blobs } from '#foundation/contracts/ports';
import { canonicalText, hashOf, type Hash, isRecord } from '#foundation/kernel';
import { GateConfig, gateDefaults, gateRow } from '#ratchet/gate';
import { parseBytes } from './parse-stored.ts';
import type { AuditedRun } from './audited-run.ts';
import { lessonLevel, partOf, type TrialPlace } from './lesson-level.ts';
import { shown } from './shown.ts';
import { TrainShares } from './train-shares.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What a run was asked to do, as far as its configuration says: all that its events claim is held against it. */
export interface RunTerms {
  /** The error budget of the run; unknown where the loop has none. */
  readonly alpha?: number;
  /** What is in force before the first change, by hash. */
  readonly start?: Hash;
  /** Types of events that may change what is in force without a test. */
  readonly untested: ReadonlySet<string>;
  /** The level of each trial, where it follows from those before it. */
  readonly levelOf?: (place: TrialPlace) => number | undefined;
  /** The shares of trials whose events tell what they follow from. */
  readonly shares?: TrainShares;
  /** Who took part, as it was kept when the run began. */
  readonly world?: Facts;
  /** The same, as rollouts are recorded under it. */
  readonly rolledIn?: Hash;
  /** The settings that the configuration names. */
  readonly settings?: Facts;
  /** The member of the summary that names what the run ends with. */
  readonly final?: 'skill' | 'snapshot' | 'machine';
  /** Figures that the event of an acceptance tells of its test. */
  readonly figures?: readonly string[];
  readonly rollouts?: RolloutTerms;
  /** What the first event must repeat of the settings. */
  readonly told?: Facts;
}

/** How a trial on rollouts reads scores, and where its order of tasks comes from. */
export interface RolloutTerms {
  readonly metric: unknown;
  readonly weight: unknown;
  /** Rollouts per task and side that one trial may ask for. */
  readonly repeats: number;
  /** The stream of chance of the gate. */
  readonly path: string;
  /** The number of the trial that is looked at; any unless its event was read. */
  readonly trial?: number | undefined;
}

export interface TermsFound {
  readonly terms: RunTerms;
  readonly wrong: readonly string[];
}

/** Reads what the configuration of a run allows. Loops that are not known here may change nothing without a test. */
export function termsOf(run: AuditedRun, blobs: Blobs): TermsFound {
  const { loop, config } = run;
  const facts = isRecord(config) ? config : {};
  if (loop === 'evolve') return evolveTerms(facts, blobs);
  if (loop === 'learn') return learnTerms(facts);
  if (loop !== 'train' && loop !== 'selfplay') {
    return sound({ untested: new Set(), ...(typeof facts['alpha'] === 'number' ? { alpha: facts['alpha'] } : {}) });
  }
  const settings = keptUnder(facts, 'settings', blobs);
  if (typeof settings === 'string') return { terms: { untested: new Set() }, wrong: [settings] };
  const found = loop === 'train' ? trainTerms(run, facts, settings) : selfplayTerms(settings);
  const world = keptUnder(facts, 'world', blobs);
  if (typeof world === 'string') return { terms: { ...found.terms, settings }, wrong: [...found.wrong, world] };
  const { name = null, fingerprint = null } = world;
  return { terms: { ...found.terms, settings, world, rolledIn: hashOf({ name, fingerprint }) }, wrong: found.wrong };
}

function sound(terms: RunTerms): TermsFound {
  return { terms, wrong: [] };
}

/** The hash of nothing: no skill is in force before the first is learnt. */
const NOTHING = hashOf(null);

function evolveTerms({ alpha, without, templates, domains, from }: Facts, blobs: Blobs): TermsFound {
  if (typeof alpha !== 'number' || !Array.isArray(without)) {
    return { terms: { untested: new Set(), final: 'machine' }, wrong: ['the configuration names no error budget'] };
  }
  const isThere = typeof from !== 'string' || blobs.getBlob(from) !== undefined;
  const terms: RunTerms = {
    alpha,
    levelOf: (place) => lessonLevel(alpha, place),
    start: NOTHING,
    untested: new Set(without.includes('verification') ? ['candidate-forced', 'patch-forced'] : []),
    final: 'machine',
    figures: ['wins', 'losses'],
    told: {
      ...(Array.isArray(templates) && domains === undefined ? { templates } : {}),
      from: from ?? null,
    },
  };
  return { terms, wrong: isThere ? [] : ['the machine that it began with is not in the store, or not as it was'] };
}

/** What a configuration names by its hash, or what is wrong with it. */
function keptUnder(config: Facts, name: string, blobs: Blobs): Facts | string {
  const hash = config[name];
  const bytes = typeof hash === 'string' ? blobs.getBlob(hash) : undefined;
  if (bytes === undefined) return `the ${name} ${shown(hash)} that the configuration names are not in the store`;
  const parsed = parseBytes(bytes);
  if ('why' in parsed) return `the ${name} that the configuration names cannot be read: ${parsed.why}`;
  return isRecord(parsed.value) ? parsed.value : `the ${name} that the configuration names are none`;
}

function trainTerms({ seed }: AuditedRun, { skill }: Facts, settings: Facts): TermsFound {
  const gate = GateConfig.safeParse(settings['gate']);
  if (!gate.success || !isRecord(skill)) {
    return { terms: { untested: new Set() }, wrong: ['the configuration names no skill, or settings of no gate'] };
  }
  const isForced = settings['slowUpdate'] === true && settings['slowUpdateGate'] === 'force';
  const { analystWorkers: _many, ...told } = settings;
  const alpha = gate.data.alpha ?? gateDefaults.alpha;
  const isSequential = gateRow(gate.data).certifies;
  return sound({
    alpha,
    ...(isSequential ? { shares: new TrainShares(alpha, gate.data.tries ?? expectedTrials(settings)) } : {}),
    start: hashOf(skill),
    untested: new Set([
      ...(gateRow(gate.data).certifies ? [] : ['candidate-passed']),
      ...(isForced ? ['guidance-forced', 'guidance-placed'] : []),
    ]),
    final: 'skill',
    figures: ['incumbent', 'challenger', 'gain', 'pairs', 'score'],
    rollouts: {
      metric: settings['gateMetric'],
      weight: settings['mixedWeight'],
      repeats: gate.data.repeats ?? gateDefaults.repeats,
      path: `train/${seed ?? 0}/gate`,
    },
    told: { settings: told },
  });
}

/** Trials that a run of training is expected to have, unless it says so: one of a late draft, eight of a pool of skills. */
function expectedTrials({ search }: Facts): number {
  return isRecord(search) && Number(search['draftSteps']) > 1 ? 1 : 8;
}

function learnTerms({ alpha }: Facts): TermsFound {
  const terms = { untested: new Set<string>(), final: 'snapshot' } as const;
  if (typeof alpha !== 'number') return { terms, wrong: ['the configuration names no error budget'] };
  return sound({
    ...terms,
    alpha,
    levelOf: ({ looks }) => partOf(alpha, looks + 1),
    figures: ['wins', 'losses', 'candidateScore', 'score'],
  });
}

function selfplayTerms(settings: Facts): TermsFound {
  const alpha = isRecord(settings['gate']) ? settings['gate']['alpha'] : undefined;
  if (typeof alpha !== 'number') {
    return { terms: { untested: new Set(), final: 'snapshot' }, wrong: ['the settings name no error budget'] };
  }
  return sound({
    alpha,
    levelOf: ({ looks, acceptances }) => Math.min(0.5, partOf(alpha, looks + 1) * (1 + acceptances)),
    untested: new Set(),
    final: 'snapshot',
    figures: ['wins', 'losses', 'questions', 'incumbentScore', 'candidateScore', 'score'],
  });
}

/** Whether the first event of a run repeats what its configuration says. */
export function checkBeginning({ alpha, start, told = {} }: RunTerms, facts: Facts): string[] {
  const wrong: string[] = [];
  if (alpha !== undefined && facts['alpha'] !== alpha) {
    wrong.push(`it says that the error budget is ${shown(facts['alpha'])}, the configuration says ${alpha}`);
  }
  const begun = Array.isArray(facts['inForce']) ? facts['inForce'] : [facts['skill'] ?? facts['snapshot']];
  if (start !== undefined && canonicalText(begun) !== canonicalText([start])) {
    wrong.push(`it begins with ${shown(begun[0])}, the configuration with ${start}`);
  }
  for (const [name, value] of Object.entries(told)) {
    if (canonicalText(facts[name] ?? null) !== canonicalText(value)) {
      wrong.push(`its ${name} are not those of the configuration`);
    }
  }
  return wrong;
}
