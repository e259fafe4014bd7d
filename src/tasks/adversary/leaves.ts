/** What stands at the end of a path through plain data. */
export type Leaf = string | number | boolean | null;

/** Plain data taken apart: single values by path, and lists by path with `*` for every place. */
export interface Leaves {
  readonly single: ReadonlyMap<string, Leaf>;
  readonly lists: ReadonlyMap<string, readonly Leaf[]>;
}

/** Lists are cut here: what a cheap predictor looks at is short. */
const LONGEST = 4096;

/** Walks plain data once. Typed arrays are lists of numbers; keys are taken in the order written. */
export function leavesOf(value: unknown): Leaves {
  const single = new Map<string, Leaf>();
  const lists = new Map<string, Leaf[]>();
  const walk = (at: unknown, path: string, inList: boolean): void => {
    if (isLeaf(at)) {
      if (!inList) single.set(path, at);
      else {
        const list = lists.get(path);
        if (list === undefined) lists.set(path, [at]);
        else if (list.length < LONGEST) list.push(at);
      }
    } else if (Array.isArray(at) || ArrayBuffer.isView(at)) {
      if (!inList) single.set(`#${path}`, lengthOf(at));
      for (const item of itemsOf(at)) walk(item, `${path}.*`, true);
    } else if (typeof at === 'object' && at !== null) {
      for (const [name, inner] of Object.entries(at)) walk(inner, path === '' ? name : `${path}.${name}`, inList);
    }
  };
  walk(value, '', false);
  return { single, lists };
}

function isLeaf(value: unknown): value is Leaf {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value instanceof Uint8Array ? [...value] : [];
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) || value instanceof Uint8Array ? value.length : 0;
}
