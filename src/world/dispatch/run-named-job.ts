import type { AnyJobKind, Blobs, JobData } from '#foundation/contracts/ports';
import { Fault, type FaultCode, type Hash, hints } from '#foundation/kernel';
import { readAs } from './create-dispatcher.ts';

/** What a place outside this process is started with: the kinds it runs, and where their blobs are. */
export interface JobPlace {
  readonly kinds: readonly AnyJobKind[];
  readonly blobs?: Blobs;
}

/** A job as another place gets it: with the bytes that its inputs name by hash. */
export interface NamedJob {
  readonly kind: string;
  readonly inputs: unknown;
  readonly blobs?: ReadonlyMap<Hash, Uint8Array>;
}

/** How a job ended elsewhere, as data: a fault keeps its code, so that an outage there is none of the learner's failures. */
export type JobEnd =
  | { readonly ok: true; readonly result: JobData }
  | { readonly ok: false; readonly message: string; readonly fault?: FaultData | undefined };

interface FaultData {
  readonly code: string;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Runs a job by the name of its kind; only kinds of the place's table run, on inputs that their schema takes. */
export async function runNamedJob(
  { kinds, blobs = { getBlob: () => undefined } }: JobPlace,
  job: NamedJob,
  signal: AbortSignal,
): Promise<JobEnd> {
  try {
    const kind = kinds.find((each) => each.kind === job.kind);
    if (kind === undefined) {
      throw new Fault('dispatch/unknown-kind', `this place does not run ${job.kind}`, {
        details: { kind: job.kind, known: kinds.map((each) => each.kind) },
      });
    }
    const held: Blobs = { getBlob: (hash) => job.blobs?.get(hash) ?? blobs.getBlob(hash) };
    return { ok: true, result: await runKind(kind, job.inputs, { signal, blobs: held }) };
  } catch (error) {
    if (error instanceof Fault) {
      const { code, hint, details, message } = error;
      return { ok: false, message, fault: { code, hint, details: JSON.parse(JSON.stringify(details)) } };
    }
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function runKind(
  kind: AnyJobKind,
  inputs: unknown,
  context: { readonly signal: AbortSignal; readonly blobs: Blobs },
): Promise<JobData> {
  const read = readAs(kind.inputs, inputs, `inputs of a job ${kind.kind}`);
  // The schema of the kind has just read what its `run` takes: the table has forgotten which type that is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const run = kind.run.bind(kind) as (given: JobData, context: object) => JobData | Promise<JobData>;
  return readAs(kind.result, await run(read, context), `result of a job ${kind.kind}`);
}

/** The result of a job that ran elsewhere; what it threw is thrown here. */
export function unwrapEnd(end: JobEnd): JobData {
  if (end.ok) return end.result;
  const { fault, message } = end;
  if (fault === undefined || !isFaultCode(fault.code)) throw new Error(message);
  throw new Fault(fault.code, message, { hint: fault.hint, details: fault.details });
}

function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(hints, code);
}
