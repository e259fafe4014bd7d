import type { ContextWriter } from './context-hash.ts';
import { lengthClasses, MatchFinder } from './match-finder.ts';
import type { RouteWords, SymbolRouter } from './context-router.ts';
import { packParts, unpackParts } from './router-parts.ts';
import type { PredictorShape } from './shape.ts';
import type { TextSizes } from './text-router.ts';

/** Tokens that open and close a nested part: `opens` and `closes` are tokens, pair by pair. */
export interface Nesting {
  readonly opens: readonly number[];
  readonly closes: readonly number[];
  /** The token that ends a line. */
  readonly lineEnd: number;
}

/** What contexts are made of. `half` is 0 before the first byte of a token, else 1 + that byte. */
interface TokenState {
  half: number;
  t1: number;
  t2: number;
  t3: number;
  t4: number;
  t5: number;
  /** The first token of the line, and how many came on it. */
  lineFirst: number;
  linePlace: number;
  /** The innermost open bracket, the token before it, and how many tokens came inside. */
  open: number;
  beforeOpen: number;
  inside: number;
  expected: number;
  length: number;
}

function emptyTokenState(): TokenState {
  const last = { half: 0, t1: 0, t2: 0, t3: 0, t4: 0, t5: 0, lineFirst: 0, linePlace: 0 };
  return { ...last, open: 0, beforeOpen: 0, inside: 0, expected: 0, length: 0 };
}

type ContextRow = readonly [name: string, put: (hashes: ContextWriter, t: Readonly<TokenState>) => void];

const contexts: readonly ContextRow[] = [
  ['order 0', (h, t) => h.put(t.half)],
  ['order 1', (h, t) => h.put(t.half, t.t1)],
  ['order 2', (h, t) => h.put(t.half, t.t1, t.t2)],
  ['order 3', (h, t) => h.put(t.half, t.t1 | (t.t2 << 16), t.t3)],
  ['order 4', (h, t) => h.put(t.half, t.t1 | (t.t2 << 16), t.t3 | (t.t4 << 16))],
  ['order 5', (h, t) => h.put(t.half ^ (t.t5 << 12), t.t1 | (t.t2 << 16), t.t3 | (t.t4 << 16))],
  ['skip 1', (h, t) => h.put(t.half, t.t2)],
  ['skip 1, 2 tokens', (h, t) => h.put(t.half, t.t2, t.t3)],
  ['1 and 3 before', (h, t) => h.put(t.half, t.t1, t.t3)],
  ['bracket, order 1', (h, t) => h.put(t.half, t.open, t.t1)],
  ['bracket, what is before it', (h, t) => h.put(t.half, t.open, t.beforeOpen)],
  ['bracket, place inside', (h, t) => h.put(t.half, t.open | (Math.min(t.inside, 15) << 16), t.beforeOpen)],
  ['line, order 1', (h, t) => h.put(t.half, t.lineFirst, t.t1)],
  ['line, place', (h, t) => h.put(t.half, t.lineFirst, Math.min(t.linePlace, 15))],
  ['expected, order 1', (h, t) => h.put(t.half, t.expected, t.t1)],
  ['expected, length', (h, t) => h.put(t.half, t.expected, t.length)],
];

/** Routing for tokens, each two bytes, high one first: orders of tokens, skips, brackets, lines, matches. */
export class TokenRouter implements SymbolRouter {
  readonly shape: PredictorShape;
  private readonly finder: MatchFinder;
  private readonly nesting: Nesting;
  private readonly token = emptyTokenState();
  /** Open brackets, each with the token before it: a stack of bounded depth, the deepest forgotten first. */
  private readonly stack = new Int32Array(2 * depth);
  private height = 0;

  constructor({ bucketBits, refineBits, historyBits }: TextSizes, nesting: Nesting) {
    this.nesting = nesting;
    this.finder = new MatchFinder([6, 16], { historyBits, tableBits: Math.min(20, historyBits) });
    this.shape = {
      contexts: contexts.map(([name]) => name),
      knownSteps: contexts.map(() => 1),
      learnsUnless: contexts.map(() => -1),
      matches: ['3 tokens', '8 tokens'],
      matchKeys: lengthClasses,
      sets: [
        { name: 'bits so far, half', route: 'partial', keys: 2 },
        { name: 'order 1', route: 'key', keys: 512 },
        { name: 'bracket', route: 'key', keys: 512 },
        { name: 'contexts known', route: 'hits', keys: 2 },
        { name: 'match', route: 'expected', keys: 2 },
      ],
      refinements: ['half', 'order 1'],
      bucketBits,
      refineBits,
    };
  }

  route({ contexts: writer, setKeys, expected, matchKeys, refineKeys }: RouteWords): void {
    const { token } = this;
    this.finder.expectations(expected, matchKeys);
    token.expected = expected[0]!;
    token.length = matchKeys[0]!;
    writer.restart();
    for (let i = 0; i < contexts.length; i += 1) contexts[i]![1](writer, token);
    const half = token.half === 0 ? 0 : 1;
    setKeys[0] = half;
    setKeys[1] = 2 * Math.min(token.t1, 255) + half;
    setKeys[2] = 2 * Math.min(token.open, 255) + half;
    setKeys[3] = half;
    setKeys[4] = half;
    refineKeys[0] = token.half;
    refineKeys[1] = Math.imul(token.half + (token.t1 << 9), 0x9e3779b1);
  }

  take(byte: number, learnsMemory: boolean): void {
    const { token } = this;
    this.finder.take(byte, learnsMemory);
    if (token.half === 0) {
      token.half = 1 + byte;
      return;
    }
    const whole = ((token.half - 1) << 8) | byte;
    token.half = 0;
    this.nest(whole);
    token.t5 = token.t4;
    token.t4 = token.t3;
    token.t3 = token.t2;
    token.t2 = token.t1;
    token.t1 = whole;
  }

  save(): Uint8Array {
    const numbers = [...this.finder.counts(), this.height, ...Object.values(this.token)];
    return packParts([...this.finder.parts(), this.stack], numbers);
  }

  load(saved: Uint8Array): void {
    const [stored, taken, height, ...fields] = unpackParts(saved, [...this.finder.parts(), this.stack]);
    this.finder.setCounts(stored!, taken!);
    this.height = height!;
    Object.assign(this.token, Object.fromEntries(Object.keys(this.token).map((name, i) => [name, fields[i]!])));
  }

  /** Follows brackets and lines. */
  private nest(whole: number): void {
    const { token, nesting, stack } = this;
    token.inside += 1;
    token.linePlace += 1;
    if (nesting.opens.includes(whole)) {
      stack.copyWithin(2, 0);
      stack[0] = whole;
      stack[1] = token.t1;
      this.height = Math.min(this.height + 1, depth);
      token.inside = 0;
    } else if (nesting.closes.includes(whole) && this.height > 0) {
      stack.copyWithin(0, 2);
      this.height -= 1;
    }
    token.open = this.height === 0 ? 0 : 1 + stack[0]!;
    token.beforeOpen = this.height === 0 ? 0 : stack[1]!;
    if (token.linePlace === 1) token.lineFirst = whole;
    if (whole === nesting.lineEnd) token.linePlace = 0;
  }
}

const depth = 32;
