import { isRecord } from '#foundation/kernel';
import type { Ending } from './check-final.ts';
import { countTold } from './count-told.ts';
import type { Facts } from './facts.ts';
import { of } from './told-trials.ts';

const ACTED = ['what', 'domain', 'score', 'used', 'masked', 'staleness', 'moved'];
const TRIED = ['template', 'level', 'class', 'verdict', 'wins', 'losses', 'pValue', 'alpha', 'score'];
const verdicts: Readonly<Record<string, string>> = {
  'candidate-accepted': 'accept',
  'candidate-forced': 'accept',
  'candidate-rejected': 'reject',
  'candidate-undecided': 'undecided',
};

/** What the machine did, and what came of its patches, is told as often as it was recorded, and as it was. */
export function checkHeaps({ book, steps }: Ending): string[] {
  const told = (type: string): readonly Facts[] => book.told.get(type) ?? [];
  const proposals = [...steps.named('propose-patches')].flatMap(({ proposals: all }): readonly unknown[] =>
    Array.isArray(all) ? all : [],
  );
  const proved = [...told('patch-accepted'), ...told('patch-repeated')];
  const trials = Object.entries(verdicts).flatMap(([type, verdict]) =>
    told(type).map((facts) => ({ ...facts, verdict })),
  );
  const reported = told('template-reported').flatMap(({ template, trials: all }) =>
    (Array.isArray(all) ? all : []).map((trial: unknown) => ({ template, ...(isRecord(trial) ? trial : {}) })),
  );
  const heaps = [
    [
      'a batch that the machine acted in',
      told('main-acted').map(pick(ACTED)),
      [...steps.named('act-on-main')].map(pick(ACTED)),
    ],
    [
      'a proposed patch',
      told('patch-proposed').map(({ kind, gain }) => [kind, gain]),
      proposals.map((each) => [of(of(each, 'patch'), 'kind'), of(each, 'gain')]),
    ],
    [
      'a patch that was verified',
      [
        ...proved.map(({ id, effort, certificate, provedBy }) => [id, 'proved', effort, certificate ?? provedBy]),
        ...told('patch-rejected').map(({ id, effort }) => [id, 'refuted', effort, null]),
        ...told('patch-postponed').map(({ id, effort }) => [id, 'unknown', effort, null]),
      ],
      [...steps.named('verify-patch')].map(({ id, answer, effort, certificate = null }) => [
        id,
        answer,
        effort,
        certificate,
      ]),
    ],
    ['the report of a template', told('template-reported'), steps.named('report-template')],
    ['the report of a composition', told('composition-reported'), steps.named('report-composition')],
    ['a trial in the reports of templates', reported.map(pick(TRIED)), trials.map(pick(TRIED))],
    [
      'an order',
      told('order-taken'),
      [...steps.results('orders')].flatMap((all): readonly unknown[] => (Array.isArray(all) ? all : [])),
    ],
  ] as const;
  return heaps.flatMap(([what, said, recorded]) => countTold(what, said, recorded));
}

function pick(names: readonly string[]): (facts: Facts) => unknown[] {
  return (facts) => names.map((name) => facts[name] ?? null);
}
