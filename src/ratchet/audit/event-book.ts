import { type RunEvent, shapeOfText } from '#foundation/contracts';
import type { Certificate, OldCertificate, StatisticalCertificate } from '#foundation/contracts/certificates';
import { canonicalText, hashOf, type Hash, isRecord } from '#foundation/kernel';
import { BudgetBook } from './budget-book.ts';
import { checkFigures } from './check-figures.ts';
import { LimitMet } from './deadline.ts';
import type { Facts } from './facts.ts';
import { mayRepeat } from './may-repeat.ts';
import { MOST_TEXT, MOST_VALUES } from './parse-stored.ts';
import { checkBeginning, type RunTerms } from './run-terms.ts';
import { shown } from './shown.ts';

/** A change of what is in force: of which skill of a machine, where there are many. */
interface Change {
  readonly hash: Hash;
  readonly name?: string;
}

interface Naming {
  readonly where: string;
  readonly type: string;
}

/** Types of events that are looked at: a loop knows some thirty. */
const MOST_TYPES = 1000;

/** What the end of a trial can be called. */
const VERDICTS = new Set(['accepted', 'rejected', 'undecided', 'passed', 'forced']);

/** Events that others are held against at the end; all others are read and let go. */
const KEPT =
  /^(?:candidate|patch)-|-(?:started|found|kept|reported|distilled|ended|taken|compared|tested|explained|acted|judged|updated|held|checked|back|postponed|reached)$/u;

/** Characters and values of all events that are kept: as many as two texts may have. */
const MOST_KEPT = { length: 2 * MOST_TEXT, values: 2 * MOST_VALUES };

/** Ends of words that say that something stays though nothing tested it. */
const UNTESTED = /-(?:passed|forced|placed)$/u;

/**
 * Reads events one by one and keeps what later ones are held against. Every accepted change names a certificate of its own; what is
 * accepted is what the certificate speaks of, compared with what was in force; what stays without a test must be allowed to.
 */
export class EventBook {
  readonly wrong: string[] = [];
  /** The certificates that events have named, and by what event. */
  readonly named = new Map<Hash, Naming>();
  /** What was told of each skill that became part of a machine, with the version that was in force then. */
  readonly distilled: { readonly facts: Facts; readonly version: Hash | undefined }[] = [];
  /** The type of the last event. */
  last = '';
  /** Types of events, in the order in which each was told first. */
  readonly types = new Set<string>();
  /** By certificate, the number of the trial that it is of. */
  readonly trials = new Map<Hash, number>();
  /** What came into force, in order, the start first. */
  readonly changes: Change[] = [];
  /** Changes that no test stands behind. */
  untested = 0;
  /** Facts of events by type, in order. */
  readonly told = new Map<string, Facts[]>();
  /** The chain over the events so far. */
  chain = hashOf([]);
  private readonly terms: RunTerms;
  private readonly certificates: ReadonlyMap<Hash, Certificate | OldCertificate>;
  private readonly budget: BudgetBook;
  /** By skill of a machine, what came into force last. */
  readonly latest = new Map<string, Hash>();
  private readonly seen = new Map<Hash, number>();
  private readonly inForce = new Set<Hash>();
  private readonly kept = { length: 0, values: 0 };
  private next = 0;
  /** The chain after the first event. */
  private first: Hash | undefined;
  private hasBegun = false;

  constructor(terms: RunTerms, certificates: ReadonlyMap<Hash, Certificate | OldCertificate>) {
    this.terms = terms;
    this.certificates = certificates;
    this.budget = new BudgetBook(terms, this.wrong);
  }

  read({ seq, type, data }: RunEvent): void {
    const link = hashOf([this.chain, type, data]);
    const where = `event ${seq} (${type})`;
    if (seq !== this.next) this.wrong.push(`${where} is where event ${this.next} should be`);
    this.next = seq + 1;
    this.chain = link;
    this.first ??= link;
    this.last = type;
    if (this.types.size < MOST_TYPES) this.types.add(type);
    const facts: Facts = isRecord(data) ? data : {};
    if (KEPT.test(type)) this.keep(type, facts);
    this.refuseRepeat(seq, type, facts, data);
    if (type.endsWith('-started')) this.begin(where, facts);
    if (type.startsWith('candidate-')) this.readTrial(where, type, facts);
    if (type === 'trial-cut') this.budget.cut(facts);
    const names = namesIn(facts);
    for (const hash of names) this.name(hash, { where, type }, facts);
    if (type === 'machine-skill-distilled')
      this.distilled.push({ facts, version: this.latest.get(shown(facts['skill'])) });
    if (type.endsWith('-accepted')) {
      if (names.length === 0) this.wrong.push(`${where} names no certificate`);
    }
    if (type === 'candidate-accepted') this.budget.accept();
    if (UNTESTED.test(type)) this.change(where, type, facts);
  }

  /** What must hold once all events are read. */
  close(): void {
    for (const hash of this.certificates.keys()) {
      if (!this.named.has(hash)) this.wrong.push(`certificate ${hash} is named by no event`);
    }
    this.budget.close();
  }

  /** @throws LimitMet */
  private keep(type: string, facts: Facts): void {
    const text = canonicalText(facts);
    this.kept.length += text.length;
    this.kept.values += shapeOfText(text).values;
    if (this.kept.length > MOST_KEPT.length || this.kept.values > MOST_KEPT.values) {
      throw new LimitMet(
        `the events hold more than ${MOST_KEPT.length} characters or ${MOST_KEPT.values} values to keep`,
      );
    }
    const same = this.told.get(type);
    if (same === undefined) this.told.set(type, [facts]);
    else same.push(facts);
  }

  private refuseRepeat(seq: number, type: string, facts: Facts, data: RunEvent['data']): void {
    if (mayRepeat(type, facts)) return;
    const same = hashOf([type, data]);
    const before = this.seen.get(same);
    if (before !== undefined) this.wrong.push(`event ${seq} (${type}) is event ${before} once more`);
    this.seen.set(same, seq);
  }

  private begin(where: string, facts: Facts): void {
    if (this.chain !== this.first) this.wrong.push(`${where} is not the first event of the run`);
    if (this.hasBegun) this.wrong.push(`${where} begins a run that has begun`);
    else for (const what of checkBeginning(this.terms, facts)) this.wrong.push(`${where}: ${what}`);
    this.hasBegun = true;
    this.budget.begin(facts);
    const { skill, snapshot, inForce } = facts;
    const first: readonly unknown[] = Array.isArray(inForce) ? inForce : [skill ?? snapshot];
    if (this.changes.length > 0) return;
    for (const hash of first) if (typeof hash === 'string') this.enter({ hash });
  }

  private readTrial(where: string, type: string, facts: Facts): void {
    const verdict = type.slice('candidate-'.length);
    if (!VERDICTS.has(verdict)) this.wrong.push(`${where}: a trial does not end ${verdict}`);
    this.budget.spend(where, facts);
  }

  /** A change without a test: legal only where the settings of the run say so. */
  private change(where: string, type: string, facts: Facts): void {
    const { candidate, certificate } = facts;
    this.untested += 1;
    if (!this.terms.untested.has(type)) {
      this.wrong.push(`${where} changes what is in force without a test, and the settings of the run do not allow it`);
    }
    if (certificate !== undefined) this.wrong.push(`${where} was not tested, and names a certificate`);
    if (typeof candidate === 'string') this.enter(changeOf(candidate, facts));
  }

  private enter(change: Change): void {
    this.changes.push(change);
    this.inForce.add(change.hash);
    if (change.name !== undefined) this.latest.set(change.name, change.hash);
  }

  private name(named: Hash, naming: Naming, facts: Facts): void {
    const { where, type } = naming;
    const before = this.named.get(named)?.where;
    if (before !== undefined) this.wrong.push(`${where} names certificate ${named}, and so does ${before}`);
    this.named.set(named, naming);
    const certificate = this.certificates.get(named);
    if (certificate === undefined) this.wrong.push(`${where} names certificate ${named}, which is not in the store`);
    else if (certificate.v === 2 && certificate.kind === 'statistical') {
      if (type !== 'candidate-accepted') this.wrong.push(`${where} names a test, and accepts nothing`);
      this.trials.set(named, this.budget.trials);
      this.compare(certificate, where, facts);
    } else if (typeof facts['candidate'] === 'string') {
      this.wrong.push(`${where} accepts ${facts['candidate']}, and its certificate compares nothing`);
    }
  }

  private compare(certificate: StatisticalCertificate, where: string, facts: Facts): void {
    const { candidate } = facts;
    if (candidate !== certificate.candidate) {
      this.wrong.push(`${where} accepts ${shown(candidate)}, its certificate speaks of ${certificate.candidate}`);
    }
    for (const what of checkFigures(certificate, facts, this.terms)) this.wrong.push(`${where} ${what}`);
    if (!this.budget.isKnown) this.wrong.push(`${where}: the run does not say what its error budget is`);
    if (!this.inForce.has(certificate.incumbent)) {
      this.wrong.push(`${where} compares with ${certificate.incumbent}, which was never in force`);
    }
    this.enter(changeOf(certificate.candidate, facts));
  }
}

function changeOf(hash: Hash, facts: Facts): Change {
  return facts['template'] === undefined ? { hash } : { hash, name: nameOf(facts) };
}

/** A skill of a machine by name, as in `PARITY@3`. The audit shares no code with what it audits: this is its one reader of such names. */
export function nameOf({ template, level }: Facts): string {
  return `${typeof template === 'string' ? template : ''}@${typeof level === 'number' ? level : ''}`;
}

/** The certificates that an event names: one, or several. */
function namesIn({ certificate, certificates }: Facts): Hash[] {
  const all: readonly unknown[] = [certificate, ...(Array.isArray(certificates) ? certificates : [])];
  return all.filter((hash) => typeof hash === 'string');
}

/** The hash of a run that is done: its summary is the last link. A failed run has the hash of its events. */
export function endOfChain(chain: Hash, isDone: boolean, summary: unknown): Hash {
  return isDone ? hashOf([chain, 'run-done', summary ?? null]) : chain;
}

/** Whether two values say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonicalText(a ?? null) === canonicalText(b ?? null);
}
