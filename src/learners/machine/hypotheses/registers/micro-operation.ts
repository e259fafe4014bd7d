import { wordOperation } from '../word-operations.ts';

/** What an instruction with operands x and y can read: the numbers, the registers and cells they name, the cell a register names. */
export const sources = ['Rx', 'Ry', 'My', 'M[Ry]', 'y', 'x'] as const;
export type Source = (typeof sources)[number];

/** Where it can write. */
export const targets = ['Rx', 'Ry', 'My', 'M[Ry]'] as const;
export type Target = (typeof targets)[number];

/** What one instruction does: nothing, a word written, or some instructions left out when a word is, or is not, zero. */
export type MicroOperation =
  | { readonly kind: 'rest' }
  | { readonly kind: 'move'; readonly to: Target; readonly from: Source }
  | { readonly kind: 'apply'; readonly to: Target; readonly operation: string; readonly a: Source; readonly b: Source }
  | { readonly kind: 'skip'; readonly when: Source; readonly zero: boolean; readonly by: Source };

const operations = ['add', 'subtract', 'multiply', 'xor', 'and', 'or'] as const;
const isSymmetric = new Set<string>(['add', 'multiply', 'xor', 'and', 'or']);

/** All micro-operations, the shortest first. None knows an instruction set. */
export const microOperations: readonly MicroOperation[] = [
  { kind: 'rest' },
  ...targets.flatMap((to) =>
    sources.filter((from) => from !== to).map((from): MicroOperation => ({ kind: 'move', to, from })),
  ),
  ...sources
    .slice(0, 4)
    .flatMap((when) =>
      [true, false].flatMap((zero) =>
        (['y', 'x'] as const).map((by): MicroOperation => ({ kind: 'skip', when, zero, by })),
      ),
    ),
  ...targets.flatMap((to) =>
    operations.flatMap((operation) =>
      sources.flatMap((a, i) =>
        sources
          .filter((_, j) => !isSymmetric.has(operation) || i <= j)
          .map((b): MicroOperation => ({ kind: 'apply', to, operation, a, b })),
      ),
    ),
  ),
];

/** The name of a micro-operation, as in `Rx ← Rx add Ry`. */
export function microText(micro: MicroOperation): string {
  switch (micro.kind) {
    case 'rest':
      return 'nothing';
    case 'move':
      return `${micro.to} ← ${micro.from}`;
    case 'apply':
      return `${micro.to} ← ${micro.a} ${micro.operation} ${micro.b}`;
    case 'skip':
      return `skip ${micro.by} if ${micro.when} ${micro.zero ? '=' : '≠'} 0`;
  }
}

/** Registers and memory of a run: words of a width, the index words taken modulo the next power of two. */
export class RegisterState {
  readonly registers: Uint32Array;
  readonly memory: Uint32Array;
  private readonly format: { readonly width: number; readonly signed: false };
  private readonly registerMask: number;
  private readonly memoryMask: number;

  constructor(registers: number, cells: number, width: number) {
    this.registers = new Uint32Array(registers);
    this.memory = new Uint32Array(cells);
    this.format = { width, signed: false };
    this.registerMask = maskOf(registers);
    this.memoryMask = maskOf(cells);
  }

  begin(memory: ArrayLike<number>): void {
    this.registers.fill(0);
    this.memory.set(memory);
  }

  /** Does it, and tells how many instructions are left out. */
  run(micro: MicroOperation, x: number, y: number): number {
    switch (micro.kind) {
      case 'rest':
        return 0;
      case 'move':
        this.write(micro.to, x, y, this.read(micro.from, x, y));
        return 0;
      case 'apply': {
        const [a, b] = [this.read(micro.a, x, y), this.read(micro.b, x, y)];
        this.write(micro.to, x, y, wordOperation(micro.operation).value(a, b, this.format));
        return 0;
      }
      case 'skip':
        return (this.read(micro.when, x, y) === 0) === micro.zero ? this.read(micro.by, x, y) : 0;
    }
  }

  private read(source: Source, x: number, y: number): number {
    switch (source) {
      case 'x':
        return x;
      case 'y':
        return y;
      case 'Rx':
        return this.registers[x & this.registerMask] ?? 0;
      case 'Ry':
        return this.registers[y & this.registerMask] ?? 0;
      case 'My':
        return this.memory[y & this.memoryMask] ?? 0;
      case 'M[Ry]':
        return this.memory[(this.registers[y & this.registerMask] ?? 0) & this.memoryMask] ?? 0;
    }
  }

  /** A place past the end takes nothing: typed arrays ignore it. */
  private write(target: Target, x: number, y: number, value: number): void {
    const { registers, memory, registerMask, memoryMask } = this;
    if (target === 'Rx') registers[x & registerMask] = value;
    else if (target === 'Ry') registers[y & registerMask] = value;
    else if (target === 'My') memory[y & memoryMask] = value;
    else memory[(registers[y & registerMask] ?? 0) & memoryMask] = value;
  }
}

function maskOf(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, count))) - 1;
}
