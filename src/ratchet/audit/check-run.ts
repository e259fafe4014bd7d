import type { Json, Run, RunEvent } from '#foundation/contracts';
import type { Certificate, OldCertificate, StatisticalCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { canonicalText, hashOf, type Hash, isRecord } from '#foundation/kernel';

/** What the audit needs of a run; its head is checked where it is given. */
export type AuditedRun = Pick<Run, 'status' | 'hash' | 'summary' | 'steps'> &
  Partial<Pick<Run, 'id' | 'loop' | 'seed' | 'config'>>;

/** What a run says of itself, next to what its certificates say. */
export interface RunClaims {
  readonly run: AuditedRun;
  readonly events: Iterable<RunEvent>;
  readonly certificates: ReadonlyMap<Hash, Certificate | OldCertificate>;
}

/** Rounding of sums of shares. */
const TOLERANCE = 1e-9;

/**
 * Says what is wrong with a run as a whole. Its hash is a chain over its events that ends, when it is done, with its summary:
 *
 *     h₀ = hashOf([]),  hₙ₊₁ = hashOf([hₙ, typeₙ, dataₙ]),  hash = hashOf([h, 'run-done', summary])
 *
 * Every accepted change names a certificate of its own; what is accepted is what the certificate speaks of, compared with what
 * was in force; what the run ends with is what was accepted last; and all trials together stay within the error budget:
 *
 *     Σ spentᵢ / (1 + acceptances before i) ≤ alpha
 *
 * @source the budget: Javanmard & Montanari 2018 (LOND), as in `gate/error-budget.ts`
 */
export function checkRun({ run, events, certificates }: RunClaims): string[] {
  const wrong: string[] = [];
  const book = new Book(certificates, wrong);
  let chain = hashOf([]);
  for (const event of events) {
    chain = hashOf([chain, event.type, event.data]);
    book.read(event);
  }
  const ended = run.status === 'done' ? hashOf([chain, 'run-done', run.summary ?? null]) : chain;
  if (run.status !== 'open' && run.hash === undefined) wrong.push(`the run is ${run.status} and has no hash`);
  if (run.status === 'open' && (run.hash ?? run.summary ?? run.steps) !== undefined) {
    wrong.push('the run is open and says how it ended');
  }
  if (run.hash !== undefined && run.hash !== ended) {
    wrong.push(`events and summary have hash ${ended}, the run says ${run.hash}`);
  }
  book.close(run.status === 'done' ? finalOf(run.summary) : undefined);
  return wrong;
}

/** What a run ends with: the hash of its skill or snapshot. */
function finalOf(summary: Json | undefined): Hash | undefined {
  if (!isRecord(summary)) return undefined;
  const final = summary['skill'] ?? summary['snapshot'];
  return typeof final === 'string' ? final : undefined;
}

/** The certificates that an event names: one, or several. */
function namesIn({ certificate, certificates }: Readonly<Record<string, unknown>>): Hash[] {
  const all: readonly unknown[] = [certificate, ...(Array.isArray(certificates) ? certificates : [])];
  return all.filter((hash) => typeof hash === 'string');
}

/** Reads events one by one and keeps what later ones are held against. */
class Book {
  private readonly certificates: ReadonlyMap<Hash, Certificate | OldCertificate>;
  private readonly wrong: string[];
  private readonly namedBy = new Map<Hash, string>();
  /** What was in force at some time, in order. */
  private readonly inForce: Hash[] = [];
  private isAllTested = true;
  private alpha: number | undefined;
  private spent = 0;
  private acceptances = 0;

  constructor(certificates: ReadonlyMap<Hash, Certificate | OldCertificate>, wrong: string[]) {
    this.certificates = certificates;
    this.wrong = wrong;
  }

  read({ seq, type, data }: RunEvent): void {
    const facts = isRecord(data) ? data : {};
    const where = `event ${seq} (${type})`;
    if (type.endsWith('-started')) this.begin(facts);
    const { candidate, spent } = facts;
    const named = namesIn(facts);
    for (const hash of named) this.name(hash, where, facts);
    if (named.length === 0 && type.endsWith('-accepted')) this.wrong.push(`${where} names no certificate`);
    // Without a test, or by force: told in words of their own, and without a certificate.
    if ((type === 'candidate-passed' || type.endsWith('-forced')) && typeof candidate === 'string') {
      this.inForce.push(candidate);
      this.isAllTested = false;
    }
    if (type.startsWith('candidate-') && typeof spent === 'number') this.spent += spent / (1 + this.acceptances);
    if (type.endsWith('-accepted')) this.acceptances += 1;
  }

  close(final: Hash | undefined): void {
    const unnamed = [...this.certificates.keys()].filter((hash) => !this.namedBy.has(hash));
    for (const hash of unnamed) this.wrong.push(`certificate ${hash} is named by no event`);
    const { alpha } = this;
    if (alpha !== undefined && this.spent > alpha + TOLERANCE) {
      this.wrong.push(`the trials spent ${this.spent} of an error budget of ${alpha}`);
    }
    const last = this.inForce.at(-1);
    const isKnown = final === last || (!this.isAllTested && this.inForce.includes(final ?? ''));
    if (final === undefined || last === undefined || isKnown) return;
    this.wrong.push(`the run ends with ${final}, but what it accepted last is ${last}`);
  }

  private begin({ alpha, skill, snapshot, inForce }: Readonly<Record<string, unknown>>): void {
    if (typeof alpha === 'number') this.alpha ??= alpha;
    if (this.inForce.length > 0) return;
    const first: readonly unknown[] = Array.isArray(inForce) ? inForce : [skill ?? snapshot];
    this.inForce.push(...first.filter((hash) => typeof hash === 'string'));
  }

  private name(named: Hash, where: string, { candidate, spent }: Readonly<Record<string, unknown>>): void {
    const before = this.namedBy.get(named);
    if (before !== undefined) this.wrong.push(`${where} names certificate ${named}, and so does ${before}`);
    this.namedBy.set(named, where);
    const certificate = this.certificates.get(named);
    if (certificate === undefined) this.wrong.push(`${where} names certificate ${named}, which is not in the store`);
    else if (certificate.v === 2 && certificate.kind === 'statistical')
      this.compare(certificate, where, candidate, spent);
  }

  private compare(certificate: StatisticalCertificate, where: string, candidate: unknown, spent: unknown): void {
    if (candidate !== certificate.candidate) {
      this.wrong.push(`${where} accepts ${String(candidate)}, its certificate speaks of ${certificate.candidate}`);
    }
    if (spent !== certificate.spent) {
      this.wrong.push(`${where} spent ${String(spent)}, its certificate says ${certificate.spent}`);
    }
    if (this.alpha === undefined) this.wrong.push(`${where}: the run does not say what its error budget is`);
    if (!this.inForce.includes(certificate.incumbent)) {
      this.wrong.push(`${where} compares with ${certificate.incumbent}, which was never in force`);
    }
    this.inForce.push(certificate.candidate);
  }
}

/** Runs of the same request are counted from 0; an id is looked for among so many. */
const MOST_REPEATS = 1000;

/**
 * Says whether loop, seed and configuration are those that the run was named after:
 *
 *     id = loop + '-' + the first digits of hashOf({ loop, seed, config, before })
 *
 * with the configuration as its canonical text, and `before` the number of equal requests before it.
 */
export function checkHead({ id, loop, seed, config }: AuditedRun): string[] {
  if (id === undefined || loop === undefined || seed === undefined || config === undefined) return [];
  const digits = id.startsWith(`${loop}-`) ? id.slice(loop.length + 1) : '';
  const text = canonicalText(config);
  for (let before = 0; digits.length >= 8 && before < MOST_REPEATS; before += 1) {
    if (hashOf({ loop, seed, config: text, before }).startsWith(digits)) return [];
  }
  return [`loop, seed and configuration are not those that ${id} was named after`];
}

/** What a finished run ends with is held by the store. */
export function checkFinal(run: AuditedRun, blobs: Blobs): string[] {
  const final = run.status === 'done' ? finalOf(run.summary) : undefined;
  return final === undefined || blobs.getBlob(final) !== undefined
    ? []
    : [`the run ends with ${final}, which is not in the store, or not as it was`];
}
