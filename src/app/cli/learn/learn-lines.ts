import {
  cutText,
  type Judged,
  type LearnConfig,
  type LearnSummary,
  type ShownDiffers,
  type Table,
} from '#learners/table';
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
    ...worthLines(summary, around),
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

/** Lines of a rule that was not shown to hold, and of one that is often wrong: enough to see what it tried. */
const MOST_UNSHOWN = 4;
const MOST_POOR = 12;
/** A rule that explains less than this says so, with what to try next. */
const GOOD = 0.9;

/** What the rule is worth comes before the rule. */
function worthLines({ judged, isShown }: LearnSummary, { config }: Around): string[] {
  const share = judged.right / judged.rows;
  const said = `${percent(share)} of the rows that it did not learn from (${judged.right} of ${judged.rows})`;
  if (!isShown) return [];
  if (share >= GOOD) return [`A rule that explains ${said}:`];
  return [
    `A poor rule: it explains ${said}.`,
    `Try more effort (--effort ${10 * config.effort}), columns left out that can have no say (--ignore NAME), or more rows.`,
  ];
}

function ruleLines({ says, isShown, commonest, judged }: LearnSummary, { table }: Around): string[] {
  const head = isShown
    ? `${table.answer.name} is`
    : `Nothing better than the commonest answer (${commonest.says}) was shown. The best rule that was found says that ${table.answer.name} is`;
  const most = judged.right / judged.rows < GOOD ? MOST_POOR : Infinity;
  const told = says.slice(0, isShown ? most : MOST_UNSHOWN);
  const more = says.length - told.length;
  return [head, ...told.map((line) => `  ${line}`), ...(more > 0 ? [`  … ${counted(more, 'case')} more`] : [])];
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
      `trial: right where the one before was wrong on ${counted(wins, 'row')}, the other way round on ${losses}; p = ${pText(pValue)}, this trial's part of --alpha ${alpha.toPrecision(2)}: ${verdict === 'accept' ? 'stays' : 'does not stay'}`,
  );
  // 2⁻ʷ ≤ level: with fewer rows not even a rule that is always right could be shown.
  const needed = last === undefined ? 0 : Math.ceil(-Math.log2(last.alpha));
  const tooFew = !isShown && judged.rows - commonest.judged.right < needed;
  const isOpen = !isShown && !tooFew && last !== undefined && judged.right > commonest.judged.right;
  return [
    `on rows held out    right on ${shareText(judged)}`,
    `commonest answer    right on ${shareText(commonest.judged)}: always ${commonest.says}`,
    `on rows learnt from right on ${training.right} of ${training.rows}`,
    ...tests,
    ...(tooFew
      ? [
          `too few rows: to show anything, ${needed} held-out rows must have another answer than ${commonest.says}; hold out more (--held-out 0.5), or add rows`,
        ]
      : []),
    ...(isOpen
      ? [
          `the rule may be right, but ${counted(judged.rows, 'held-out row')} do not show it (p = ${pText(last.pValue)}, needed ${last.alpha.toPrecision(2)}): add rows, or hold out more (--held-out 0.5)`,
        ]
      : []),
  ];
}

/** A p-value as it is read: below what a number can hold it is not 0. */
function pText(pValue: number): string {
  return pValue === 0 ? 'less than 1e-300' : pValue.toPrecision(2);
}

const cells = (row: Readonly<Record<string, string>>): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const SHOWN = 10;
const LONGEST_RIVAL = 160;

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
    ({ says, agreement, contradicts }) =>
      `  ${cutText(says.join('; '), LONGEST_RIVAL)}  (contradicts ${counted(contradicts, 'row')}; the same on ${percent(agreement)} of thought-up rows)`,
  );
  const asked =
    ask === null
      ? []
      : [
          `to tell them apart, find out the answer for: ${cells(ask.cells)} (${ask.says.map(({ answer, rules }) => `${counted(rules, 'rule')} say${rules === 1 ? 's' : ''} ${answer}`).join(', ')})`,
        ];
  return ['fits as well:', ...lines, ...asked];
}
