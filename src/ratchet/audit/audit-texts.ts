import { type RunEvent, RunStatus, shapeOfText } from '#foundation/contracts';
import { Certificate, OldCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { Fault, type Hash } from '#foundation/kernel';
import { type Audit, type AuditFinding, auditRun, type StoredCertificate } from './audit.ts';
import type { AuditedRun } from './audited-run.ts';
import type { AuditTime } from './deadline.ts';
import { MOST_TEXT, MOST_VALUES, parseStored } from './parse-stored.ts';
import type { StoredEffect } from './recorded-steps.ts';
import { shown } from './shown.ts';

/** A run as texts that nobody has read yet. */
export interface RunTexts {
  readonly id: string;
  /** Characters of the longest text of each kind, and of all certificates together. */
  readonly longest: Readonly<Record<'config' | 'summary' | 'event' | 'certificate' | 'certificates', number>>;
  head(): {
    readonly loop: string;
    readonly seed: unknown;
    readonly status: string;
    readonly config: string;
    readonly summary?: string;
    readonly hash?: string;
    readonly steps?: string;
  };
  events(atOnce: number): Iterable<{ readonly seq: number; readonly type: string; readonly text: string }>;
  certificates(): readonly { readonly hash: Hash; readonly text: string }[];
  effects(): readonly StoredEffect[];
}

/** Blobs that tell their size before they are read. */
export interface SizedBlobs extends Blobs {
  blobSize(hash: Hash): number;
}

/** What the audit found, with how the run stands. */
export interface TextsAudit extends Audit {
  readonly status: AuditedRun['status'] | 'unread';
}

const UNREAD = { status: 'unread', findings: [], untested: 0, loop: '', isKnown: true } as const;

/** Characters of all certificates together, bytes of a blob, and characters that are fetched at once. */
const MOST_CERTIFICATES = 4 * MOST_TEXT;
const MOST_BLOB = 8 * MOST_TEXT;
const AT_ONCE = 2 * MOST_TEXT;

/**
 * Audits a run as the store holds it. Sizes are looked at before texts are read, and texts before they are believed: each must be the
 * canonical text of what it says.
 */
export function auditTexts(texts: RunTexts, blobs: SizedBlobs, time?: AuditTime): TextsAudit {
  const long = tooLong(texts);
  if (long !== undefined) return { ...UNREAD, wrong: [long] };
  const wrong: string[] = [];
  try {
    const run = readHead(texts, wrong);
    const certificates = readCertificates(texts);
    const events = readEvents(texts, wrong);
    const audit = auditRun({ run, events, certificates, effects: texts.effects() }, bounded(blobs), time);
    return { ...audit, status: run.status, wrong: [...wrong, ...audit.wrong] };
  } catch (error) {
    // What the database itself cannot read.
    if (!(error instanceof Fault)) throw error;
    return { ...UNREAD, wrong: [...wrong, error.message] };
  }
}

/** Checks one certificate of a run again, within the same limits; nothing where the run has none of this hash. */
export function auditCertificate(
  texts: RunTexts,
  blobs: SizedBlobs,
  hash: Hash,
  time?: AuditTime,
): AuditFinding | undefined {
  const long = tooLong(texts);
  if (long !== undefined) return { hash, kind: 'unread', claim: '-', ok: false, why: long };
  const certificates = texts.certificates().filter((each) => each.hash === hash);
  const run = { ...readHead(texts, []), status: 'open' as const };
  const asked = {
    run,
    events: [],
    certificates: certificates.map((each) => readCertificate(each)),
    effects: texts.effects(),
  };
  return auditRun(asked, bounded(blobs), time).findings[0];
}

function tooLong({ longest }: RunTexts): string | undefined {
  for (const kind of ['config', 'summary', 'event', 'certificate'] as const) {
    const length = longest[kind];
    if (length > MOST_TEXT)
      return `a text of the run (${kind}) has ${length} characters, and an audit reads ${MOST_TEXT}`;
  }
  return longest.certificates > MOST_CERTIFICATES
    ? `the certificates have ${longest.certificates} characters, and an audit reads ${MOST_CERTIFICATES}`
    : undefined;
}

function readHead(texts: RunTexts, wrong: string[]): AuditedRun {
  const { loop, seed, status, config, summary, hash, steps } = texts.head();
  const [asked, end] = [parseStored(config), summary === undefined ? undefined : parseStored(summary)];
  if ('why' in asked) wrong.push(`the configuration: ${asked.why}`);
  if (end !== undefined && 'why' in end) wrong.push(`the summary: ${end.why}`);
  const known = RunStatus.safeParse(status);
  if (!known.success) wrong.push(`the run is ${status}, which no run can be`);
  if (!Number.isInteger(seed)) wrong.push(`the seed is ${shown(seed)}`);
  return {
    id: texts.id,
    loop,
    seed: Number(seed),
    config: 'value' in asked ? asked.value : null,
    status: known.data ?? 'failed',
    ...(end !== undefined && 'value' in end ? { summary: end.value } : {}),
    ...(hash === undefined ? {} : { hash }),
    ...(steps === undefined ? {} : { steps }),
  };
}

function* readEvents(texts: RunTexts, wrong: string[]): Iterable<RunEvent> {
  const atOnce = Math.max(1, Math.min(1024, Math.floor(AT_ONCE / Math.max(1, texts.longest.event))));
  for (const { seq, type, text } of texts.events(atOnce)) {
    const parsed = parseStored(text);
    if ('why' in parsed) wrong.push(`event ${seq} (${type}): ${parsed.why}`);
    yield { v: 1, run: texts.id, seq, type, data: 'value' in parsed ? parsed.value : null };
  }
}

/** Certificates are all kept at once, so they share what two texts may hold. */
function readCertificates(texts: RunTexts): StoredCertificate[] {
  let left = 2 * MOST_VALUES;
  return texts.certificates().map((stored) => {
    const certificate = readCertificate(stored, Math.min(MOST_VALUES, Math.max(0, left)));
    left -= shapeOfText(stored.text).values;
    return certificate;
  });
}

function readCertificate(
  { hash, text }: { readonly hash: Hash; readonly text: string },
  most = MOST_VALUES,
): StoredCertificate {
  const parsed = parseStored(text, most);
  if ('why' in parsed) return { hash, unread: parsed.why };
  const old = OldCertificate.safeParse(parsed.value);
  if (old.success) return { hash, certificate: old.data };
  const certificate = Certificate.safeParse(parsed.value);
  if (certificate.success) return { hash, certificate: certificate.data };
  const [issue] = certificate.error.issues;
  return { hash, unread: `it is no certificate: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
}

/** A blob that is too large to be read is as good as absent. */
function bounded(blobs: SizedBlobs): Blobs {
  return { getBlob: (hash) => (blobs.blobSize(hash) > MOST_BLOB ? undefined : blobs.getBlob(hash)) };
}
