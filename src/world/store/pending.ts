import type { Hash } from '#foundation/kernel';
import type { Batch, CertificateEntry, Durability, EffectEntry, Ending, EventEntry } from './ledger.ts';

const maxEvents = 1024;
const maxBytes = 4_000_000;

/** What waits for the next commit. */
export class Pending {
  #events: EventEntry[] = [];
  #effects: EffectEntry[] = [];
  #certificates: CertificateEntry[] = [];
  #attempts: Hash[] = [];
  #blobs = new Map<Hash, Uint8Array>();
  #bytes = 0;

  get isEmpty(): boolean {
    const rows = this.#events.length + this.#effects.length + this.#certificates.length + this.#attempts.length;
    return rows + this.#blobs.size === 0;
  }

  /** Enough that waiting for a step to finish would cost memory. */
  get isLarge(): boolean {
    return this.#events.length >= maxEvents || this.#bytes >= maxBytes;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  addEvent(event: EventEntry): void {
    this.#events.push(event);
    this.#bytes += event.text.length;
  }

  addEffect(effect: EffectEntry): void {
    this.#effects.push(effect);
  }

  addAttempt(key: Hash): void {
    this.#attempts.push(key);
  }

  addCertificate(certificate: CertificateEntry): void {
    this.#certificates.push(certificate);
    this.#bytes += certificate.text.length;
  }

  /** Copies the bytes: the caller may change its array before the commit. */
  addBlob(hash: Hash, bytes: Uint8Array): void {
    if (this.#blobs.has(hash)) return;
    // Not `slice`, which for a Buffer is a view of the same bytes.
    this.#blobs.set(hash, new Uint8Array(bytes));
    this.#bytes += bytes.length;
  }

  blob(hash: Hash): Uint8Array | undefined {
    return this.#blobs.get(hash)?.slice();
  }

  /** The batch of all that waits, whose events end before position `to`. */
  batch(to: number, durability: Durability, ending?: Ending): Batch {
    return {
      from: to - this.#events.length,
      events: this.#events,
      effects: this.#effects,
      blobs: this.#blobs,
      certificates: this.#certificates,
      attempts: this.#attempts,
      ...(ending === undefined ? {} : { ending }),
      durability,
    };
  }

  clear(): void {
    this.#events = [];
    this.#effects = [];
    this.#certificates = [];
    this.#attempts = [];
    this.#blobs = new Map();
    this.#bytes = 0;
  }
}
