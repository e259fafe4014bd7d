import type { Column, Type } from './column.ts';
import type { BodyName } from './each.ts';
import { filled } from './library/term-parts.ts';
import type { Term } from './term.ts';

/** A term that was found, with its worth on every row. No other of its space has the same worth and costs less. */
export interface Entry {
  readonly type: Type;
  readonly column: Column;
  readonly bits: number;
  /** Whether it reads a column or an item. Otherwise it is a constant, however it is made. */
  readonly isOpen: boolean;
  /** The group of records whose places its items are. */
  readonly places?: string;
  /** Whether it grows with an episode. What has no gates for such a list is not made of it. */
  readonly isAlong?: true;
  readonly make: Making;
}

/** A list of records that lie beside each other: the list of their places, and a column for each of their fields. */
export interface RecordGroup {
  readonly fields: readonly Field[];
  /** Whether bodies see words of the row. */
  readonly seesRow: boolean;
}

export interface Field {
  /** The column of the list. */
  readonly name: string;
  readonly type: 'word' | 'symbol';
  readonly bits: number;
  /** Its values are 0 and 1. */
  readonly isFlag: boolean;
}

/** How an entry is made; its term is written only when it is asked for. */
type Making =
  | { readonly leaf: Term }
  | { readonly production: string; readonly args: readonly Entry[] }
  | { readonly abstraction: Term; readonly args: readonly Entry[] }
  | { readonly each: BodyName; readonly list: Entry; readonly body: Entry };

/** The term that an entry stands for. */
export function termOf(entry: Entry): Term {
  const { make } = entry;
  if ('leaf' in make) return make.leaf;
  if ('abstraction' in make) return filled(make.abstraction, make.args.map(termOf));
  if ('production' in make) return { is: 'call', name: make.production, args: make.args.map(termOf) };
  return { is: 'each', name: make.each, list: termOf(make.list), body: termOf(make.body) };
}
