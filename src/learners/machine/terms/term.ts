import type { EachName } from './each.ts';

/** A term: plain data, which can be stored, told and evaluated again. */
export type Term =
  | { readonly is: 'column'; readonly name: string }
  /** Inside a body: the item, its place from 1, or what the scan held before. */
  | { readonly is: 'item' | 'place' | 'before' }
  | { readonly is: 'word'; readonly value: number }
  | { readonly is: 'symbol'; readonly code: number; readonly name: string }
  /** The columns of a row, as a list. */
  | { readonly is: 'record'; readonly columns: readonly string[] }
  | { readonly is: 'list'; readonly value: readonly number[] }
  /** Sixteen hexadecimal digits. */
  | { readonly is: 'bits'; readonly value: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Term[] }
  /** A body that runs on each item of a list; a scan begins with `start`. */
  | {
      readonly is: 'each';
      readonly name: EachName;
      readonly list: Term;
      readonly body: Term;
      readonly start?: Term;
    }
  /** A learnt table: what is not in it is `otherwise`. */
  | {
      readonly is: 'table';
      readonly of: Term;
      readonly entries: readonly (readonly [number, number])[];
      readonly otherwise: number;
    }
  /** The first case that holds. */
  | {
      readonly is: 'choice';
      readonly cases: readonly { readonly when: Term; readonly gives: Term }[];
      readonly otherwise: Term;
    };
