import type { BlockStore } from './block-store.ts';

/** Masks listed for substrings of one length; what would need more is scanned. */
const MOST_MASKS = 2 ** 15;

/** All masks of a length by number of ones: word r at `address` is the address of those with r ones, and word r + 1 their end. */
export interface MaskTable {
  readonly address: number;
  /** Most ones listed. */
  readonly reach: number;
}

/** Lists of masks in memory, made once for each length. */
export class MaskTables {
  private readonly blocks: BlockStore;
  private readonly made = new Map<number, MaskTable>();

  constructor(blocks: BlockStore) {
    this.blocks = blocks;
  }

  ofLength(bits: number): MaskTable {
    const known = this.made.get(bits);
    if (known) return known;
    const table = this.make(bits);
    this.made.set(bits, table);
    return table;
  }

  private make(bits: number): MaskTable {
    const byOnes: number[][] = [];
    let total = 0;
    for (let ones = 0; ones <= bits; ones += 1) {
      const masks = masksWith(ones, bits, MOST_MASKS - total);
      if (masks === undefined) break;
      total += masks.length;
      byOnes.push(masks);
    }
    const starts = byOnes.length + 1;
    const address = this.blocks.allocate('masks', [4 * (starts + total)])[0]!;
    const words = new Uint32Array(this.blocks.memory.buffer, address, starts + total);
    let at = starts;
    for (const [ones, masks] of byOnes.entries()) {
      words[ones] = address + 4 * at;
      words.set(masks, at);
      at += masks.length;
    }
    words[byOnes.length] = address + 4 * at;
    return { address, reach: byOnes.length - 1 };
  }
}

/** All numbers of so many bits and ones, ascending; undefined when they are more than `most`. @source Gosper, HAKMEM item 175 */
function masksWith(ones: number, bits: number, most: number): number[] | undefined {
  const masks: number[] = [];
  for (let mask = 2 ** ones - 1; mask < 2 ** bits;) {
    if (masks.length === most) return undefined;
    masks.push(mask);
    if (mask === 0) break;
    const lowest = mask & -mask;
    const carried = mask + lowest;
    mask = carried | ((mask ^ carried) >>> (33 - Math.clz32(lowest)));
  }
  return masks;
}
