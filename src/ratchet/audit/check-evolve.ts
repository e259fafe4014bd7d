import { canonicalText, isRecord } from '#foundation/kernel';
import { checkComparisons } from './check-comparisons.ts';
import type { Ending } from './check-final.ts';
import { isSame, nameOf } from './event-book.ts';
import type { Facts } from './facts.ts';
import { parseBytes } from './parse-stored.ts';
import { checkHeaps } from './check-heaps.ts';
import { shown } from './shown.ts';
import { inside } from './told-trials.ts';

/** What a run of `evolve` tells, held against what its steps recorded. */
export function checkEvolve(ending: Ending): string[] {
  return [
    ...checkComparisons(ending, 'compare-machine-skills'),
    ...checkProofs(ending),
    ...checkPatches(ending),
    ...checkReports(ending),
    ...checkCounts(ending),
    ...checkHeaps(ending),
    ...checkDomains(ending),
  ];
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
  const given = book.told.get('evolve-started')?.[0]?.['given'];
  const begun: readonly unknown[] = Array.isArray(given) ? given : [];
  for (const { facts, version } of book.distilled) {
    deadline.ask();
    const { skill, claims, certificates } = facts;
    if (version === undefined && !begun.includes(skill)) {
      wrong.push(`machine-skill-distilled tells of ${shown(skill)}, and nothing of this name was accepted before`);
    }
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
  // A template that a person ordered joined after distillation.
  const ordered = new Set((book.told.get('order-taken') ?? []).map(({ template }) => template));
  const begun = templatesIn(book.told.get('template-reported') ?? []).filter(
    (template) => !ordered.has(template) || templatesIn(distilled).includes(template),
  );
  if (distilled.length > 0 && !isSame(templatesIn(distilled), begun)) {
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

/** Counts of the summary that events give. */
function checkCounts({ run, book }: Ending): string[] {
  const summary: Facts = isRecord(run.summary) ? run.summary : {};
  const toldAs = (type: string): number => book.told.get(type)?.length ?? 0;
  const counts = [
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
  ] as const;
  return counts.flatMap(([what, said, told]) =>
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

/** What the summary says of each domain, from the reports of its templates; and the episodes that a skill was distilled from. */
function checkDomains({ run, book, steps }: Ending): string[] {
  const sums = new Map<unknown, { templates: number; reached: number; score: number }>();
  for (const { domain, levelAfter, after } of book.told.get('template-reported') ?? []) {
    const sum = sums.get(domain) ?? { templates: 0, reached: 0, score: 0 };
    sums.set(domain, {
      templates: sum.templates + 1,
      reached: sum.reached + (Number(levelAfter) >= 2 ? 1 : 0),
      score: sum.score + Number(after),
    });
  }
  const domains = [...sums].map(([name, { templates, reached, score }]) => [
    name,
    { templates, reached, score: score / templates },
  ]);
  const said = isRecord(run.summary) ? run.summary['domains'] : undefined;
  const selected = new Set(
    Array.from(steps.named('select-episodes'), ({ kept, of, score }) =>
      canonicalText([kept, of, score].map((each) => each ?? null)),
    ),
  );
  const wrong = isSame(said, Object.fromEntries(domains))
    ? []
    : ['the domains of the summary are not those that the reports of templates give'];
  for (const { facts } of book.distilled) {
    const { skill, episodes, of, score } = facts;
    if (selected.has(canonicalText([episodes, of, score].map((each) => each ?? null)))) continue;
    wrong.push(
      `${shown(skill)} was distilled from ${shown(episodes)} of ${shown(of)} episodes, and no step selected so many`,
    );
  }
  return wrong;
}
