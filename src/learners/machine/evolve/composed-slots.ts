import type { BitFace } from '#foundation/contracts/tasks';
import { type FacePorts, portsOfShape, widthOfShape, type WordShape } from '#foundation/contracts/words';

/** A stretch of bits. */
interface Stretch {
  readonly at: number;
  readonly width: number;
}

/** One task inside a composed one: where its bits lie, when it is on, and what an action for it begins with. */
export interface FaceSlot {
  /** What the task alone would look like. */
  readonly face: FacePorts;
  readonly observation: Stretch;
  readonly action: Stretch;
  /** The word that must have this value for the slot to be on, and that an action for it must carry. */
  readonly seen: Stretch & { readonly value: number };
  readonly told: Stretch & { readonly value: number };
}

/** The slots of a composed face, and the word that counts rounds. */
export interface ComposedFace {
  readonly slots: readonly FaceSlot[];
  readonly round: Stretch;
  /** Whether all slots are on at once (PAR), so that one action holds an action for each. */
  readonly atOnce: boolean;
}

const none: Stretch = { at: 0, width: 0 };

/**
 * Reads the structure of a composed face from the shape of its words alone. `fields(round, cases)` with `cases` as the action shows one base
 * at a time (SEQ, INTERLEAVE, NEST); `fields(presence, presence)` shows two at once (PAR). Undefined where it is neither.
 */
export function composedFaceOf({ observation, action }: BitFace<unknown, unknown>): ComposedFace | undefined {
  const [seen, done] = [observation.shape, action.shape];
  if (seen?.kind !== 'fields' || done === undefined) return undefined;
  const [first, second] = seen.fields;
  if (seen.fields.length !== 2 || first === undefined || second?.kind !== 'cases') return undefined;
  if (first.kind === 'word' && done.kind === 'cases') return inTurn(first.width, second, done);
  return first.kind === 'cases' && done.kind === 'fields' ? atOnce(seen.fields, done.fields) : undefined;
}

type Cases = Extract<WordShape, { kind: 'cases' }>;

function inTurn(roundWidth: number, seen: Cases, done: Cases): ComposedFace | undefined {
  if (seen.cases.length !== done.cases.length) return undefined;
  const slots = seen.cases.map((shape, value) => {
    const own = done.cases[value]!;
    return {
      face: faceOf(shape, own),
      observation: { at: roundWidth + seen.tag.width, width: widthOfShape(shape) },
      action: { at: done.tag.width, width: widthOfShape(own) },
      seen: { at: roundWidth, width: seen.tag.width, value },
      told: { at: 0, width: done.tag.width, value },
    };
  });
  return { slots, round: { at: 0, width: roundWidth }, atOnce: false };
}

function atOnce(seen: readonly WordShape[], done: readonly WordShape[]): ComposedFace | undefined {
  const slots: FaceSlot[] = [];
  let [at, actionAt] = [0, 0];
  for (const [i, shape] of seen.entries()) {
    const own = done[i];
    if (shape.kind !== 'cases' || own?.kind !== 'cases' || shape.cases.length !== 2) return undefined;
    const [inner, told] = [shape.cases[1]!, own.cases[1]!];
    slots.push({
      face: faceOf(inner, told),
      observation: { at: at + 1, width: widthOfShape(inner) },
      action: { at: actionAt + 1, width: widthOfShape(told) },
      seen: { at, width: 1, value: 1 },
      told: { at: actionAt, width: 1, value: 1 },
    });
    at += widthOfShape(shape);
    actionAt += widthOfShape(own);
  }
  return { slots, round: none, atOnce: true };
}

function faceOf(observation: WordShape, action: WordShape): FacePorts {
  const side = (shape: WordShape): FacePorts['action'] => ({ width: widthOfShape(shape), ports: portsOfShape(shape) });
  return { observation: side(observation), action: side(action) };
}

/** The number that a stretch of bits holds, lowest bit first. */
export function readWord(bits: Uint8Array, { at, width }: Stretch): number {
  let value = 0;
  for (let i = 0; i < width; i += 1) value += (bits[at + i] ?? 0) * 2 ** i;
  return value;
}

export function writeWord(bits: Uint8Array, { at, width }: Stretch, value: number): void {
  for (let i = 0; i < width; i += 1) bits[at + i] = Math.floor(value / 2 ** i) % 2;
}
