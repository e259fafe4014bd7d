import type { Json } from '#contracts';
import type { Journal } from '#contracts/ports';
import { isRecord } from '#kernel';
import type { Shell } from '../command.ts';

type Facts = Readonly<Record<string, unknown>>;

const widths = [5, 10, 32, 5, 6] as const;
const head = ['phase', 'domain', 'template', 'level', 'score'] as const;

/** Writes a row of the live table for each event that says something, in columns; the run itself hears nothing of it. */
export function watchEvolving(journal: Journal, shell: Pick<Shell, 'note'>): Journal {
  const table = new LiveTable((line) => shell.note(line));
  return {
    run: journal.run,
    step: (name, inputs, work) => journal.step(name, inputs, work),
    call: (name, inputs, work) => journal.call(name, inputs, work),
    lostCalls: (name, inputs) => journal.lostCalls(name, inputs),
    putBlob: (bytes) => journal.putBlob(bytes),
    certify: (certificate) => journal.certify(certificate),
    emit(type, data) {
      journal.emit(type, data);
      table.tell(type, data);
    },
  };
}

class LiveTable {
  private readonly write: (line: string) => void;
  private phase = 0;
  private patches = { proposed: 0, proved: 0, refused: 0 };

  constructor(write: (line: string) => void) {
    this.write = write;
  }

  tell(type: string, data: Json): void {
    const facts: Facts = isRecord(data) ? data : {};
    if (type === 'phase-begun') this.begin(facts);
    if (type === 'patch-proposed') this.patches.proposed += 1;
    if (type === 'patch-accepted' || type === 'patch-repeated') this.patches.proved += 1;
    if (type === 'patch-rejected') this.patches.refused += 1;
    const row = rowOf(type, facts);
    if (row === undefined) return;
    const { proposed, proved, refused } = this.patches;
    const books = this.phase < 3 ? '' : `  patches ${proposed}/${proved}/${refused}`;
    this.write(`${this.line([String(this.phase), ...row.cells])} ${row.says}${books}`.trimEnd());
  }

  private begin({ phase, says }: Facts): void {
    this.phase = Number(phase);
    if (this.phase === 0)
      this.write(`${this.line(head)} class that won, and what came of it; patches proposed/proved/refused`);
    else this.write(`phase ${this.phase}: ${String(says)}`);
  }

  private line(cells: readonly string[]): string {
    return cells.map((cell, i) => cell.slice(0, widths[i]).padEnd(widths[i] ?? 0)).join(' ');
  }
}

interface Row {
  /** Domain, template, level and score. */
  readonly cells: readonly string[];
  readonly says: string;
}

const verdicts: Readonly<Record<string, string>> = {
  'candidate-accepted': 'learnt',
  'candidate-forced': 'taken without trial',
  'candidate-rejected': 'refused by the gate',
  'candidate-undecided': 'not enough to tell',
};

function rowOf(type: string, facts: Facts): Row | undefined {
  const verdict = verdicts[type];
  if (verdict !== undefined) {
    return {
      cells: lessonCells(facts, facts['score']),
      says: `${textOf(facts['class'])}, ${textOf(facts['how'])}: ${verdict}`,
    };
  }
  switch (type) {
    case 'lesson-measured':
      return { cells: lessonCells(facts, facts['before']), says: 'nothing better found' };
    case 'main-acted':
      return {
        cells: slotCells(facts, facts['score']),
        says: `${textOf(facts['mode'])}, ${textOf(facts['masked'])} masked`,
      };
    case 'adversary-searched':
      return {
        cells: slotCells(facts, undefined),
        says: `adversary: ${textOf(facts['failed'])} of ${textOf(facts['looked'])} failed`,
      };
    case 'patch-accepted':
    case 'patch-repeated':
    case 'patch-rejected':
    case 'patch-postponed':
    case 'patch-forced':
      return {
        cells: slotCells({ what: facts['fragment'], domain: '' }, undefined),
        says: `${textOf(facts['kind'])} ${type.slice('patch-'.length)}`,
      };
    case 'order-taken':
      return { cells: ['', '', '', ''], says: `as ordered: ${JSON.stringify(facts)}` };
    case 'budget-spent':
      return { cells: ['', '', '', ''], says: 'the budget is spent: no more practice' };
    default:
      return undefined;
  }
}

function lessonCells({ domain, template, level }: Facts, score: unknown): string[] {
  return [textOf(domain), textOf(template), textOf(level), percent(score)];
}

function slotCells({ what, domain }: Facts, score: unknown): string[] {
  const text = textOf(what);
  const at = text.lastIndexOf('@');
  return [textOf(domain), text.slice(0, at), text.slice(at + 1), percent(score)];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function percent(score: unknown): string {
  return typeof score === 'number' ? `${Math.round(100 * score)} %`.padStart(5) : '';
}
