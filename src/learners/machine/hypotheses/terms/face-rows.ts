import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { Fault } from '#foundation/kernel';
import { type Column, packLists, type Type } from '../../terms/column.ts';
import type { Environment } from '../../terms/evaluate-term.ts';
import { lengthOf, readPort, readScalar } from '../word-view.ts';
import type { FaceColumn } from './face-columns.ts';

/** An episode as it is looked back at: what was seen at each step, and what was said, as values. */
export interface Track {
  readonly seen: readonly Uint8Array[];
  readonly said: readonly (readonly number[])[];
}

/** A step of an episode. */
export interface FaceRow {
  readonly track: Track;
  readonly at: number;
}

/** Rows as the language of terms sees them: each column is read when it is asked for. */
export function environmentOfFace(
  rows: readonly FaceRow[],
  face: FacePorts,
  columns: readonly FaceColumn[],
  word: number,
): Environment {
  const specs = new Map(columns.map((column) => [column.name, column]));
  const known = new Map<string, { readonly type: Type; readonly column: Column }>();
  return {
    n: rows.length,
    abstractions: new Map(),
    column(name) {
      const made = known.get(name);
      if (made !== undefined) return made;
      const spec = specs.get(name);
      if (spec === undefined) throw new Fault('contracts/invalid', `no column is called ${name}`);
      const read = { type: spec.type, column: readColumn(rows, face, spec, word) };
      known.set(name, read);
      return read;
    },
  };
}

function readColumn(rows: readonly FaceRow[], face: FacePorts, { source }: FaceColumn, word: number): Column {
  const { ports } = face.observation;
  const seenAt = ({ track, at }: FaceRow): Uint8Array => track.seen[at]!;
  const answer = face.action.ports[word]!;
  switch (source.is) {
    case 'word': {
      const port = ports[source.port]!;
      return Int32Array.from(rows, (row) => valueOf(seenAt(row), port));
    }
    case 'answers':
      return new Int32Array(rows.length).fill(answer.values);
    case 'said':
      return Int32Array.from(rows, ({ track, at }) => track.said[at - 1]?.[source.word] ?? answer.low);
    case 'items':
      return packLists(rows.map((row) => itemsOf(seenAt(row), ports[source.port]!, ports)));
    case 'places':
      return packLists(rows.map((row) => itemsOf(seenAt(row), ports[source.port]!, ports).map((_, k) => k + 1)));
    case 'two':
      return packLists(
        rows.map((row) => {
          const items = itemsOf(seenAt(row), ports[source.port]!, ports);
          return everyTwo(items.length).map(([first, second], k) =>
            source.which === 'places' ? k + 1 : items[source.which === 'first' ? first : second]!,
          );
        }),
      );
    case 'steps': {
      const port = source.port === undefined ? undefined : ports[source.port]!;
      return packLists(
        rows.map(({ track, at }) =>
          track.seen
            .slice(0, source.of === 'seen' ? at + 1 : at)
            .map((seen, k) => (port === undefined ? k + 1 : valueOf(seen, port))),
        ),
      );
    }
    case 'saidSteps':
      return packLists(rows.map(({ track, at }) => track.said.slice(0, at).map((said) => said[source.word]!)));
  }
}

function valueOf(bits: Uint8Array, port: WordPort): number {
  return readScalar(bits, port) + port.low;
}

function itemsOf(bits: Uint8Array, port: WordPort, ports: readonly WordPort[]): number[] {
  return readPort(bits, port)
    .slice(0, lengthOf(bits, port, ports))
    .map((value) => value + port.low);
}

/** Places of every two items from 0: those that have both are the first ones, however long the list is. */
export function everyTwo(count: number): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, second) =>
    Array.from({ length: second }, (_each, first) => [first, second] as const),
  ).flat();
}
