import type { Edge } from '../graph/edge.ts';

const UNKNOWN = -1;
/** Gate i, not built yet, is kept as FIRST_PENDING − i. */
const FIRST_PENDING = -2;

/**
 * What each variable of an ASCII file stands for: an edge, or a gate still to be built. M may be far larger than the
 * file, so the array is dense only where the file's length pays for it.
 */
export class AigerVariables {
  private readonly dense: Int32Array | undefined;
  private readonly sparse = new Map<number, number>();

  constructor(maxVariable: number, fileLength: number) {
    this.dense = maxVariable < fileLength ? new Int32Array(maxVariable + 1).fill(UNKNOWN) : undefined;
    this.define(0, 0);
  }

  isKnown(variable: number): boolean {
    return this.get(variable) !== UNKNOWN;
  }

  /** The edge of a variable, or `undefined` while it has none. */
  edgeOf(variable: number): Edge | undefined {
    const value = this.get(variable);
    return value >= 0 ? value : undefined;
  }

  /** The gate that will define a variable, or −1. */
  pendingGate(variable: number): number {
    const value = this.get(variable);
    return value <= FIRST_PENDING ? FIRST_PENDING - value : -1;
  }

  define(variable: number, edge: Edge): void {
    this.set(variable, edge);
  }

  defer(variable: number, gate: number): void {
    this.set(variable, FIRST_PENDING - gate);
  }

  private get(variable: number): number {
    return (this.dense === undefined ? this.sparse.get(variable) : this.dense[variable]) ?? UNKNOWN;
  }

  private set(variable: number, value: number): void {
    if (this.dense === undefined) this.sparse.set(variable, value);
    else this.dense[variable] = value;
  }
}
