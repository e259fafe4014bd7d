import type { RunEvent } from '#foundation/contracts';
import { blobsOf, type Certificate, claimWords, type OldCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { Fault, hashOf, type Hash } from '#foundation/kernel';
import type { AuditedRun } from './audited-run.ts';
import { checkExhaustive } from './check-exhaustive.ts';
import { checkFinal } from './check-final.ts';
import { checkEnd, checkHead } from './check-head.ts';
import { checkProofCertificate } from './check-proof.ts';
import { checkRequest } from './check-request.ts';
import { checkStatistical } from './check-statistical.ts';
import { checkSteps } from './check-steps.ts';
import { checkTold } from './check-told.ts';
import { type AuditTime, Deadline, LimitMet } from './deadline.ts';
import { endOfChain, EventBook } from './event-book.ts';
import { RecordedSteps, type StoredEffect } from './recorded-steps.ts';
import { knownLoops } from './known-loops.ts';
import { type RolloutTerms, termsOf } from './run-terms.ts';

/** A certificate as the store holds it; one that cannot be read says why. */
export type StoredCertificate =
  | { readonly hash: Hash; readonly certificate: Certificate | OldCertificate }
  | { readonly hash: Hash; readonly unread: string };

/** What the audit found of one certificate. */
export interface AuditFinding {
  readonly hash: Hash;
  readonly kind: string;
  readonly claim: string;
  readonly ok: boolean;
  readonly why?: string;
}

/** A run as the store holds it; an unfinished one has no hash. */
export interface StoredRun {
  readonly run: AuditedRun;
  readonly events: Iterable<RunEvent>;
  readonly certificates: readonly StoredCertificate[];
  readonly effects: readonly StoredEffect[];
}

/** What the audit found of one run: of each certificate, and what is wrong with the run as a whole. */
export interface Audit {
  readonly findings: readonly AuditFinding[];
  readonly wrong: readonly string[];
  /** Changes that stayed without a test, as the settings of the run allow it. */
  readonly untested: number;
  readonly loop: string;
  /** Whether the audit has checks of the loop; of any other, certificates, events and hashes alone are checked. */
  readonly isKnown: boolean;
}

/**
 * Checks a run again, from the store alone: its certificates, what it says it accepted, its hash and its recorded steps. Whatever the store
 * holds, the answer is a list of findings: nothing is thrown, and what takes too long is said.
 */
export function auditRun({ run, events, certificates, effects }: StoredRun, blobs: Blobs, time?: AuditTime): Audit {
  const deadline = new Deadline(time);
  const safe = readable(blobs);
  const steps = new RecordedSteps(effects, safe, deadline);
  const { terms, wrong: unclear } = termsOf(run, safe);
  const held = new Map(certificates.flatMap((each) => ('certificate' in each ? [[each.hash, each.certificate]] : [])));
  const book = new EventBook(terms, held);
  const wrong: string[] = [];
  const ending = { run, terms, book, steps, blobs: safe, deadline };
  const parts: readonly (() => readonly string[])[] = [
    () => checkHead(run, deadline),
    () => readEvents(book, events, deadline),
    // A run that has told nothing yet may not have kept its settings either.
    () => (run.status === 'done' || book.last !== '' ? unclear : []),
    () => checkEnd(run, endOfChain(book.chain, run.status === 'done', run.summary)),
    () => checkRequest(ending),
    () => checkFinal(ending),
    () => checkTold(ending),
    () => checkSteps(run, steps),
  ];
  for (const part of parts) for (const what of withinLimits(part)) wrong.push(what);
  const findings = auditCertificates(certificates, {
    steps,
    blobs: safe,
    deadline,
    rollouts: terms.rollouts,
    trials: book.trials,
  });
  const isKnown = knownLoops[run.loop ?? ''] !== undefined;
  return { findings, wrong: firstOf([...new Set(wrong)]), untested: book.untested, loop: run.loop ?? '', isKnown };
}

/** Findings about the run as a whole that are told one by one. */
const MOST_TOLD = 1000;

function firstOf(wrong: readonly string[]): readonly string[] {
  const more = wrong.length - MOST_TOLD;
  return more <= 0 ? wrong : [...wrong.slice(0, MOST_TOLD), `and ${more} things more`];
}

function readEvents(book: EventBook, events: Iterable<RunEvent>, deadline: Deadline): readonly string[] {
  for (const event of events) {
    deadline.ask();
    book.read(event);
  }
  book.close();
  return book.wrong;
}

/** A part of the audit; where it meets a limit, that is what is wrong. */
function withinLimits(part: () => readonly string[]): readonly string[] {
  try {
    return part();
  } catch (error) {
    return [sentenceOf(error)];
  }
}

/** Limits and faults of what is read are findings; all else is a mistake of the audit itself. */
function sentenceOf(error: unknown): string {
  if (error instanceof LimitMet || error instanceof Fault) return error.message;
  throw error;
}

/** What certificates are checked with. */
export interface CheckPorts {
  readonly steps: RecordedSteps;
  readonly blobs: Blobs;
  readonly deadline?: Deadline;
  /** How trials of the run are read, where the settings say it. */
  readonly rollouts?: RolloutTerms | undefined;
  /** By certificate, the number of the trial that it is of, where events were read. */
  readonly trials?: ReadonlyMap<Hash, number>;
}

/** Checks every certificate again, from its own content, the run's recorded steps and the store's blobs alone. */
export function auditCertificates(stored: Iterable<StoredCertificate>, ports: CheckPorts): AuditFinding[] {
  const deadline = ports.deadline ?? new Deadline();
  return Array.from(stored, (each) => {
    if ('unread' in each) return { hash: each.hash, kind: 'unread', claim: '-', ok: false, why: each.unread };
    const { hash, certificate } = each;
    const why = whyNot(hash, certificate, { ...ports, deadline });
    const { kind, claim } = certificate;
    return why === undefined ? { hash, kind, claim, ok: true } : { hash, kind, claim, ok: false, why };
  });
}

type Ports = CheckPorts & { readonly deadline: Deadline };

function whyNot(hash: Hash, certificate: Certificate | OldCertificate, ports: Ports): string | undefined {
  if (ports.deadline.isOver) return `not checked: ${ports.deadline.words}`;
  try {
    const actual = hashOf(certificate);
    return actual === hash ? faultOf(hash, certificate, ports) : `its content has hash ${actual}`;
  } catch (error) {
    return sentenceOf(error);
  }
}

function faultOf(hash: Hash, certificate: Certificate | OldCertificate, ports: Ports): string | undefined {
  const { steps, blobs, deadline, rollouts } = ports;
  if (certificate.v === 1) return 'an earlier version made it: nothing binds its claim to what it holds';
  const words = claimWords(certificate);
  if (words !== certificate.claim) return `what it holds says: ${words}`;
  const missing = blobsOf(certificate).find((blob) => blobs.getBlob(blob) === undefined);
  if (missing !== undefined) return `${missing} is not in the store, or not as it was`;
  switch (certificate.kind) {
    case 'statistical':
      return checkStatistical(
        certificate,
        steps,
        deadline,
        rollouts && { ...rollouts, trial: ports.trials?.get(hash) },
      );
    case 'exhaustive':
      return checkExhaustive(certificate, blobs, deadline);
    case 'proof':
      return checkProofCertificate(certificate, blobs, deadline);
  }
}

/** Bytes that are not what their hash names are as good as absent, and an audit goes on to say so. */
function readable(blobs: Blobs): Blobs {
  return {
    getBlob(hash) {
      try {
        return blobs.getBlob(hash);
      } catch (error) {
        if (error instanceof Fault && error.code === 'store/corrupt') return undefined;
        throw error;
      }
    },
  };
}
