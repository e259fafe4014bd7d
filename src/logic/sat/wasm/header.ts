import { type Effect, type Expression, f64, i32, type Operand } from '#logic/wasm/instructions';
import type { FunctionBody } from '#logic/wasm/module';
import { type ArrayView, bytesAt, doublesAt, wordsAt } from '#logic/wasm/run';
import { baseOf, type Real, type Region, type Word } from '../memory.ts';

type WordName = keyof typeof Word;
type RealName = keyof typeof Real;

const realsAt = 256;

/**
 * Access from kernel code to the memory of a search: scalars of the header, and regions through their byte offsets, which
 * the header holds.
 *
 * @source the layout of `memory.ts`
 */
export function word(slot: (typeof Word)[WordName]): Expression<'i32'> {
  return i32.load(0, 4 * slot);
}

/** Writes a scalar. */
export function setWord(slot: (typeof Word)[WordName], value: Operand<'i32'>): Effect {
  return i32.store(0, value, 4 * slot);
}

/** Adds to a scalar. */
export function addToWord(slot: (typeof Word)[WordName], amount: Operand<'i32'>): Effect {
  return setWord(slot, i32.add(word(slot), amount));
}

/** Reads a counter or an average. */
export function real(slot: (typeof Real)[RealName]): Expression<'f64'> {
  return f64.load(0, realsAt + 8 * slot);
}

/** Writes a counter or an average. */
export function setReal(slot: (typeof Real)[RealName], value: Operand<'f64'>): Effect {
  return f64.store(0, value, realsAt + 8 * slot);
}

/** The byte offset of a region, kept in a local of the function. */
export function baseLocal(f: FunctionBody, region: Region): Expression<'i32'> {
  return f.local('i32', i32.load(0, 4 * baseOf(region)));
}

/** A region of words. */
export function wordRegion(f: FunctionBody, region: Region): ArrayView<'i32'> {
  return wordsAt(baseLocal(f, region));
}

/** A region of bytes. */
export function byteRegion(f: FunctionBody, region: Region, isSigned: boolean): ArrayView<'i32'> {
  return bytesAt(baseLocal(f, region), isSigned);
}

/** A region of doubles. */
export function doubleRegion(f: FunctionBody, region: Region): ArrayView<'f64'> {
  return doublesAt(baseLocal(f, region));
}
