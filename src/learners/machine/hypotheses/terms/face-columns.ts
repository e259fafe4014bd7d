import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Field, RecordGroup } from '../../terms/entry.ts';

/** What a program may look back at: nothing; what was seen up to now; what was seen and said before now. */
export type LooksBack = 'nothing' | 'seen' | 'past';

/** Where the values of a column come from. */
export type Source =
  | { readonly is: 'word'; readonly port: number }
  /** The number of values of the word that the answer is about. */
  | { readonly is: 'answers' }
  /** The word of the answer before this one; at the first step its lowest value. */
  | { readonly is: 'said'; readonly word: number }
  | { readonly is: 'items'; readonly port: number }
  /** 1, 2, 3, … beside the items of a port. */
  | { readonly is: 'places'; readonly port: number }
  /** A word of a pair of records: `which` says of the first or of the second. Pairs are in the order of their second record. Without a port it is 1, 2, 3, …. */
  | { readonly is: 'two'; readonly port: number; readonly which: 'first' | 'second' | 'places' }
  /** A word of every step of the episode: `seen` ends with this step, `past` with the one before. Without a port it is 1, 2, 3, …. */
  | { readonly is: 'steps'; readonly of: 'seen' | 'past'; readonly port?: number }
  /** What was said at the steps before now. */
  | { readonly is: 'saidSteps'; readonly word: number };

/** A column of the language of terms that a face has. */
export interface FaceColumn {
  readonly name: string;
  readonly type: 'word' | 'symbol' | 'list';
  readonly bits: number;
  readonly isFlag: boolean;
  readonly source: Source;
  /** The group of records that it lies in; a group has the name of its column of places. */
  readonly group?: string;
  /** It grows by one entry at each step of an episode. */
  readonly isAlong?: true;
}

/** Lists that terms are looked for over have at most so many items; of so many every two are looked at. */
const MOST_ITEMS = 64;
const MOST_IN_TWOS = 12;
/** A column that is only read through its records. */
const HIDDEN = Infinity;

function isRead({ role, repeats }: WordPort): boolean {
  return (role === 'word' || role === 'tag' || role === 'length') && repeats.length === 0;
}

function isFlag({ values, low }: WordPort): boolean {
  return values === 2 && low === 0;
}

function typeOf({ symbol }: WordPort): 'word' | 'symbol' {
  return symbol ? 'symbol' : 'word';
}

/** A leaf among so many costs about log₂ of their number. */
function leafBits(count: number): number {
  return Math.min(4, Math.max(1, Math.ceil(Math.log2(count))));
}

/** The columns of a face, for one word of its answer. */
export function columnsOfFace(
  face: FacePorts,
  word: number,
  { looksBack, isSaid, mostItems = MOST_ITEMS }: { looksBack: LooksBack; isSaid: boolean; mostItems?: number },
): FaceColumn[] {
  const { ports } = face.observation;
  const scalars = ports.flatMap((port, at) => (isRead(port) ? [at] : []));
  const bits = leafBits(scalars.length + (isSaid ? 1 : 0));
  const columns: FaceColumn[] = scalars.map((port) => ({
    name: `word ${port}`,
    type: typeOf(ports[port]!),
    bits,
    isFlag: isFlag(ports[port]!),
    source: { is: 'word', port },
  }));
  columns.push({ name: 'answers', type: 'word', bits: 3, isFlag: false, source: { is: 'answers' } });
  const answer = face.action.ports[word]!;
  if (isSaid) {
    columns.push({
      name: 'said',
      type: typeOf(answer),
      bits,
      isFlag: isFlag(answer),
      source: { is: 'said', word },
    });
  }
  columns.push(...listColumns(ports, mostItems));
  if (looksBack !== 'nothing') columns.push(...stepColumns(face, scalars, looksBack));
  return columns;
}

function listColumns(ports: readonly WordPort[], mostItems: number): FaceColumn[] {
  const lists = new Map<number, number[]>();
  ports.forEach(({ role, repeats: [repeat, inner] }, at) => {
    if (role !== 'word' || repeat === undefined || inner !== undefined || repeat.count > mostItems) return;
    lists.set(repeat.list, [...(lists.get(repeat.list) ?? []), at]);
  });
  return [...lists].flatMap(([list, own]): FaceColumn[] => {
    const bits = leafBits(own.length);
    const group = `records ${list}`;
    const first = own[0]!;
    const itemsOf = (port: number, name: string, source: Source, of: { bits: number; group: string }): FaceColumn => ({
      name,
      type: 'list',
      isFlag: isFlag(ports[port]!),
      source,
      ...of,
    });
    const made: FaceColumn[] = [
      { name: group, type: 'list', bits: 1, isFlag: false, source: { is: 'places', port: first } },
      ...own.map((port) => itemsOf(port, `list ${port}`, { is: 'items', port }, { bits, group })),
    ];
    if (ports[first]!.repeats[0]!.count > MOST_IN_TWOS) return made;
    const twos = `every two of records ${list}`;
    made.push({
      name: twos,
      type: 'list',
      bits: 4,
      isFlag: false,
      source: { is: 'two', port: first, which: 'places' },
    });
    for (const port of own) {
      for (const which of ['first', 'second'] as const) {
        const source: Source = { is: 'two', port, which };
        made.push(itemsOf(port, `${which} list ${port}`, source, { bits: HIDDEN, group: twos }));
      }
    }
    return made;
  });
}

function stepColumns(face: FacePorts, scalars: readonly number[], of: 'seen' | 'past'): FaceColumn[] {
  const { ports } = face.observation;
  const bits = leafBits(scalars.length + 1);
  const along = { type: 'list', isAlong: true } as const;
  const columns: FaceColumn[] = [
    { ...along, name: of, bits: 2, isFlag: false, source: { is: 'steps', of } },
    ...scalars.map((port): FaceColumn => ({
      ...along,
      name: `${of} word ${port}`,
      bits,
      group: of,
      isFlag: isFlag(ports[port]!),
      source: { is: 'steps', of, port },
    })),
  ];
  if (of === 'seen') return columns;
  const said = face.action.ports.map((port, word): FaceColumn => ({
    ...along,
    name: `past said ${word}`,
    bits,
    group: of,
    isFlag: isFlag(port),
    source: { is: 'saidSteps', word },
  }));
  return [...columns, ...said];
}

/** The port whose values a column has. */
function portOf(source: Source, { observation, action }: FacePorts): WordPort | undefined {
  if (source.is === 'saidSteps') return action.ports[source.word];
  return 'port' in source && source.port !== undefined ? observation.ports[source.port] : undefined;
}

/** Which lists lie beside each other. */
export function groupsOf(columns: readonly FaceColumn[], face: FacePorts): ReadonlyMap<string, RecordGroup> {
  const groups = new Map<string, Field[]>();
  for (const { name, type, group } of columns) if (type === 'list' && group === undefined) groups.set(name, []);
  for (const { name, bits, group, isFlag, source } of columns) {
    if (group === undefined) continue;
    const fields = groups.get(group)!;
    const port = portOf(source, face);
    if (port !== undefined) fields.push({ name, bits: Number.isFinite(bits) ? bits : 2, isFlag, type: typeOf(port) });
  }
  return new Map(
    [...groups].map(([name, fields]) => [name, { fields, seesRow: name !== 'seen' && name !== 'past' }] as const),
  );
}
