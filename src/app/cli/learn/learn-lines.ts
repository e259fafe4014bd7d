import type { Judged, LearnConfig, LearnSummary, ShownDiffers, Table } from '#learners/table';
import { counted } from '../counted.ts';

/** What each column is taken for, and what is left out. */
export function columnLines({ columns, answer, ignored, leftOut, rows }: Table): readonly string[] {
  const width = Math.max(...[...columns, answer, ...ignored].map(({ name }) => name.length));
  const line = (name: string, says: string): string => `  ${name.padEnd(width)}  ${says}`;
  return [
    `${counted(rows.length, 'row')}, columns taken for (change it with --column NAME=KIND, --ignore NAME):`,
    ...columns.map(({ name, kind, says, missing }) =>
      line(
        name,
        `${says}${missing === 0 ? '' : `; missing in ${counted(missing, 'row')}${kind === 'word' ? ', taken as a word of its own' : ''}`}`,
      ),
    ),
    line(answer.name, `${answer.says}: the answer`),
    ...ignored.map(({ name, why }) => line(name, `not used: ${why}`)),
    ...leftOut.map(({ rows: count, why }) => `  left out: ${counted(count, 'row')} with ${why}`),
  ];
}

interface Around {
  readonly config: LearnConfig;
  readonly table: Table;
  /** What a suggested command line must add. */
  readonly workspace: string;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The lines that a person reads. */
export function learnLines(
  summary: LearnSummary & { readonly run: string; readonly hash: string },
  around: Around,
): readonly string[] {
  const { run, hash, effort, isStopped } = summary;
  const { workspace } = around;
  return [
    ...ruleLines(summary, around),
    '',
    ...scoreLines(summary),
    ...contradictionLines(summary),
    ...rivalLines(summary),
    '',
    `effort ${Math.round(effort / 1000) / 1000} million${isStopped ? ', ended by --limit-seconds' : ''}`,
    `hash   ${hash}`,
    `Check it again:  npx pawl audit ${run}${workspace}`,
  ];
}

function ruleLines({ says, isShown, commonest }: LearnSummary, { table }: Around): string[] {
  const head = isShown
    ? `${table.answer.name} is`
    : `Nothing better than the commonest answer (${commonest.says}) was shown. The best rule that was found says that ${table.answer.name} is`;
  return [head, ...says.map((line) => `  ${line}`)];
}

/** `146 of 150 (97.3 %; 95 % interval 93.3 % to 99.3 %)`. */
export function shareText({ right, rows, interval }: Judged): string {
  return `${right} of ${rows} (${percent(right / rows)}; 95 % interval ${percent(interval.low)} to ${percent(interval.high)})`;
}

export function differsLine({ row, cells: own, answer, says }: ShownDiffers): string {
  return `  row ${row}: ${cells(own)}: ${answer}, the rule says ${says}`;
}

function scoreLines({ judged, commonest, training, trials, isShown }: LearnSummary): string[] {
  const last = trials.at(-1);
  const tests = trials.map(
    ({ verdict, wins, losses, pValue, alpha }) =>
      `trial: right where the one before was wrong on ${counted(wins, 'row')}, the other way round on ${losses}; p = ${pValue.toPrecision(2)}, level ${alpha.toPrecision(2)}: ${verdict === 'accept' ? 'stays' : 'does not stay'}`,
  );
  // 2⁻ʷ ≤ level: with fewer rows not even a rule that is always right could be shown.
  const needed = last === undefined ? 0 : Math.ceil(-Math.log2(last.alpha));
  const tooFew = !isShown && judged.rows - commonest.judged.right < needed;
  return [
    `on rows held out    right on ${shareText(judged)}`,
    `commonest answer    right on ${shareText(commonest.judged)}: always ${commonest.says}`,
    `on rows learnt from right on ${training.right} of ${training.rows}`,
    ...tests,
    ...(tooFew
      ? [`too few rows: to show anything, ${needed} held-out rows must have another answer than ${commonest.says}`]
      : []),
  ];
}

const cells = (row: Readonly<Record<string, string>>): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const SHOWN = 10;

function contradictionLines({ contradictions: { count, rows } }: LearnSummary): string[] {
  if (count === 0) return ['no row contradicts it'];
  const shown = rows.slice(0, SHOWN).map(differsLine);
  return [
    `${counted(count, 'row')} contradict${count === 1 ? 's' : ''} it${count > SHOWN ? `, the first ${SHOWN}` : ''}:`,
    ...shown,
  ];
}

function rivalLines({ rivals, ask }: LearnSummary): string[] {
  if (rivals.length === 0) return ['no other rule was found that fits as well'];
  const lines = rivals.map(
    ({ says, agreement }) => `  ${says.join('; ')}  (the same on ${percent(agreement)} of thought-up rows)`,
  );
  const asked =
    ask === null
      ? []
      : [
          `ask about: ${cells(ask.cells)} (${ask.says.map(({ answer, rules }) => `${counted(rules, 'rule')} say${rules === 1 ? 's' : ''} ${answer}`).join(', ')})`,
        ];
  return ['fits as well:', ...lines, ...asked];
}
