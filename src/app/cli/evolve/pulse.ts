import type { Progress } from '#foundation/contracts/ports';
import { roughTime } from '../counted.ts';

/** A display shows a plain line at most every five seconds; so asked, it shows one at least every ten. */
const EVERY_MS = 5000;

interface PulseOptions {
  readonly display: { readonly update: Progress };
  readonly now: () => number;
  /** Whether the time that was given is over. */
  readonly isSpent: () => boolean;
}

/** Says again and again what a run is at while a unit of work takes long, and how long the phase may take at this pace. */
export class Pulse {
  private readonly options: PulseOptions;
  private readonly timer: NodeJS.Timeout;
  private readonly underWay = new Map<symbol, { readonly what: string; readonly since: number }>();
  private at: { readonly done: number; readonly total: number | undefined; readonly what: string };
  private phase: { readonly since: number; readonly first: number };

  constructor(options: PulseOptions) {
    this.options = options;
    this.at = { done: 0, total: undefined, what: '' };
    this.phase = { since: options.now(), first: 0 };
    this.timer = setInterval(() => this.beat(), EVERY_MS);
    this.timer.unref();
  }

  /** For the loop: how far a phase has come. */
  readonly update: Progress = (done, total, what) => {
    if (total !== this.at.total || done < this.at.done) this.enter(what, done);
    this.at = { done, total, what };
    this.beat();
  };

  /** Another phase, of which nothing is counted yet. */
  enter(what: string, first = 0): void {
    this.phase = { since: this.options.now(), first };
    this.at = { done: first, total: undefined, what };
  }

  /** A unit of work that may take long; the answer ends it. */
  begin(what: string): () => void {
    const key = Symbol(what);
    this.underWay.set(key, { what, since: this.options.now() });
    this.beat();
    return () => void this.underWay.delete(key);
  }

  beat(): void {
    const { done, total, what } = this.at;
    const parts = [what, ...this.work(), ...this.left()].filter((part) => part !== '');
    this.options.display.update(done, total, parts.join('; '));
  }

  end(): void {
    clearInterval(this.timer);
  }

  private work(): string[] {
    const now = this.options.now();
    const all = new Map<string, { readonly count: number; readonly since: number }>();
    for (const { what, since } of this.underWay.values()) {
      const known = all.get(what) ?? { count: 0, since };
      all.set(what, { count: known.count + 1, since: Math.min(known.since, since) });
    }
    return [...all].map(
      ([what, { count, since }]) => `${what}${count === 1 ? '' : ` (${count})`} for ${roughTime(now - since)}`,
    );
  }

  private left(): string[] {
    if (this.options.isSpent()) return ['the time is up: what is under way is finished first'];
    const { done, total } = this.at;
    const { since, first } = this.phase;
    if (total === undefined || done <= first) return [];
    const each = (this.options.now() - since) / (done - first);
    return [`about ${roughTime(each * (total - done))} more of this phase at this pace`];
  }
}
