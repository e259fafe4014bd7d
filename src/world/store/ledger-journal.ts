import type { Json, RunStatus } from '#foundation/contracts';
import { blobsOf, Certificate } from '#foundation/contracts/certificates';
import { canonicalText, Fault, type Hash } from '#foundation/kernel';
import { contentHash } from './content-hash.ts';
import type { RunJournal } from './journal.ts';
import type { Durability, Ending, EventEntry, Ledger } from './ledger.ts';
import { Pending } from './pending.ts';
import { openRecording, type Recording } from './recording.ts';
import { emptyRunHash, endRunHash, extendRunHash } from './run-hash.ts';

const eventType = /^[a-z]+(-[a-z]+)+$/;

/**
 * Beginnings and results that one commit holds: what ends in one turn of the event loop begins again in groups, so the last of many need
 * not be read before the first goes on. More make each commit cheaper per step, fewer let calls begin sooner.
 */
const leastGroup = 16;
/** Where many steps are at work, groups are larger: so many make up all of them. */
const groupsAtWork = 16;

/** A commit to come, and how many wait for it. */
interface NextCommit {
  readonly promise: Promise<void>;
  readonly commit: () => void;
  waiting: number;
}

/**
 * A journal over a ledger. Events wait in memory and are committed together with the results of steps: a step resolves after
 * the commit that holds its result and every event emitted before it; steps that end in one turn of the event loop share it, in groups.
 *
 * While replaying, each emitted event is compared with the recorded one. What `step` returns is always read back from its
 * stored text, so that a first run sees the same value (key order) as a replay. Nothing is masked here: what is recorded decides what a
 * run becomes, and must not depend on who else has secrets in the environment. Secrets are taken out where a record is shown.
 */
export class LedgerJournal implements RunJournal {
  readonly run: string;
  readonly #ledger: Ledger;
  readonly #recording: Recording;
  readonly #pending = new Pending();
  readonly #running = new Map<Hash, Promise<string>>();
  #nextCommit: NextCommit | undefined;
  #position = 0;
  #hash = emptyRunHash;
  #broken: unknown;
  #closed = false;
  #isBeginning = false;

  constructor(ledger: Ledger) {
    this.run = ledger.run;
    this.#ledger = ledger;
    this.#recording = openRecording(ledger);
  }

  step<T extends Json>(name: string, inputs: Json, work: () => T | Promise<T>): Promise<T> {
    return this.#recordOnce(name, inputs, work);
  }

  call<T>(name: string, inputs: Json, work: () => T | Promise<T>): Promise<T> {
    return this.#recordOnce(name, inputs, work, true);
  }

  lostCalls(name: string, inputs: Json): number {
    return this.#ledger.hasLostCalls ? this.#ledger.lostCalls(this.#keyOf(name, inputs)) : 0;
  }

  #keyOf(name: string, inputs: Json): Hash {
    return contentHash(canonicalText({ name, inputs }));
  }

  repeatedCalls(): number {
    return this.#ledger.repeatedCalls();
  }

  async #recordOnce<T>(name: string, inputs: Json, work: () => T | Promise<T>, announced = false): Promise<T> {
    this.#requireUsable();
    const key = this.#keyOf(name, inputs);
    const step = { key, name, announced };
    const text = this.#recordedResult(key) ?? (await (this.#running.get(key) ?? this.#start(step, work)));
    const result: T = JSON.parse(text);
    return result;
  }

  emit(type: string, data: Json): void {
    this.#requireUsable();
    if (this.#isBeginning) {
      throw new Fault('store/emit-in-step', `${type} was emitted by the work of a step`, { details: { type } });
    }
    if (!eventType.test(type))
      throw new Fault('store/bad-event', `${type} is not an event type`, { details: { type } });
    const event = { type, text: canonicalText(data) };
    if (this.#position < this.#recording.length) this.#recording.meet(this.#position, event);
    else this.#append(event);
    this.#hash = extendRunHash(this.#hash, event.type, event.text);
    this.#position += 1;
    if (this.#pending.isLarge) this.#commit('later');
  }

  putBlob(bytes: Uint8Array): Hash {
    this.#requireUsable();
    const hash = contentHash(bytes);
    this.#pending.addBlob(hash, bytes);
    if (this.#pending.isLarge) this.#commit('later');
    return hash;
  }

  getBlob(hash: Hash): Uint8Array | undefined {
    return this.#pending.blob(hash) ?? this.#ledger.getBlob(hash);
  }

  certify(certificate: Certificate): Hash {
    this.#requireUsable();
    const checked = Certificate.safeParse(JSON.parse(canonicalText(certificate)));
    if (!checked.success) {
      throw new Fault('contracts/invalid', `not a certificate: ${checked.error.message}`, { cause: checked.error });
    }
    for (const hash of blobsOf(checked.data)) {
      if (this.#pending.blob(hash) !== undefined || this.#ledger.hasBlob(hash)) continue;
      throw new Fault('store/missing-blob', `the certificate names blob ${hash}, which is not stored`, {
        details: { hash, claim: checked.data.claim },
      });
    }
    const text = canonicalText(checked.data);
    const hash = contentHash(text);
    this.#pending.addCertificate({ hash, text });
    return hash;
  }

  flush(): void {
    this.#requireUsable();
    this.#commit('now');
  }

  finish(summary: Json, status: Exclude<RunStatus, 'open'> = 'done'): Hash {
    this.#requireUsable();
    if (status === 'done' && this.#position < this.#recording.length) {
      throw diverged(this.#ledger, this.#position, `ended, but ${this.#recording.length} events were recorded`);
    }
    const text = canonicalText(summary);
    const hash = endRunHash(this.#hashToTheEnd(), status, text);
    this.#commit('now', { status, hash, summary: text });
    this.#closed = true;
    this.#ledger.release();
    return hash;
  }

  close(): void {
    if (this.#closed) return;
    const wasBroken = this.#broken !== undefined;
    this.#closed = true;
    try {
      this.#commit('now');
      this.#ledger.release();
    } catch (error) {
      // What broke it before was thrown then; its lock falls to whoever resumes the run after this process.
      if (!wasBroken) throw error;
    }
  }

  #append(event: EventEntry): void {
    if (this.#ledger.status === 'done') throw diverged(this.#ledger, this.#position, `is ${event.type}, past its end`);
    this.#pending.addEvent(event);
  }

  #recordedResult(key: Hash): string | undefined {
    const effect = this.#ledger.effect(key);
    if (effect === undefined) return undefined;
    const bytes = this.#ledger.getBlob(effect.result);
    if (bytes === undefined) {
      throw new Fault('store/corrupt', `the result of step ${effect.name} is missing`, { details: { ...effect } });
    }
    return Buffer.from(bytes).toString();
  }

  #start(step: Step, work: () => unknown): Promise<string> {
    if (this.#ledger.status === 'done')
      throw diverged(this.#ledger, this.#position, `follows step ${step.name}, never taken`);
    const running = this.#perform(step, work).finally(() => this.#running.delete(step.key));
    this.#running.set(step.key, running);
    return running;
  }

  async #perform({ key, name, announced }: Step, work: () => unknown): Promise<string> {
    if (announced) {
      this.#pending.addAttempt(key);
      await this.#acknowledge();
    }
    const result = await this.#begin(work);
    this.#requireUsable();
    const text = canonicalText(result);
    const bytes = Buffer.from(text);
    const hash = contentHash(bytes);
    this.#pending.addBlob(hash, bytes);
    this.#pending.addEffect({ key, name, result: hash });
    await this.#acknowledge();
    return text;
  }

  /** Work up to its first wait: an event emitted there is refused, one emitted later is missed by the replay, which then diverges. */
  #begin(work: () => unknown): unknown {
    this.#isBeginning = true;
    try {
      return work();
    } finally {
      this.#isBeginning = false;
    }
  }

  #acknowledge(): Promise<void> {
    const next = (this.#nextCommit ??= this.#planCommit());
    next.waiting += 1;
    if (next.waiting >= Math.max(leastGroup, this.#running.size / groupsAtWork)) next.commit();
    return next.promise;
  }

  /** At the end of this turn of the event loop, unless its group is full before. */
  #planCommit(): NextCommit {
    const { promise, resolve, reject } = deferred();
    const commit = (): void => {
      clearImmediate(turn);
      this.#nextCommit = undefined;
      try {
        this.#commit('soon');
        resolve();
      } catch (error) {
        reject(error);
      }
    };
    const turn = setImmediate(commit);
    return { promise, commit, waiting: 0 };
  }

  /** A failed commit leaves the ledger as it was, but this journal no longer knows what it promised: it refuses to go on. */
  #commit(durability: Durability, ending?: Ending): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#pending.isEmpty && ending === undefined) return;
    try {
      if (this.#ledger.status !== 'done') this.#ledger.commit(this.#pending.batch(this.#position, durability, ending));
    } catch (error) {
      this.#broken = error;
      throw error;
    }
    this.#pending.clear();
  }

  /** A run that fails while replaying still has the recorded events it did not reach. */
  #hashToTheEnd(): Hash {
    let hash = this.#hash;
    for (let at = this.#position; at < this.#recording.length;) {
      const events = this.#ledger.eventsFrom(at);
      for (const { type, text } of events) hash = extendRunHash(hash, type, text);
      at += events.length;
    }
    return hash;
  }

  #requireUsable(): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#closed) throw new Fault('store/closed', `the journal of run ${this.run} is closed`);
  }
}

function deferred(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

interface Step {
  readonly key: Hash;
  readonly name: string;
  /** Whether its beginning is recorded before the work runs. */
  readonly announced: boolean;
}

function diverged(ledger: Ledger, position: number, what: string): Fault {
  return new Fault('store/replay-diverged', `event ${position} of run ${ledger.run} ${what}`, {
    details: { run: ledger.run, position },
  });
}
