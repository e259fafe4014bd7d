import { plainCell, tableLines } from '#app/report';
import type { RunView } from '../views/run-view.ts';

function show(value: number | null): string {
  if (value === null) return '–';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

/** A run as a Markdown page: figures, curves in numbers, decisions. */
export function markdownReport(run: RunView): string {
  const tokens = run.used.promptTokens + run.used.completionTokens;
  const figures: readonly (readonly [string, string])[] = [
    ['loop', run.loop],
    ...run.settings.filter(({ kind }) => kind === 'model').map(({ name, value }) => [name, plainCell(value)] as const),
    ['seed', String(run.seed)],
    ['state', run.state],
    ['started', new Date(run.startedAt).toISOString()],
    ['score before', show(run.scoreBefore)],
    ['score', show(run.score)],
    ['accepted / rejected / undecided', `${run.accepted} / ${run.rejected} / ${run.undecided}`],
    ['certificates', String(run.certificates)],
    ...(tokens === 0
      ? []
      : ([
          ['tokens', show(tokens)],
          ['cost', run.used.dollars > 0 ? `$${run.used.dollars.toFixed(2)}` : 'no price known'],
        ] as const)),
    ['hash', run.hash ?? '–'],
  ];
  const decisions = run.decisions.map((one) => [
    one.verdict,
    plainCell(one.what),
    show(one.incumbent),
    show(one.candidate),
    show(one.pValue),
    one.certificate?.slice(0, 12) ?? '–',
  ]);
  const curves = run.curves.flatMap((curve) => [
    '',
    `## ${plainCell(curve.name)}`,
    '',
    ...tableLines({
      columns: [curve.along, 'value', 'low', 'high'],
      rows: curve.x.map((x, i) => [x, curve.y[i] ?? null, curve.low[i] ?? null, curve.high[i] ?? null].map(show)),
    }),
  ]);
  return [
    `# ${plainCell(run.id)}`,
    '',
    ...(run.sentence === null ? [] : [run.sentence, '']),
    ...tableLines({ columns: ['figure', 'value'], rows: figures }),
    '',
    '## Decisions',
    '',
    ...(decisions.length === 0
      ? ['No change was tried.']
      : tableLines({ columns: ['verdict', 'change', 'before', 'with it', 'p', 'certificate'], rows: decisions })),
    ...curves,
    '',
    `Check it again: \`pawl audit ${run.id}\``,
    '',
  ].join('\n');
}

/** Every point of every curve and every decision, one a line (RFC 4180). */
export function csvReport(run: RunView): string {
  const quoted = (text: string): string => {
    // A spreadsheet takes a cell that begins like a formula for one.
    const safe = /^[=+\-@\t\r]/u.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
    return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows: (readonly (string | number | null)[])[] = [['kind', 'name', 'x', 'value', 'low', 'high', 'certificate']];
  for (const { name, x, y, low, high } of run.curves) {
    for (const [i, at] of x.entries())
      rows.push(['curve', name, at, y[i] ?? null, low[i] ?? null, high[i] ?? null, null]);
  }
  for (const one of run.decisions) {
    rows.push([one.verdict, one.what, one.seq, one.candidate, one.low, one.high, one.certificate]);
  }
  return `${rows.map((row) => row.map((value) => quoted(value === null ? '' : String(value))).join(',')).join('\r\n')}\r\n`;
}
