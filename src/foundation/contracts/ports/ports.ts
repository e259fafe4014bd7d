import type { Hash } from '#foundation/kernel';
import type { Certificate } from '../certificates/certificate.ts';
import type { Json } from '../json.ts';

/**
 * The loop's memory. `step` runs `work` once per distinct (name, inputs): its result is recorded under their hash, and a
 * replay returns the record without running it. Everything acknowledged survives a crash: a step that resolved, and the events
 * emitted before it.
 *
 * A replay must emit the same events in the same order. So events are emitted by the loop, never by the `work` of a step,
 * and of several steps at once all are awaited before the first event about any of them.
 */
export interface Journal {
  readonly run: string;
  step<T extends Json>(name: string, inputs: Json, work: () => T | Promise<T>): Promise<T>;
  /**
   * A step that costs: its beginning is recorded before `work` runs, so calls that a crash cut off, and a resumed run
   * makes again, can be counted. `T` is plain data; members that are undefined are left out.
   */
  call<T>(name: string, inputs: Json, work: () => T | Promise<T>): Promise<T>;
  /** How often this call began and was cut off by a crash before its result was recorded, in earlier processes of the run. */
  lostCalls(name: string, inputs: Json): number;
  /** Appends an event; a replay that emits the same events in the same order writes nothing twice, any other is a Fault. */
  emit(type: string, data: Json): void;
  /** Stores bytes under their hash. */
  putBlob(bytes: Uint8Array): Hash;
  /** Stores a certificate of this run. */
  certify(certificate: Certificate): Hash;
}

/** Content-addressed bytes, as a certificate names them. */
export interface Blobs {
  getBlob(hash: Hash): Uint8Array | undefined;
}

/** Milliseconds; the core only compares stamps. */
export interface Clock {
  now(): number;
}

/** A clock that can wait; the one of a test does so without time. */
export interface Timer extends Clock {
  /** Waits; a signal ends the wait early, as if the time had passed. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Aborts after so many milliseconds. */
  deadline(milliseconds: number): AbortSignal;
}

/** Told how far long work has come; `total` is absent where it cannot be known. */
export type Progress = (done: number, total: number | undefined, what: string) => void;

/** Other threads of this process, each of which answers one message at a time. */
export interface Threads<Message, Reply> {
  readonly count: number;
  /** Asks thread `index`, counted from 0. Questions to one thread are answered in order; a thread that dies is a Fault. */
  ask(index: number, message: Message): Promise<Reply>;
  end(): Promise<void>;
}
