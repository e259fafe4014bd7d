import { skillIdOf, skillName } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import { isRecord } from '#foundation/kernel';
import type { Shell } from '../command.ts';
import type { Pulse } from './pulse.ts';
import { isPatchOutcome, PatchRows } from './patch-rows.ts';
import { scoreText } from './score-text.ts';

type Facts = Readonly<Record<string, unknown>>;

const widths = [5, 10, 32, 5, 8] as const;
const head = ['phase', 'domain', 'template', 'level', 'score'] as const;

/** What a run told that its summary does not hold. */
export interface Heard {
  /** Whether practice was cut short by the time given. */
  readonly isSpent: boolean;
  /** Why a skill did not go into the main machine, by its name. */
  readonly misfits: ReadonlyMap<string, string>;
}

interface Watcher {
  readonly note: Shell['note'];
  readonly pulse: Pick<Pulse, 'begin' | 'enter'>;
  /** Score from which a level is learnt. */
  readonly target: number;
}

/** Writes a row of the live table for each event that says something, in columns; the run itself hears nothing of it. */
export function watchEvolving(
  journal: Journal,
  { note, pulse, target }: Watcher,
): { readonly journal: Journal; readonly heard: Heard; readonly end: () => void } {
  const table = new LiveTable(note, target);
  const misfits = new Map<string, string>();
  const heard = { isSpent: false, misfits };
  const watched: Journal = {
    run: journal.run,
    async step(name, inputs, work) {
      const what = workText(name, isRecord(inputs) ? inputs : {});
      if (what === undefined) return journal.step(name, inputs, work);
      const end = pulse.begin(what);
      try {
        return await journal.step(name, inputs, work);
      } finally {
        end();
      }
    },
    call: (name, inputs, work) => journal.call(name, inputs, work),
    lostCalls: (name, inputs) => journal.lostCalls(name, inputs),
    putBlob: (bytes) => journal.putBlob(bytes),
    certify: (certificate) => journal.certify(certificate),
    emit(type, data) {
      journal.emit(type, data);
      const facts: Facts = isRecord(data) ? data : {};
      if (type === 'budget-spent') heard.isSpent = true;
      if (type === 'phase-begun') pulse.enter(textOf(facts['says']));
      if (type === 'machine-skill-distilled') misfits.delete(textOf(facts['skill']));
      if (type === 'machine-skill-distilled' && 'misfit' in facts)
        misfits.set(textOf(facts['skill']), textOf(facts['misfit']));
      table.tell(type, facts);
    },
  };
  return { journal: watched, heard, end: () => table.end() };
}

const works: Readonly<Record<string, string>> = {
  'select-episodes': 'choosing good episodes',
  'teach-route': 'teaching the machine when to use a skill',
  'act-on-main': 'letting the machine act',
  'search-failures': 'looking for tasks that the machine fails',
  'propose-patches': 'looking for patches',
  'verify-patch': 'verifying a patch',
  'prove-machine-skill': 'proving a machine skill',
};

/** What a step does, for whoever waits for it; nothing of a step that only keeps the books. */
function workText(name: string, { template, level, what }: Facts): string | undefined {
  const about = template === undefined ? textOf(what) : skillName({ template: textOf(template), level: Number(level) });
  switch (name) {
    case 'lesson':
      return `practising ${about}`;
    case 'report-machine-skill':
    case 'report-composition':
      return `measuring ${about}`;
    default:
      return works[name];
  }
}

/** Words of the table, for whoever sees them for the first time. */
const meanings = {
  patch: '      (a patch is a proposed change of the machine that must not change what it does; a proof lets it stay)',
  certificate: '      (a certificate now says why this may stay; `pawl audit` checks all of them again)',
} as const;

class LiveTable {
  private readonly write: (line: string) => void;
  private readonly target: number;
  private phase: number | undefined;
  private patches = { proposed: 0, proved: 0, refused: 0 };
  private readonly rows = new PatchRows();
  private readonly told = new Set<string>();
  /** What each slot showed last: the same again says nothing. */
  private readonly shown = new Map<string, string>();

  constructor(write: (line: string) => void, target: number) {
    this.write = write;
    this.target = target;
  }

  tell(type: string, facts: Facts): void {
    if (type === 'phase-begun') this.begin(facts);
    if (type === 'patch-proposed') this.patches.proposed += 1;
    if (type === 'patch-accepted' || type === 'patch-repeated') this.patches.proved += 1;
    if (type === 'patch-rejected') this.patches.refused += 1;
    if (type === 'patch-proposed') this.explain('patch');
    if (isPatchOutcome(type)) {
      this.rows.tell(type, textOf(facts['kind']));
      return;
    }
    if (type === 'template-reported') this.end();
    const row = rowOf(type, facts, this.target);
    if (row === undefined) return;
    const now = `${row.cells[3]} ${row.says}`;
    const slot = row.cells.slice(0, 3).join(' ');
    if (type === 'main-acted' && this.shown.get(slot) === now) return;
    if (type === 'machine-skill-distilled' && this.isTold(`${row.cells[1]}: ${textOf(facts['misfit'])}`)) return;
    this.shown.set(slot, now);
    const { proposed, proved, refused } = this.patches;
    const books = (this.phase ?? 0) < 3 ? '' : `  patches ${proposed}/${proved}/${refused}`;
    this.write(`${this.line([String(this.phase ?? ''), ...row.cells])} ${row.says}${books}`.trimEnd());
    if (typeof facts['certificate'] === 'string') this.explain('certificate');
  }

  /** What came of the patches of a stretch is told at its end. */
  end(): void {
    for (const line of this.rows.take())
      this.write(
        `${this.line([String(this.phase ?? '')])
          .trimEnd()
          .padEnd(5)} ${line}`,
      );
  }

  private explain(word: keyof typeof meanings): void {
    if (!this.isTold(word)) this.write(meanings[word]);
  }

  /** Whether a word, or why a template's skills stay out, was told before; from now on it was. */
  private isTold(what: string): boolean {
    const isTold = this.told.has(what);
    this.told.add(what);
    return isTold;
  }

  private begin({ phase, says }: Facts): void {
    this.end();
    if (this.phase === undefined) this.write(`${this.line(head)} what came of it; patches proposed/proved/refused`);
    this.phase = Number(phase);
    this.write(`phase ${this.phase}: ${String(says)}`);
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
  'candidate-forced': 'taken without trial',
  'candidate-rejected': 'refused by the gate',
  'candidate-undecided': 'not enough to tell',
};

/** The gate accepts whatever is surely better; learnt is what needs no more practice. */
function acceptedText(score: unknown, target: number): string {
  return typeof score === 'number' && score >= target ? 'learnt' : 'better';
}

const modes: Readonly<Record<string, string>> = {
  act: 'the machine plays it',
  synth: 'the machine plays a composition',
};

function rowOf(type: string, facts: Facts, target: number): Row | undefined {
  const verdict = type === 'candidate-accepted' ? acceptedText(facts['score'], target) : verdicts[type];
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
        says: `${modes[textOf(facts['mode'])] ?? textOf(facts['mode'])}${Number(facts['masked']) > 0 ? `, ${textOf(facts['masked'])} masked` : ''}`,
      };
    case 'adversary-searched':
      return {
        cells: slotCells(facts, undefined),
        says: `adversary: ${textOf(facts['failed'])} of ${textOf(facts['looked'])} failed`,
      };
    case 'machine-skill-distilled':
      return facts['misfit'] === undefined
        ? undefined
        : {
            cells: slotCells({ what: facts['skill'], domain: facts['domain'] }, facts['score']),
            says: `kept out of the main machine: ${misfitText(textOf(facts['misfit']))}`,
          };
    case 'order-taken':
      return { cells: ['', '', '', ''], says: `as ordered: ${JSON.stringify(facts)}` };
    case 'budget-spent':
      return {
        cells: ['', '', '', ''],
        says: 'the budget is spent: no more practice, what was learnt is proved and measured',
      };
    default:
      return undefined;
  }
}

/** The loop's reason, so that whoever wrote the template can do something about it. */
export function misfitText(misfit: string): string {
  return misfit === 'no episode is good enough'
    ? 'it was tried on new tasks and solved none of them nearly as well as can be, so it has nothing to teach yet'
    : misfit;
}

function lessonCells({ domain, template, level }: Facts, score: unknown): string[] {
  return [textOf(domain), textOf(template), textOf(level), percent(score)];
}

function slotCells({ what, domain }: Facts, score: unknown): string[] {
  const { template, level } = skillIdOf(textOf(what));
  return [textOf(domain), template, `${level}`, percent(score)];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function percent(score: unknown): string {
  return typeof score === 'number' ? scoreText(score).padStart(8) : '';
}
