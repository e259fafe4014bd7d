import type { Meter } from '../meter.ts';
import { type MicroOperation, microOperations, type RegisterState } from './micro-operation.ts';
import { explainsRun, type RegisterExample } from './run-registers.ts';

/** New instructions are told apart by at least so many examples. */
const FEWEST_EXAMPLES = 12;
/** Sets of new instructions that are searched before the binding is given up. */
const SETS_TRIED = 2;
const TURN = 100_000;

type Table = (MicroOperation | null)[];

/**
 * Finds what instructions mean, one or two at a time, on programs that use no other unknown one: all their examples must be explained. Yields
 * to let others have their turn; returns the table as far as it came and whether every instruction that occurs has a meaning.
 */
export function* searchOpcodes(
  known: readonly (MicroOperation | null)[],
  examples: readonly RegisterExample[],
  state: RegisterState,
  meter: Meter,
): Generator<undefined, { readonly table: Table; readonly complete: boolean }, void> {
  const table: Table = [...known];
  const all = [...new Set(examples.flatMap(({ codes }) => codes))];
  if (!all.every((code) => code < 31)) return { table, complete: false };
  for (;;) {
    const missing = all.filter((code) => (table[code] ?? null) === null);
    if (missing.length === 0) return { table, complete: true };
    const given = { examples, state, meter };
    const found = (yield* trySets(sets(missing, 1), table, given)) || (yield* trySets(sets(missing, 2), table, given));
    if (!found) return { table, complete: false };
  }
}

function sets(codes: readonly number[], size: 1 | 2): number[][] {
  return size === 1 ? codes.map((code) => [code]) : codes.flatMap((a, i) => codes.slice(i + 1).map((b) => [a, b]));
}

function* trySets(
  candidates: readonly (readonly number[])[],
  table: Table,
  given: { readonly examples: readonly RegisterExample[]; readonly state: RegisterState; readonly meter: Meter },
): Generator<undefined, boolean, void> {
  const { examples, state, meter } = given;
  const known = table.reduce((mask, micro, code) => (micro === null ? mask : mask | (1 << code)), 0);
  const ranked = candidates
    .map((codes) => {
      const mask = codes.reduce((sum, code) => sum | (1 << code), 0);
      const fit = examples.filter(({ kinds }) => (kinds & ~(known | mask)) === 0 && (kinds & mask) === mask);
      return { codes, fit };
    })
    .filter(({ fit }) => fit.length >= FEWEST_EXAMPLES)
    .sort((a, b) => b.fit.length - a.fit.length)
    .slice(0, SETS_TRIED);
  let spent = 0;
  for (const { codes, fit } of ranked) {
    const second: readonly MicroOperation[] = codes.length === 2 ? microOperations : [{ kind: 'rest' }];
    for (const a of microOperations) {
      table[codes[0]!] = a;
      for (const b of second) {
        if (codes.length === 2) table[codes[1]!] = b;
        const wrong = fit.findIndex((example) => !explainsRun(table, example, state));
        const effort = (wrong < 0 ? fit.length : wrong + 1) * (fit[0]!.codes.length + 1);
        meter.spend(effort);
        spent += effort;
        if (wrong < 0) return true;
        if (spent >= TURN) {
          spent = 0;
          yield undefined;
        }
      }
    }
    for (const code of codes) table[code] = null;
  }
  return false;
}
