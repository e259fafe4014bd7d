import type { RunEvent } from '#foundation/contracts';
import type { StoreReader } from '#world/store';

/** How often the store is asked for new events while anybody listens. */
const EVERY_MS = 50;
/** Frames kept for those who are nearly up to date; others read the store. */
const KEPT = 4096;
/** Frames handed out at once. */
const PAGE = 512;
/** Every so many looks at the store, what the run's process says of itself is read too. */
const STATUS_EVERY = 8;

/** An event in the form of the wire; its id is what a client names when it comes back. */
function frameOf(event: RunEvent): string {
  return `id: ${event.seq}\nevent: run-event\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * New events of one run for any number of readers. Readers pull: each has a position of its own and asks for what comes after it, so one
 * that stands still costs nothing and holds nobody up. The store is polled in the server's process; the run does not know of it.
 */
export class Feed {
  readonly #store: StoreReader;
  readonly #run: string;
  readonly #frames: string[] = [];
  /** Position of the first kept frame. */
  #from: number;
  #head: number;
  #version = -1;
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];
  #readers = 0;
  #hasFailed = false;
  #polls = 0;
  #status = '';
  readonly #readStatus: () => string;

  /** `readStatus` says how the run stands and what its process is doing, as JSON. */
  constructor(store: StoreReader, run: string, readStatus: () => string) {
    this.#store = store;
    this.#run = run;
    this.#readStatus = readStatus;
    this.#head = store.lengthOf(run);
    this.#from = this.#head;
  }

  /** Position after the last event that is known. */
  get head(): number {
    return this.#head;
  }

  /** How the run stands and what it is doing, as JSON. */
  get status(): string {
    return this.#status;
  }

  get readers(): number {
    return this.#readers;
  }

  /** The store could not be read: readers are let go, and come back by themselves. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  join(): void {
    this.#readers += 1;
    this.#hasFailed = false;
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS);
  }

  /** An error in a timer would end the whole server. */
  #look(): void {
    try {
      this.poll();
    } catch {
      this.#hasFailed = true;
      this.wake();
    }
  }

  leave(): void {
    this.#readers -= 1;
    if (this.#readers > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Frames from a position on, as many as are at hand; none where there is nothing new. */
  framesFrom(position: number): readonly string[] {
    if (position >= this.#head) return [];
    if (position >= this.#from) return this.#frames.slice(position - this.#from, position - this.#from + PAGE);
    return Array.from(this.#store.eventsOf(this.#run, { from: position, limit: PAGE }), frameOf);
  }

  /** Resolves when there may be something new. */
  news(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** Looks for new events; asks for rows only where something was committed since. */
  poll(): void {
    if (this.#polls % STATUS_EVERY === 0) this.#lookAtStatus();
    this.#polls += 1;
    const version = this.#store.version();
    if (version === this.#version) return;
    this.#version = version;
    const before = this.#head;
    for (const event of this.#store.eventsOf(this.#run, { from: this.#head })) {
      this.#frames.push(frameOf(event));
      this.#head = event.seq + 1;
    }
    const surplus = this.#frames.length - KEPT;
    if (surplus > 0) {
      this.#frames.splice(0, surplus);
      this.#from += surplus;
    }
    if (this.#head > before) this.wake();
  }

  #lookAtStatus(): void {
    const status = this.#readStatus();
    if (status === this.#status) return;
    this.#status = status;
    this.wake();
  }

  /** Lets every reader look again; one that is gone sees that it is. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
