import type { PreferencePair } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';

/** One row of a training file, whatever its dialect calls the fields. */
export interface TrainingRow {
  readonly prompt: string;
  readonly chosen?: string;
  readonly rejected?: string;
  readonly completion?: string;
  readonly label?: boolean;
  readonly margin?: number;
}

/** Files by name, text. */
export type TrainingFiles = Readonly<Record<string, string>>;

/** A file format of an outside trainer: how pairs are written for it, and read back. */
export interface TrainingFormat {
  readonly name: string;
  /** One line: which trainer reads it, and how it is told to. */
  readonly about: string;
  write(pairs: readonly PreferencePair[]): TrainingFiles;
  /** The rows of what `write` wrote; a line that is not of this format is a Fault naming it. */
  read(files: TrainingFiles): TrainingRow[];
}

/** One JSON document per line, with a newline at the end of each. */
export function toLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Reads JSON lines; the parser gets each value and its line number. An unfinished last line is refused, not dropped. */
export function fromLines<T>(files: TrainingFiles, name: string, parse: (value: unknown, line: number) => T): T[] {
  const text = files[name];
  if (text === undefined) throw new Fault('models/bad-training-file', `there is no ${name}`);
  if (text !== '' && !text.endsWith('\n')) {
    throw new Fault('models/bad-training-file', `${name} breaks off in its last line`);
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, i) => {
      try {
        return parse(JSON.parse(line), i + 1);
      } catch (cause) {
        throw new Fault('models/bad-training-file', `line ${i + 1} of ${name} is not of this format`, { cause });
      }
    });
}

/** Each prompt once, in the order of first appearance. */
export function distinctPrompts(pairs: readonly PreferencePair[]): PreferencePair[] {
  const seen = new Set<string>();
  return pairs.filter(({ prompt }) => !seen.has(prompt) && seen.add(prompt));
}
