/** Bytes a match is followed back for when it is found. */
const reach = 32;

/**
 * Follows, for each of some lengths, the last place in memory where so many bytes came as they just came; the byte after
 * that place is what is expected now. Once followed, a match grows byte by byte until it fails. Frozen memory is searched
 * but not added to.
 */
export class MatchFinder {
  /** What memory holds, a ring; and how many bytes were ever put there. */
  private readonly history: Uint8Array;
  private stored = 0;
  /** For each length, the place after the last occurrence of each hash, plus the places and lengths now followed. */
  private readonly tables: readonly Int32Array[];
  private readonly places: Int32Array;
  private readonly lengths: Int32Array;
  /** Rolling hashes: each byte is shifted out after about as many bytes as the length asks for. */
  private readonly hashes: Int32Array;
  /** The last bytes that came, learned or not: a ring. */
  private readonly recent = new Uint8Array(reach);
  private taken = 0;
  private readonly minimums: readonly number[];
  private readonly tableBits: number;

  constructor(minimums: readonly number[], sizes: { readonly historyBits: number; readonly tableBits: number }) {
    this.minimums = minimums;
    this.tableBits = sizes.tableBits;
    this.history = new Uint8Array(2 ** sizes.historyBits);
    this.tables = minimums.map(() => new Int32Array(2 ** sizes.tableBits));
    this.places = new Int32Array(minimums.length);
    this.lengths = new Int32Array(minimums.length);
    this.hashes = new Int32Array(minimums.length);
  }

  /** Takes a byte in: follows the matches, looks for new ones, and remembers it if it may. */
  take(byte: number, learnsMemory: boolean): void {
    const { history, places, lengths } = this;
    const mask = history.length - 1;
    for (let j = 0; j < lengths.length; j += 1) {
      const goesOn = lengths[j]! > 0 && places[j]! < this.stored && history[places[j]! & mask] === byte;
      lengths[j] = goesOn ? Math.min(lengths[j]! + 1, 65535) : 0;
      places[j]! += 1;
    }
    this.recent[this.taken % reach] = byte;
    this.taken += 1;
    if (learnsMemory) {
      history[this.stored & mask] = byte;
      this.stored += 1;
    }
    for (let j = 0; j < lengths.length; j += 1) {
      const minimum = this.minimums[j]!;
      const shifted = Math.imul(this.hashes[j]!, 5 << Math.ceil(32 / minimum));
      this.hashes[j] = (shifted + Math.imul(byte + 1, 0x2f0b4c47)) | 0;
      if (this.taken >= minimum) this.look(j, minimum, learnsMemory);
    }
  }

  /** Writes, for each length, 256 + the byte expected next (0 for none) and the class of the match's length. */
  expectations(expected: Int32Array, keys: Int32Array): void {
    const mask = this.history.length - 1;
    for (let j = 0; j < this.lengths.length; j += 1) {
      const length = this.lengths[j]!;
      const isOpen = length > 0 && this.places[j]! < this.stored;
      expected[j] = isOpen ? 256 | this.history[this.places[j]! & mask]! : 0;
      keys[j] = lengthClass(length);
    }
  }

  /** All that it remembers, in a fixed order. */
  parts(): readonly (Uint8Array | Int32Array)[] {
    const { history, tables, places, lengths, hashes, recent } = this;
    return [history, ...tables, places, lengths, hashes, recent];
  }

  /** The two counts that go with the parts. */
  counts(): readonly [number, number] {
    return [this.stored, this.taken];
  }

  setCounts(stored: number, taken: number): void {
    this.stored = stored;
    this.taken = taken;
  }

  private look(j: number, minimum: number, learnsMemory: boolean): void {
    const table = this.tables[j]!;
    const slot = this.hashes[j]! >>> (32 - this.tableBits);
    if (this.lengths[j] === 0 && table[slot]! > 0) {
      const length = this.commonLength(table[slot]!);
      if (length >= minimum) {
        this.lengths[j] = length;
        this.places[j] = table[slot]!;
      }
    }
    if (learnsMemory) table[slot] = this.stored;
  }

  /** How many bytes before a place of memory are as the last bytes that came, at most `reach`. */
  private commonLength(place: number): number {
    const mask = this.history.length - 1;
    const most = Math.min(reach, place, this.taken);
    let length = 0;
    while (length < most) {
      if (this.history[(place - 1 - length) & mask] !== this.recent[(this.taken - 1 - length) % reach]) break;
      length += 1;
    }
    return length;
  }
}

/** Length classes run from 0 to 23: one per length up to 15, then one per eight. */
export const lengthClasses = 24;

function lengthClass(length: number): number {
  return length < 16 ? length : Math.min(lengthClasses - 1, 16 + ((length - 16) >> 3));
}
