/** How long an audit may take, by a clock of the caller's. */
export interface AuditTime {
  readonly seconds: number;
  /** Milliseconds. */
  now(): number;
}

/** A bound of the audit itself, met before the work that would pass it. */
export class LimitMet extends Error {}

/** Ends work that takes longer than the audit may. Work of unknown length asks it now and then. */
export class Deadline {
  private readonly time: AuditTime | undefined;
  private readonly end: number;

  constructor(time?: AuditTime) {
    this.time = time;
    this.end = time === undefined ? Infinity : time.now() + 1000 * time.seconds;
  }

  get isOver(): boolean {
    return this.time !== undefined && this.time.now() > this.end;
  }

  get words(): string {
    return `the audit met its limit of ${this.time?.seconds ?? Infinity} s`;
  }

  /** @throws LimitMet */
  readonly ask = (): void => {
    if (this.isOver) throw new LimitMet(this.words);
  };
}
