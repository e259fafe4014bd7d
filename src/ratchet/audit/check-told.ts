import { TrialFigures, trialStep } from '#foundation/contracts';
import { isRecord } from '#foundation/kernel';
import { differences, figuresOf } from './check-figures.ts';
import type { Ending } from './check-final.ts';
import { isSame } from './event-book.ts';
import type { Facts } from './facts.ts';
import { parseBytes } from './parse-stored.ts';
import { outcomesIn } from './read-outcomes.ts';
import { shown } from './shown.ts';

/** By loop, what its events and its summary are held against. */
const checks: Readonly<Record<string, readonly ((ending: Ending) => string[])[]>> = {
  evolve: [
    (ending) => checkComparisons(ending, 'compare-skills'),
    checkProofs,
    checkPatches,
    checkReports,
    checkCounts,
  ],
  train: [checkTrials, checkTrainSummary],
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

function trialsIn({ book }: Ending): Facts[] {
  return [...book.told].flatMap(([type, all]) => (type.startsWith('candidate-') ? all : []));
}

/** Every trial of training tells its figures; one without a certificate recorded its outcomes under them. */
function checkTrials({ book, steps }: Ending): string[] {
  const trials = [...book.told].flatMap(([type, all]) => (type.startsWith('candidate-') ? all : []));
  return trials.flatMap((facts) => {
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
  for (const { wins, losses } of trialsIn(ending)) count(told, signs(wins, losses), 1);
  const trials = trialsIn(ending).length;
  let made = 0;
  const wrong: string[] = [];
  const recorded = new Set<string>();
  for (const result of ending.steps.named(name)) {
    const { wins, losses } = figuresOf(outcomesIn(result) ?? []);
    made += 1;
    recorded.add(signs(wins, losses));
    if (count(told, signs(wins, losses), -1) < 0) wrong.push(`no event tells of a trial with ${signs(wins, losses)}`);
  }
  for (const each of told.keys()) {
    if (!recorded.has(each)) wrong.push(`an event tells of a trial with ${each}, and none was recorded`);
  }
  return made > trials ? [`${made} comparisons were recorded, ${trials} trials are told`, ...wrong] : wrong;
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
function checkProofs({ book, steps, blobs }: Ending): string[] {
  const wrong: string[] = [];
  const all = [...steps.named('prove-skill')];
  for (const { certificates } of all) {
    const list: readonly unknown[] = Array.isArray(certificates) ? certificates : [];
    const lost = list.filter((hash) => typeof hash === 'string' && book.named.get(hash)?.type !== 'skill-distilled');
    if (lost.length === 0) continue;
    wrong.push(
      `${lost.length} of ${list.length} certificates of a proved skill are named by no event that distils it: ${shown(lost[0])}`,
    );
  }
  for (const { facts, version } of book.distilled) {
    const { skill, claims, certificates } = facts;
    const named: readonly unknown[] = Array.isArray(certificates) ? certificates : [];
    if (claims === undefined && named.length === 0) continue;
    const proved = provedOf(version, { steps, blobs }) ?? all.find((each) => isSame(claimsOf(each), claimsOf(facts)));
    if (proved === undefined || !isSame(claimsOf(proved), claimsOf(facts))) {
      wrong.push(
        `skill-distilled tells of ${shown(claims)} claims of ${shown(skill)}, and no step proved so many of it`,
      );
      continue;
    }
    const own = new Set<unknown>(Array.isArray(proved['certificates']) ? proved['certificates'] : []);
    const strange = named.find((hash) => !own.has(hash));
    if (strange !== undefined) wrong.push(`${shown(strange)} is not a certificate of ${shown(skill)}`);
  }
  return wrong;
}

function claimsOf({ claims, open, gates }: Facts): unknown {
  return [claims ?? null, open ?? null, gates ?? null];
}

/** What was proved of a version of a skill; unknown where the version was not kept, as where nothing is certified. */
function provedOf(version: string | undefined, { steps, blobs }: Pick<Ending, 'steps' | 'blobs'>): Facts | undefined {
  const bytes = version === undefined ? undefined : blobs.getBlob(version);
  const parsed = bytes === undefined ? undefined : parseBytes(bytes);
  const found =
    parsed !== undefined && 'value' in parsed ? steps.find('prove-skill', { skill: parsed.value }) : undefined;
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
    if (naming !== 'patch-accepted' && naming !== 'skill-distilled') {
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
    Array.from(steps.named('report-skill'), (each) =>
      JSON.stringify([each['before'], each['specialist'], each['after']]),
    ),
  );
  for (const { template, before, specialist, after } of book.told.get('template-reported') ?? []) {
    if (measured.has(JSON.stringify([before, specialist, after]))) continue;
    wrong.push(`the scores reported for ${shown(template)} were not measured so`);
  }
  const kept = new Set(
    Array.from(steps.named('report-skill'), (each) => JSON.stringify([each['specialist'], each['after']])),
  );
  const distilled: readonly unknown[] = Array.isArray(summary['distilled']) ? summary['distilled'] : [];
  for (const each of distilled) {
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

function inside(summary: Facts, group: string, name: string): unknown {
  const found = summary[group];
  return isRecord(found) ? found[name] : undefined;
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
