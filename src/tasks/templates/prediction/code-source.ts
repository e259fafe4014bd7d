import { createRng, remember } from '#foundation/kernel';
import { drawWeights, GRAIN, type SymbolSource } from './symbol-source.ts';

const KEYWORDS = ['let', 'if', 'return'] as const;
const OPERATORS = ['+', '*', '<', '='] as const;
const PUNCTUATION = ['(', ')', '{', '}', ';'] as const;

/** Which code: everything with the same values is the same habit of writing. */
export interface CodeChoice {
  readonly source: number;
  readonly identifiers: number;
  readonly depth: number;
}

/**
 * A little language written by a pushdown machine:
 *
 *     block = statement*        statement = let NAME = value ; | if ( value ) { block } | return value ;
 *     value = NAME | NAME op value | ( value ) | ( value ) op value
 *
 * A state is the mode, the name last used and the stack of open brackets and of what follows them. Which statement, name
 * and operator comes next depends on the name last used, by distributions drawn from the source's stream.
 */
interface State {
  readonly mode: 'statement' | 'name' | 'equals' | 'condition' | 'value' | 'operator' | 'brace';
  readonly last: number;
  readonly stack: string;
}

/** A state met so far: its distribution, and the place of the state after each symbol once it was needed. */
interface Met {
  readonly state: State;
  readonly weights: readonly number[];
  readonly next: Int32Array;
}

/** The source of code with these habits; states are numbered as they are met. */
export const codeSource = remember(streamOf, createCodeSource, 64);

function streamOf({ source, identifiers, depth }: CodeChoice): string {
  return `CODE_LM/source/${source}/${identifiers}/${depth}`;
}

function createCodeSource(choice: CodeChoice): SymbolSource<number> {
  const { identifiers, depth } = choice;
  const names = Array.from({ length: identifiers }, (_, i) => `v${i}`);
  const symbols = [...KEYWORDS, ...OPERATORS, ...PUNCTUATION, ...names];
  const habits = drawHabits(streamOf(choice), identifiers);
  const met: Met[] = [];
  const places = new Map<string, number>();
  const place = (state: State): number => {
    const text = `${state.mode}/${state.last}/${state.stack}`;
    const known = places.get(text);
    if (known !== undefined) return known;
    met.push({
      state,
      weights: weightsIn(state, symbols, habits, depth),
      next: new Int32Array(symbols.length).fill(-1),
    });
    places.set(text, met.length - 1);
    return met.length - 1;
  };
  return {
    symbols,
    start: place({ mode: 'statement', last: 0, stack: '' }),
    weights: (at) => met[at]!.weights,
    next(at, symbol) {
      const { next, state } = met[at]!;
      if (next[symbol] === -1) next[symbol] = place(advance(state, symbols[symbol]!));
      return next[symbol]!;
    },
  };
}

interface Habits {
  readonly names: readonly (readonly number[])[];
  readonly statements: readonly (readonly number[])[];
  readonly operators: readonly (readonly number[])[];
}

/** Per name last used: which name (at most four), which statement, which operator follows. */
function drawHabits(key: string, identifiers: number): Habits {
  const rng = createRng(key);
  const each = (size: number, count: number): number[][] =>
    Array.from({ length: identifiers }, () => drawWeights(size, count, rng));
  return { names: each(identifiers, Math.min(4, identifiers)), statements: each(3, 3), operators: each(3, 2) };
}

/** Half of a value's weight ends it; a bracket opens with weight 8 while the nesting allows. */
function weightsIn(state: State, symbols: readonly string[], habits: Habits, depth: number): number[] {
  const weights = new Array<number>(symbols.length).fill(0);
  const set = (symbol: string, weight: number): void => {
    weights[symbols.indexOf(symbol)] = weight;
  };
  const nested = state.stack.length < depth;
  const setNames = (total: number): void => {
    const shares = habits.names[state.last]!;
    let left = total;
    for (const [i, share] of shares.entries()) {
      const weight = Math.floor((share * total) / GRAIN);
      set(`v${i}`, weight);
      left -= weight;
    }
    const favourite = shares.indexOf(Math.max(...shares));
    weights[symbols.indexOf(`v${favourite}`)]! += left;
  };
  switch (state.mode) {
    case 'statement': {
      const [, branch = 0, leave = 0] = habits.statements[state.last]!;
      const closes = state.stack === '' ? 0 : 16;
      const scaled = (weight: number): number => Math.floor((weight * (GRAIN - closes)) / GRAIN);
      set('if', nested ? scaled(branch) : 0);
      set('return', scaled(leave));
      set('}', closes);
      set('let', GRAIN - closes - scaled(leave) - (nested ? scaled(branch) : 0));
      break;
    }
    case 'name':
      setNames(GRAIN);
      break;
    case 'equals':
      set('=', GRAIN);
      break;
    case 'condition':
      set('(', GRAIN);
      break;
    case 'brace':
      set('{', GRAIN);
      break;
    case 'value':
      set('(', nested ? 8 : 0);
      setNames(nested ? GRAIN - 8 : GRAIN);
      break;
    case 'operator': {
      const [plus = 0, times = 0, less = 0] = habits.operators[state.last]!;
      set('+', plus >> 1);
      set('*', times >> 1);
      set('<', less >> 1);
      const used = weights.reduce((sum, weight) => sum + weight, 0);
      set(state.stack.endsWith('(') || state.stack.endsWith('c') ? ')' : ';', GRAIN - used);
      break;
    }
    default:
      state.mode satisfies never;
  }
  return weights;
}

/** The stack holds `(` for a bracket in a value, `c` for the one around a condition, `{` for a block. */
function advance({ mode, last, stack }: State, symbol: string): State {
  if (symbol === 'let') return { mode: 'name', last, stack };
  if (symbol === 'if') return { mode: 'condition', last, stack };
  if (symbol === 'return') return { mode: 'value', last, stack };
  if (symbol === '=') return { mode: 'value', last, stack };
  if (symbol === ';') return { mode: 'statement', last, stack };
  if (symbol === '{') return { mode: 'statement', last, stack: `${stack}{` };
  if (symbol === '}') return { mode: 'statement', last, stack: stack.slice(0, -1) };
  if (symbol === '(') return { mode: 'value', last, stack: stack + (mode === 'condition' ? 'c' : '(') };
  if (symbol === ')') {
    return { mode: stack.endsWith('c') ? 'brace' : 'operator', last, stack: stack.slice(0, -1) };
  }
  if (symbol.startsWith('v')) {
    return { mode: mode === 'name' ? 'equals' : 'operator', last: Number(symbol.slice(1)), stack };
  }
  return { mode: 'value', last, stack };
}
