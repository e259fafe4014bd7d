import { TrialFigures, trialStep } from '#foundation/contracts';
import { canonicalText, isRecord } from '#foundation/kernel';
import { differences, figuresOf } from './check-figures.ts';
import type { Ending } from './check-final.ts';
import { isSame, nameOf } from './event-book.ts';
import type { Facts } from './facts.ts';
import { parseBytes } from './parse-stored.ts';
import { outcomesIn } from './read-outcomes.ts';
import { shown } from './shown.ts';

/** By loop, what its events and its summary are held against. */
const checks: Readonly<Record<string, readonly ((ending: Ending) => string[])[]>> = {
  evolve: [
    (ending) => checkComparisons(ending, 'compare-machine-skills'),
    checkProofs,
    checkPatches,
    checkReports,
    checkCounts,
  ],
  train: [checkTrials, checkTrainSummary],
  learn: [(ending) => checkComparisons(ending, 'compare-rules'), checkLearnt],
  selfplay: [(ending) => checkComparisons(ending, 'compare-checkpoints'), checkCheckpoints, checkCounts],
};

/**
 * Whether events and summary tell what the recorded steps hold, and all of it. Of an unfinished run nothing is asked: it may have steps
 * that it has yet to tell of.
 */
export function checkTold(ending: Ending): string[] {
  const { loop = '', status } = ending.run;
  return status === 'done' ? (checks[loop] ?? []).flatMap((check) => check(ending)) : [];
}

function trialsIn(book: Ending['book']): Facts[] {
  return [...book.told].flatMap(([type, all]) => (type.startsWith('candidate-') ? all : []));
}

/** Every trial of training tells its figures; one without a certificate recorded its outcomes under them. */
function checkTrials({ book, steps, deadline }: Ending): string[] {
  return trialsIn(book).flatMap((facts) => {
    deadline.ask();
    const figures = TrialFigures.safeParse(facts);
    if (!figures.success) return [`a trial of ${shown(facts['candidate'])} does not tell its figures`];
    if (facts['certificate'] !== undefined) return [];
    const { name, inputs } = trialStep(figures.data);
    const outcomes = outcomesIn(steps.find(name, inputs));
    if (outcomes === undefined) return [`no recorded step holds what the trial of ${figures.data.candidate} tells`];
    const { incumbent: _before, challenger: _after, ...known } = figuresOf(outcomes);
    return differences(outcomes.length === 0 ? known : figuresOf(outcomes), facts).map(
      (what) => `the trial of ${figures.data.candidate} ${what}`,
    );
  });
}

/** Every comparison that was made is told, with its wins and losses. */
function checkComparisons(ending: Ending, name: string): string[] {
  const told = new Map<string, number>();
  const trials = trialsIn(ending.book);
  for (const { wins, losses } of trials) count(told, signs(wins, losses), 1);
  let made = 0;
  const wrong: string[] = [];
  const recorded = new Set<string>();
  for (const result of ending.steps.named(name)) {
    const { wins = 0, losses = 0 } = figuresOf(outcomesIn(result) ?? []);
    // Sign flips are a test given the sizes of the differences: where all are 0 nothing was looked at, and nothing need be told.
    if (wins + losses === 0 && (told.get(signs(wins, losses)) ?? 0) <= 0) continue;
    made += 1;
    recorded.add(signs(wins, losses));
    if (count(told, signs(wins, losses), -1) < 0) wrong.push(`no event tells of a trial with ${signs(wins, losses)}`);
  }
  for (const each of told.keys()) {
    if (!recorded.has(each)) wrong.push(`an event tells of a trial with ${each}, and none was recorded`);
  }
  return made > trials.length
    ? [`${made} comparisons were recorded, ${trials.length} trials are told`, ...wrong]
    : wrong;
}

function signs(wins: unknown, losses: unknown): string {
  return `${shown(wins)} wins and ${shown(losses)} losses`;
}

function count(counts: Map<string, number>, key: string, by: number): number {
  const now = (counts.get(key) ?? 0) + by;
  counts.set(key, now);
  return now;
}

/**
 * Every proof that a step recorded is named where its skill became part of the machine: claims, certificates and open ones add up. A skill
 * that is distilled again names no certificate twice.
 */
function checkProofs({ book, steps, blobs, deadline }: Ending): string[] {
  const wrong: string[] = [];
  const byClaims = new Map<string, Facts>();
  for (const each of steps.named('prove-machine-skill')) {
    const { certificates } = each;
    if (!byClaims.has(claimsOf(each))) byClaims.set(claimsOf(each), each);
    const list: readonly unknown[] = Array.isArray(certificates) ? certificates : [];
    const lost = list.filter(
      (hash) => typeof hash === 'string' && book.named.get(hash)?.type !== 'machine-skill-distilled',
    );
    if (lost.length === 0) continue;
    wrong.push(
      `${lost.length} of ${list.length} certificates of a proved skill are named by no event that distils it: ${shown(lost[0])}`,
    );
  }
  for (const { facts, version } of book.distilled) {
    deadline.ask();
    const { skill, claims, certificates } = facts;
    const named: readonly unknown[] = Array.isArray(certificates) ? certificates : [];
    if (claims === undefined && named.length === 0) continue;
    const proved = provedOf(version, { steps, blobs }) ?? byClaims.get(claimsOf(facts));
    if (proved === undefined || claimsOf(proved) !== claimsOf(facts)) {
      wrong.push(
        `machine-skill-distilled tells of ${shown(claims)} claims of ${shown(skill)}, and no step proved so many of it`,
      );
      continue;
    }
    const own = new Set<unknown>(Array.isArray(proved['certificates']) ? proved['certificates'] : []);
    const strange = named.find((hash) => !own.has(hash));
    if (strange !== undefined) wrong.push(`${shown(strange)} is not a certificate of ${shown(skill)}`);
  }
  return wrong;
}

function claimsOf({ claims, open, gates }: Facts): string {
  return canonicalText([claims ?? null, open ?? null, gates ?? null]);
}

/** What was proved of a version of a skill; unknown where the version was not kept, as where nothing is certified. */
function provedOf(version: string | undefined, { steps, blobs }: Pick<Ending, 'steps' | 'blobs'>): Facts | undefined {
  const bytes = version === undefined ? undefined : blobs.getBlob(version);
  const parsed = bytes === undefined ? undefined : parseBytes(bytes);
  const found =
    parsed !== undefined && 'value' in parsed ? steps.find('prove-machine-skill', { skill: parsed.value }) : undefined;
  return isRecord(found) ? found : undefined;
}

/** A patch is accepted where a step proved it, with the effort that it took, and after it was proposed. */
function checkPatches({ book, steps }: Ending): string[] {
  const proposed = new Set((book.told.get('patch-proposed') ?? []).map(({ id }) => id));
  const efforts = new Map<unknown, Set<unknown>>();
  const wrong: string[] = [];
  for (const { answer, certificate, effort } of steps.named('verify-patch')) {
    if (answer !== 'proved') continue;
    efforts.set(certificate, (efforts.get(certificate) ?? new Set()).add(effort));
    const naming = typeof certificate === 'string' ? book.named.get(certificate)?.type : undefined;
    // What proves a patch may have been proved before, where the skill was distilled.
    if (naming !== 'patch-accepted' && naming !== 'machine-skill-distilled') {
      wrong.push(`a patch was proved by ${shown(certificate)}, and no event accepts it`);
    }
  }
  const accepted = [...(book.told.get('patch-accepted') ?? []), ...(book.told.get('patch-repeated') ?? [])];
  for (const { id, certificate, provedBy, effort } of accepted) {
    const by = certificate ?? provedBy;
    if (!proposed.has(id)) wrong.push(`patch ${shown(id)} was accepted and never proposed`);
    if (efforts.get(by)?.has(effort) !== true) {
      wrong.push(`patch ${shown(id)} was accepted by ${shown(by)}, and no recorded step proved it so`);
    }
  }
  return wrong;
}

/** What was reported is what was measured, and the summary repeats it. */
function checkReports({ run, book, steps }: Ending): string[] {
  const summary: Facts = isRecord(run.summary) ? run.summary : {};
  const wrong: string[] = [];
  const reports = [
    ['templates', 'template-reported'],
    ['compositions', 'composition-reported'],
  ] as const;
  for (const [member, type] of reports) {
    if (!isSame(summary[member], book.told.get(type) ?? [])) {
      wrong.push(`the ${member} of the summary are not those that the run reported`);
    }
  }
  const measured = new Set(
    Array.from(steps.named('report-machine-skill'), (each) =>
      JSON.stringify([each['before'], each['specialist'], each['after']]),
    ),
  );
  for (const { template, before, specialist, after } of book.told.get('template-reported') ?? []) {
    if (measured.has(JSON.stringify([before, specialist, after]))) continue;
    wrong.push(`the scores reported for ${shown(template)} were not measured so`);
  }
  const kept = new Set(
    Array.from(steps.named('report-machine-skill'), (each) => JSON.stringify([each['specialist'], each['after']])),
  );
  const lowest = lowestLevel(run.config);
  const distilled: readonly unknown[] = Array.isArray(summary['distilled']) ? summary['distilled'] : [];
  const templatesIn = (facts: readonly unknown[]): unknown[] => facts.map((each) => isRecord(each) && each['template']);
  if (distilled.length > 0 && !isSame(templatesIn(distilled), templatesIn(book.told.get('template-reported') ?? []))) {
    wrong.push('what the summary tells of distillation is not of the templates that the run reported');
  }
  for (const each of distilled) {
    // What was not learnt before distillation is told at the lowest level, or at the highest of a template that has fewer.
    if (isRecord(each) && !book.latest.has(nameOf(each)) && Number(each['level']) > lowest)
      wrong.push(`the summary tells of ${nameOf(each)}, which was not learnt`);
    if (isRecord(each) && kept.has(JSON.stringify([each['specialist'], each['distilled']]))) continue;
    wrong.push('the scores after distillation in the summary were not measured so');
  }
  const played = new Set(Array.from(steps.named('report-composition'), (each) => JSON.stringify(scoresOf(each))));
  for (const each of book.told.get('composition-reported') ?? []) {
    if (played.has(JSON.stringify(scoresOf(each)))) continue;
    wrong.push(`the scores reported for ${shown(each['composition'])} were not measured so`);
  }
  return wrong;
}

/** The level that practice begins at, by the configuration. */
function lowestLevel(config: unknown): number {
  const levels = isRecord(config) ? config['levels'] : undefined;
  return isRecord(levels) ? Number(levels['from']) : 1;
}

function scoresOf({ score, solved, bestSingle, slots }: Facts): unknown {
  return [score, solved, bestSingle, slots];
}

/** The checkpoints that the summary of self-play names are kept as the snapshots that the run began and ended with. */
function checkCheckpoints({ run, book, steps, blobs }: Ending): string[] {
  if (!isRecord(run.summary)) return [];
  const { checkpoints, snapshot } = run.summary;
  if (!isRecord(checkpoints)) return ['the summary does not say which checkpoints are in force'];
  const ends = [
    [checkpoints['start'], book.changes[0]?.hash],
    [checkpoints['solver'], snapshot],
  ] as const;
  return ends.flatMap(([checkpoint, hash]) => {
    const id = typeof checkpoint === 'string' ? checkpoint : '';
    // Weights that are kept here were kept by a step; a model that is served elsewhere is kept by name.
    const kept = steps.find('keep-checkpoint', { role: 'solver', checkpoint: id });
    const isKept = kept === undefined ? nameIn(hash, blobs) === id : kept === hash;
    return isKept ? [] : [`checkpoint ${shown(checkpoint)} is not what ${shown(hash)} holds`];
  });
}

/** The id of a checkpoint that is kept by name. */
function nameIn(hash: unknown, blobs: Ending['blobs']): unknown {
  const bytes = typeof hash === 'string' ? blobs.getBlob(hash) : undefined;
  const parsed = bytes === undefined ? undefined : parseBytes(bytes);
  return parsed !== undefined && 'value' in parsed && isRecord(parsed.value) ? parsed.value['id'] : undefined;
}

/** Counts of the summary that events give. */
function checkCounts({ run, book }: Ending): string[] {
  const summary: Facts = isRecord(run.summary) ? run.summary : {};
  const toldAs = (type: string): number => book.told.get(type)?.length ?? 0;
  const counts: Readonly<Record<string, readonly (readonly [string, unknown, number])[]>> = {
    evolve: [
      ['paired tests', inside(summary, 'certificates', 'statistical'), toldAs('candidate-accepted')],
      ['proofs', inside(summary, 'certificates', 'proofs'), book.named.size - toldAs('candidate-accepted')],
      ['patches proposed', inside(summary, 'patches', 'proposed'), toldAs('patch-proposed')],
      [
        'patches proved',
        inside(summary, 'patches', 'proved'),
        toldAs('patch-accepted') + toldAs('patch-repeated') + toldAs('patch-forced'),
      ],
      ['patches refused', inside(summary, 'patches', 'refused'), toldAs('patch-rejected')],
      ['units of effort for verifying patches', inside(summary, 'patches', 'effort'), effortTold(book)],
      ['batches that the machine acted in', inside(summary, 'acted', 'batches'), toldAs('main-acted')],
      ['as the mean score of these batches', inside(summary, 'acted', 'score'), scoreTold(book)],
    ],
    selfplay: ['accepted', 'rejected', 'undecided'].map((name) => [
      `${name} checkpoints`,
      summary[name],
      toldAs(`candidate-${name}`),
    ]),
  };
  return (counts[run.loop ?? ''] ?? []).flatMap(([what, said, told]) =>
    said === told ? [] : [`the summary says ${shown(said)} ${what}, the events ${told}`],
  );
}

/** What verifying patches took, by the events that tell how each ended. */
function effortTold({ told }: Ending['book']): number {
  const ends = ['patch-accepted', 'patch-repeated', 'patch-postponed', 'patch-rejected'];
  return ends.flatMap((type) => told.get(type) ?? []).reduce((sum, { effort }) => sum + Number(effort), 0);
}

/** The mean score of the batches that the machine acted in, by the events that tell of them; 0 where there is none. */
function scoreTold({ told }: Ending['book']): number {
  const acted = told.get('main-acted') ?? [];
  return acted.reduce((sum, { score }) => sum + Number(score), 0) / Math.max(1, acted.length);
}

function inside(summary: Facts, group: string, name: string): unknown {
  const found = summary[group];
  return isRecord(found) ? found[name] : undefined;
}

/** The summary of `learn` is the one that was recorded for where the run began and ended; its trials are those that the events tell. */
function checkLearnt({ run, book, steps }: Ending): string[] {
  const summary: Facts = isRecord(run.summary) ? run.summary : {};
  const begun = book.told.get('learn-started')?.[0] ?? {};
  const ends = [begun['snapshot'], summary['snapshot'], begun['table']];
  const [start, end, table] = ends.map((hash) => (typeof hash === 'string' ? hash : null));
  const recorded = steps.find('describe-rule', { start: start!, end: end!, table: table! });
  if (!isRecord(recorded)) return ['no recorded step describes what the run began and ended with'];
  const wrong = Object.keys({ ...recorded, ...summary })
    .filter((name) => !isSame(summary[name], recorded[name]))
    .map((name) => `the summary says ${name} ${shown(summary[name])}, what was recorded says ${shown(recorded[name])}`);
  const verdicts = {
    'candidate-accepted': 'accept',
    'candidate-rejected': 'reject',
    'candidate-undecided': 'undecided',
  };
  const told = Object.entries(verdicts).flatMap(([type, verdict]) =>
    (book.told.get(type) ?? []).map((facts) => trialOf(facts, verdict)),
  );
  const trials: readonly unknown[] = Array.isArray(recorded['trials']) ? recorded['trials'] : [];
  const same = trials.map((trial) => (isRecord(trial) ? trialOf(trial, trial['verdict']) : ''));
  if (!isSame(told.toSorted(), same.toSorted()))
    wrong.push('the trials that events tell are not those that were recorded');
  const found = book.told.get('rules-found')?.[0] ?? {};
  for (const name of ['effort', 'isStopped']) {
    if (isSame(found[name], recorded[name])) continue;
    wrong.push(`the event rules-found says ${name} ${shown(found[name])}, what was recorded ${shown(recorded[name])}`);
  }
  for (const [name, judged] of [
    ['training', recorded['training']],
    ['heldOut', recorded['judged']],
  ] as const) {
    const rows = isRecord(judged) ? judged['rows'] : undefined;
    if (begun[name] !== rows)
      wrong.push(`the event learn-started says ${shown(begun[name])} rows (${name}), not ${shown(rows)}`);
  }
  return wrong;
}

function trialOf({ candidate, wins, losses, pValue, alpha }: Facts, verdict: unknown): string {
  return canonicalText([
    candidate ?? null,
    verdict ?? null,
    wins ?? null,
    losses ?? null,
    pValue ?? null,
    alpha ?? null,
  ]);
}

/** What the summary of training says is what its last event says. */
function checkTrainSummary({ run, book }: Ending): string[] {
  const ended = book.told.get('run-ended')?.at(-1);
  if (ended === undefined || !isRecord(run.summary)) return ['the run is done, and no event tells how it ended'];
  const score = isRecord(ended['score']) ? ended['score'] : {};
  const { best, open } = ended;
  const version = isRecord(open) ? open['version'] : undefined;
  const told: Facts = {
    accepted: ended['accepted'],
    rejected: ended['rejected'],
    undecided: ended['undecided'],
    rollouts: ended['rollouts'],
    scoreBefore: inside(score, 'before', 'score'),
    scoreAfter: inside(score, 'after', 'score'),
    skill: isRecord(best) ? best['hash'] : undefined,
    open: isRecord(version) ? version['hash'] : undefined,
    simulated: ended['isSimulated'],
  };
  const { summary } = run;
  const counts = [
    ['steps', ended['steps'], book.told.get('step-ended')?.length ?? 0],
    ['rules', ended['rules'], book.told.get('rule-explained')?.length ?? 0],
  ] as const;
  const wrong = counts.flatMap(([what, said, count]) =>
    said === count ? [] : [`the event run-ended says ${shown(said)} ${what}, the events before it ${count}`],
  );
  const began = book.told.get('training-started')?.[0]?.['simulated'];
  if (began !== ended['isSimulated']) {
    wrong.push(`the run began as simulated: ${shown(began)}, and ended as ${shown(ended['isSimulated'])}`);
  }
  const tested = book.told.get('skill-tested')?.at(-1);
  if (
    tested === undefined ? score['split'] !== 'none' : !isSame({ ...tested, score: null }, { ...score, score: null })
  ) {
    wrong.push('the scores of the event skill-tested are not those of the event run-ended');
  }
  return [
    ...wrong,
    ...Object.keys({ ...told, ...summary }).flatMap((name) =>
      isSame(told[name], summary[name])
        ? []
        : [`the summary says ${name} ${shown(summary[name])}, the event run-ended ${shown(told[name])}`],
    ),
  ];
}
