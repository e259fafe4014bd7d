import type { InstalledProgram } from '#learners/machine/plans/programs';
import { planesFor } from '#learners/machine/representation/macros';
import type { Sequence, SequenceShape } from '#learners/machine/plans';

/** The answers of a machine to sequences of any lengths, lane by lane, batch by batch. Nothing is learnt. */
export function runSequences(
  installed: InstalledProgram,
  sequences: readonly Sequence[],
  shape: SequenceShape,
): Int16Array[] {
  const given = sequences.map(({ classes }) => new Int16Array(classes.length));
  for (let first = 0; first < sequences.length; first += installed.lanes) {
    runBatch(installed, sequences.slice(first, first + installed.lanes), given.slice(first), shape);
  }
  return given;
}

function runBatch(
  installed: InstalledProgram,
  batch: readonly Sequence[],
  given: readonly Int16Array[],
  shape: SequenceShape,
): void {
  const classBits = planesFor(shape.classes);
  const payloadBits = shape.payloads === 0 ? 0 : planesFor(shape.payloads);
  const longest = Math.max(...batch.map(({ classes }) => classes.length));
  const words = installed.lanes / 32;
  installed.begin();
  for (let t = 0; t < longest; t += 1) {
    const planes = Array.from({ length: classBits + payloadBits }, () => new Int32Array(words));
    const lanes = new Int32Array(words);
    for (const [lane, { classes, payloads }] of batch.entries()) {
      if (t >= classes.length) continue;
      const bit = 1 << (lane & 31);
      lanes[lane >>> 5]! |= bit;
      const token = classes[t]! + ((payloads?.[t] ?? 0) << classBits);
      for (const [b, plane] of planes.entries()) if (((token >>> b) & 1) === 1) plane[lane >>> 5]! |= bit;
    }
    installed.step(planes.slice(0, installed.plan.inputs), lanes);
    const answers = installed.answers();
    for (const [lane, { classes }] of batch.entries()) {
      if (t < classes.length) given[lane]![t] = answerOf(answers, lane, shape);
    }
  }
}

/** The answer that output planes spell in a lane: a number, or a payload with its mark. */
export function answerOf(planes: readonly Int32Array[], lane: number, shape: SequenceShape): number {
  let value = 0;
  for (const [b, plane] of planes.entries()) value |= ((plane[lane >>> 5]! >>> (lane & 31)) & 1) << b;
  if (shape.payloads === 0 || planes.length <= planesFor(shape.payloads)) return value;
  const mark = planes.length - 1;
  return ((value >>> mark) & 1) === 1 ? (value & (2 ** mark - 1)) + 1 : 0;
}
