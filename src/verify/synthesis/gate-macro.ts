import { type CircuitBuilder, type Edge, words } from '#circuit';

/** What a register holds: a word of the machine's width, or one bit. */
export type Kind = 'word' | 'flag';

/**
 * A step that a program may take: a function on registers, as arithmetic for trying it out and as gates for proving.
 * Words are whole numbers in [0, 2^width), flags are 0 or 1.
 */
export interface Macro {
  readonly name: string;
  readonly args: readonly Kind[];
  readonly result: Kind;
  /** The order of two arguments does not matter, so only one is tried. */
  readonly isSymmetric?: boolean;
  readonly apply: (args: readonly number[]) => number;
  readonly build: (builder: CircuitBuilder, args: readonly (readonly Edge[])[]) => readonly Edge[];
}

const pair: readonly Kind[] = ['word', 'word'];

/**
 * Macros on words of one width that know no task: constants, arithmetic, comparison, choice and flags.
 *
 * @source section 5 of the design: macros are generic
 */
export function wordMacros(width: number): readonly Macro[] {
  const mask = 2 ** width - 1;
  const word = (name: string, args: readonly Kind[], rest: Omit<Macro, 'name' | 'args' | 'result'>): Macro => ({
    name,
    args,
    result: 'word',
    ...rest,
  });
  const flag = (name: string, args: readonly Kind[], rest: Omit<Macro, 'name' | 'args' | 'result'>): Macro => ({
    name,
    args,
    result: 'flag',
    ...rest,
  });
  return [
    word('zero', [], { apply: () => 0, build: () => words.constant(width, 0) }),
    word('increment', ['word'], { apply: ([x]) => (x! + 1) & mask, build: (b, [x]) => words.increment(b, x!) }),
    word('negate', ['word'], { apply: ([x]) => -x! & mask, build: (b, [x]) => words.negate(b, x!) }),
    word('add', pair, {
      isSymmetric: true,
      apply: ([x, y]) => (x! + y!) & mask,
      build: (b, [x, y]) => words.add(b, x!, y!),
    }),
    word('subtract', pair, { apply: ([x, y]) => (x! - y!) & mask, build: (b, [x, y]) => words.subtract(b, x!, y!) }),
    word('and', pair, {
      isSymmetric: true,
      apply: ([x, y]) => x! & y!,
      build: (b, [x, y]) => x!.map((e, i) => b.and(e, y![i]!)),
    }),
    word('xor', pair, {
      isSymmetric: true,
      apply: ([x, y]) => x! ^ y!,
      build: (b, [x, y]) => x!.map((e, i) => b.xor(e, y![i]!)),
    }),
    word('choose', ['flag', ...pair], {
      apply: ([f, x, y]) => (f === 1 ? x! : y!),
      build: (b, [f, x, y]) => words.mux(b, f![0]!, x!, y!),
    }),
    flag('equal', pair, {
      isSymmetric: true,
      apply: ([x, y]) => (x === y ? 1 : 0),
      build: (b, [x, y]) => [words.equal(b, x!, y!)],
    }),
    flag('less', pair, { apply: ([x, y]) => (x! < y! ? 1 : 0), build: (b, [x, y]) => [words.lessThan(b, x!, y!)] }),
    flag('not', ['flag'], { apply: ([f]) => 1 - f!, build: (b, [f]) => [b.not(f![0]!)] }),
    flag('both', ['flag', 'flag'], {
      isSymmetric: true,
      apply: ([f, g]) => f! & g!,
      build: (b, [f, g]) => [b.and(f![0]!, g![0]!)],
    }),
  ];
}
