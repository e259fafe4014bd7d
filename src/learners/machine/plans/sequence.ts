/** What the sequences of a task are made of. */
export interface SequenceShape {
  /** Token classes; a token is a class, with a payload where the task has payloads. */
  readonly classes: number;
  /** Payloads 0 … payloads − 1; 0 where tokens carry none. */
  readonly payloads: number;
  /** Answers 0 … answers − 1. */
  readonly answers: number;
}

/** One sequence with what is known of its answers. */
export interface Sequence {
  readonly classes: Uint8Array;
  readonly payloads?: Uint16Array;
  /** The right answer after each token; −1 where nothing is said. */
  readonly labels: Int16Array;
}

/** A sequence whose answer is known after its last token only. */
export function finalSequence(classes: ArrayLike<number>, answer: number, payloads?: ArrayLike<number>): Sequence {
  const labels = new Int16Array(classes.length).fill(-1);
  labels[classes.length - 1] = answer;
  return { classes: Uint8Array.from(classes), labels, ...(payloads && { payloads: Uint16Array.from(payloads) }) };
}

/** Shortest first, and otherwise as they came: what is learnt from first, and which counterexample is taken. */
export function shortestFirst(sequences: readonly Sequence[]): Sequence[] {
  return sequences.toSorted((a, b) => a.classes.length - b.classes.length);
}

/** Tokens of the longest sequence. */
export function longestOf(sequences: readonly Sequence[]): number {
  return sequences.reduce((most, { classes }) => Math.max(most, classes.length), 0);
}

/** How many answers are known, and how often each is right. */
function answerCounts(sequences: readonly Sequence[], answers: number): Float64Array {
  const counts = new Float64Array(answers);
  for (const { labels } of sequences) for (const label of labels) if (label >= 0) counts[label]! += 1;
  return counts;
}

/** The best constant answer; ties go to the lower. */
export function bestConstant(sequences: readonly Sequence[], answers: number): number {
  const counts = answerCounts(sequences, answers);
  return counts.indexOf(Math.max(...counts));
}
