import { randomUUID } from 'node:crypto';
import { Fault } from '#foundation/kernel';
import type { PostgresAddress } from './address.ts';
import { LostConnection, type PostgresLink } from './postgres-link.ts';
import type { Sent } from './postgres-thread.ts';

/** A writer that was not seen for so long is forgotten. */
const forgottenAfterMs = 30 * 24 * 3_600_000;

type Link = Pick<PostgresLink, 'clock' | 'made' | 'send' | 'patiently'>;

const commit: Sent = { text: 'COMMIT', values: [] };

/**
 * Tells whether a commit took place whose answer was lost. Each transaction of a writer counts its own row up; the row says afterwards whether
 * the count is that of before or after. An id of the transaction would not do: a server that crashes may give it to somebody else.
 */
export class CommitCounter {
  readonly #link: Link;
  readonly #address: PostgresAddress;
  readonly #writer = randomUUID();
  #count = 0;
  /** Whether the row is there: a store that is being made has no table for it. */
  #isKnown = false;
  #verified = 0;

  constructor(link: Link, address: PostgresAddress) {
    this.#link = link;
    this.#address = address;
  }

  /** Before a transaction: makes the row, or, on a new connection, sees that nothing of what was acknowledged is gone. */
  begin(): void {
    if (this.#verified === this.#link.made && this.#isKnown) return;
    if (this.#isKnown) this.#requireCount(this.#recorded(), [this.#count]);
    else this.#isKnown = this.#introduce();
    this.#verified = this.#link.made;
  }

  /** Sends what is left of a transaction and commits it, once. */
  commit(statements: readonly Sent[]): void {
    const next = this.#count + 1;
    const count = { text: 'UPDATE writers SET commits = $2, seen = $3 WHERE id = $1', values: this.#row(next) };
    try {
      const results = this.#link.send([...statements, ...(this.#isKnown ? [count] : []), commit]);
      if (results.at(-1)?.command !== 'COMMIT') {
        throw new Fault('store/broken', `${this.#address.shown} did not commit`);
      }
    } catch (error) {
      if (!(error instanceof LostConnection) || !this.#isKnown) throw error;
      const recorded = this.#link.patiently(() => this.#recorded());
      this.#requireCount(recorded, [this.#count, next]);
      if (recorded === this.#count) throw error;
    }
    this.#count = next;
  }

  end(): void {
    if (!this.#isKnown) return;
    try {
      this.#link.send([{ text: 'DELETE FROM writers WHERE id = $1', values: [this.#writer] }]);
    } catch {
      // It is forgotten in time.
    }
  }

  #row(count: number): [string, number, number] {
    return [this.#writer, count, this.#link.clock.now()];
  }

  #introduce(): boolean {
    const [found] = this.#link.send([{ text: `SELECT to_regclass('writers') IS NOT NULL AS found`, values: [] }]);
    if (found?.rows[0]?.['found'] !== true) return false;
    this.#link.send([
      {
        text: 'INSERT INTO writers (id, commits, seen) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        values: this.#row(this.#count),
      },
      { text: 'DELETE FROM writers WHERE seen < $1', values: [this.#link.clock.now() - forgottenAfterMs] },
    ]);
    return true;
  }

  /** Waits for a transaction of the lost connection that the server has not ended yet. */
  #recorded(): unknown {
    const text = 'SELECT commits FROM writers WHERE id = $1 FOR UPDATE';
    return this.#link.send([{ text, values: [this.#writer] }])[0]?.rows[0]?.['commits'];
  }

  #requireCount(recorded: unknown, expected: readonly number[]): void {
    if (expected.some((count) => count === recorded)) return;
    throw new Fault('store/went-back', `${this.#address.shown} no longer has what it acknowledged`, {
      details: { store: this.#address.shown, recorded: String(recorded), expected: expected.join(' or ') },
    });
  }
}
