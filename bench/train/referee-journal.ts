import type { Json } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import { hashOf, sha256 } from '#foundation/kernel';

/** A journal for runs that nobody will resume: steps are remembered while the run lasts, events and blobs are not kept. */
export function createMemoryJournal(run: string): Journal {
  const results = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, inputs: Json, work: () => T | Promise<T>): Promise<T> => {
    const key = JSON.stringify([name, inputs]);
    const known = results.get(key) ?? Promise.resolve().then(work);
    results.set(key, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same name and inputs have the same kind of result
    return known as Promise<T>;
  };
  return {
    run,
    step: once,
    call: once,
    lostCalls: () => 0,
    emit: () => undefined,
    putBlob: (bytes) => sha256(bytes),
    certify: (certificate) => hashOf(certificate),
  };
}
