import type { Json } from '#foundation/contracts';
import { canonicalText, type Rng } from '#foundation/kernel';
import { hasMembers, type MutableEvent, type MutableRun, replaceBlob } from './mutable-run.ts';

/** A run in which one fact is another, and which. */
export interface Mutant {
  readonly run: MutableRun;
  /** What was changed, without positions in lists: `event step-ended.hard`. */
  readonly what: string;
}

type Mutation = (run: MutableRun, rng: Rng) => Mutant | undefined;

/** One random change of one fact; every kind as often as any other. */
export function mutate(run: MutableRun, rng: Rng): Mutant {
  for (;;) {
    const mutant = mutations[rng.below(mutations.length)]!(run, rng);
    if (mutant !== undefined && describe(mutant.run) !== describe(run)) return mutant;
  }
}

function describe({ loop, seed, config, summary, events, certificates }: MutableRun): string {
  return canonicalText([loop, seed, config, summary, events, certificates]);
}

const mutations: readonly Mutation[] = [
  changeEvent,
  changeEvent,
  changeCertificate,
  changeSummary,
  changeConfig,
  changeBlob,
  changeSeed,
  changeLoop,
  dropEvent,
  repeatEvent,
  moveEvent,
  renameEvent,
  swapFacts,
  dropCertificate,
  takeCertificate,
  changeEverywhere,
  changeEverywhere,
];

function pick<T>(rng: Rng, list: readonly T[]): T {
  return list[rng.below(list.length)]!;
}

function changeEvent(run: MutableRun, rng: Rng): Mutant {
  const at = rng.below(run.events.length);
  const { type, data } = run.events[at]!;
  const changed = changeFact(data, rng);
  return {
    run: { ...run, events: run.events.with(at, { type, data: changed.value }) },
    what: `event ${type}${changed.path}`,
  };
}

function changeCertificate(run: MutableRun, rng: Rng): Mutant | undefined {
  if (run.certificates.length === 0) return undefined;
  const at = rng.below(run.certificates.length);
  const { name, content } = run.certificates[at]!;
  const { value, path } = changeFact(content, rng);
  const kind = hasMembers(content) && typeof content['kind'] === 'string' ? content['kind'] : '';
  // Words above a certificate follow from it, and are made again.
  if (path === '.claim' || path === '.taskSet') return undefined;
  return {
    run: { ...run, certificates: run.certificates.with(at, { name, content: value }) },
    what: `certificate ${kind}${path}`,
  };
}

function changeSummary(run: MutableRun, rng: Rng): Mutant {
  const { value, path } = changeFact(run.summary, rng);
  return { run: { ...run, summary: value }, what: `summary${path}` };
}

function changeConfig(run: MutableRun, rng: Rng): Mutant {
  const { value, path } = changeFact(run.config, rng);
  return { run: { ...run, config: value }, what: `config${path}` };
}

function changeSeed(run: MutableRun, rng: Rng): Mutant {
  return { run: { ...run, seed: pick(rng, [run.seed + 1, run.seed + 2 ** 31, 0]) }, what: 'seed' };
}

function changeLoop(run: MutableRun, rng: Rng): Mutant {
  return { run: { ...run, loop: pick(rng, ['evolve', 'train', 'selfplay', 'learn', 'practise']) }, what: 'loop' };
}

/** Blobs that are results of recorded steps stay: those steps would be others. */
function changeBlob(run: MutableRun, rng: Rng): Mutant | undefined {
  const results = new Set(run.effects.map(({ result }) => result));
  const text = describe(run);
  const named = [...run.blobs.keys()].filter((hash) => !results.has(hash) && text.includes(hash));
  if (named.length === 0) return undefined;
  const hash = pick(rng, named);
  const bytes = run.blobs.get(hash)!.slice();
  if (bytes.length === 0) return undefined;
  const at = rng.below(bytes.length);
  bytes[at] = bytes[at]! ^ (1 << rng.below(8));
  return { run: replaceBlob(run, hash, bytes), what: 'blob' };
}

function dropEvent(run: MutableRun, rng: Rng): Mutant {
  const at = rng.below(run.events.length);
  return { run: { ...run, events: run.events.toSpliced(at, 1) }, what: `event ${run.events[at]!.type} dropped` };
}

function repeatEvent(run: MutableRun, rng: Rng): Mutant {
  const event = pick(rng, run.events);
  const to = rng.below(run.events.length + 1);
  return { run: { ...run, events: run.events.toSpliced(to, 0, event) }, what: `event ${event.type} repeated` };
}

function moveEvent(run: MutableRun, rng: Rng): Mutant {
  const at = rng.below(run.events.length);
  const event = run.events[at]!;
  const rest = run.events.toSpliced(at, 1);
  return {
    run: { ...run, events: rest.toSpliced(rng.below(rest.length + 1), 0, event) },
    what: `event ${event.type} moved`,
  };
}

function renameEvent(run: MutableRun, rng: Rng): Mutant {
  const at = rng.below(run.events.length);
  const { type, data } = run.events[at]!;
  const endings = ['accepted', 'rejected', 'undecided', 'passed', 'forced', 'ended', 'told'];
  const other = rng.chance(0.5) ? pick(rng, run.events).type : `${type.split('-')[0]!}-${pick(rng, endings)}`;
  return { run: { ...run, events: run.events.with(at, { type: other, data }) }, what: `event ${type} renamed` };
}

/** Two events of one type change their facts. */
function swapFacts(run: MutableRun, rng: Rng): Mutant | undefined {
  const at = rng.below(run.events.length);
  const { type, data } = run.events[at]!;
  const others = run.events.flatMap((event, i) => (event.type === type && i !== at ? [i] : []));
  if (others.length === 0) return undefined;
  const to = pick(rng, others);
  const events: readonly MutableEvent[] = run.events
    .with(at, { type, data: run.events[to]!.data })
    .with(to, { type, data });
  return { run: { ...run, events }, what: `event ${type} swapped` };
}

/** A certificate goes, and its name with it. */
function dropCertificate(run: MutableRun, rng: Rng): Mutant | undefined {
  if (run.certificates.length === 0) return undefined;
  const { name } = pick(rng, run.certificates);
  const events = run.events.map(({ type, data }) => ({ type, data: without(data, name) }));
  return {
    run: { ...run, events, certificates: run.certificates.filter((each) => each.name !== name) },
    what: 'certificate dropped with its name',
  };
}

function without(data: Json, name: string): Json {
  if (Array.isArray(data)) return data.filter((each) => each !== name).map((each: Json) => without(each, name));
  if (!hasMembers(data)) return data;
  const kept = Object.entries(data).filter(([, value]) => value !== name);
  return Object.fromEntries(kept.map(([key, value]) => [key, without(value, name)]));
}

/** Two events name each other's certificates. */
function takeCertificate(run: MutableRun, rng: Rng): Mutant | undefined {
  if (run.certificates.length < 2) return undefined;
  const [a, b] = [pick(rng, run.certificates), pick(rng, run.certificates)];
  const swapped = run.certificates.map(({ name, content }) => ({
    name,
    content: name === a.name ? b.content : name === b.name ? a.content : content,
  }));
  return { run: { ...run, certificates: swapped }, what: 'certificates swapped' };
}

/**
 * The same value is another wherever it is told: in events, summary and certificates. Half of the time only under the same name, since a 1 is
 * many things.
 */
function changeEverywhere(run: MutableRun, rng: Rng): Mutant | undefined {
  const told = rng.chance(0.5) ? run.summary : pick(rng, run.events).data;
  const leaf = leafOf(told, rng);
  if (leaf === undefined) return undefined;
  const { name, value } = leaf;
  const other = otherValue(value, rng);
  const text = canonicalText(value);
  const isNamed = rng.chance(0.5);
  const put = (data: Json, own: string): Json => {
    if (Array.isArray(data)) return data.map((each: Json) => put(each, own));
    if (hasMembers(data)) return Object.fromEntries(Object.entries(data).map(([key, each]) => [key, put(each, key)]));
    return (!isNamed || own === name) && canonicalText(data) === text ? other : data;
  };
  return {
    run: {
      ...run,
      summary: put(run.summary, ''),
      events: run.events.map(({ type, data }) => ({ type, data: put(data, '') })),
      certificates: run.certificates.map((each) => ({ ...each, content: put(each.content, '') })),
    },
    what: `everywhere .${name}`,
  };
}

/** A value without members, and the name that it stands under. */
function leafOf(data: Json, rng: Rng, name = ''): { readonly name: string; readonly value: Json } | undefined {
  const inner: readonly (readonly [string, Json])[] = Array.isArray(data)
    ? data.map((each: Json) => [name, each] as const)
    : hasMembers(data)
      ? Object.entries(data)
      : [];
  if (inner.length > 0) {
    const [own, each] = pick(rng, inner);
    return leafOf(each, rng, own);
  }
  return Array.isArray(data) || hasMembers(data) ? undefined : { name, value: data };
}

/** Another value in one place of some data; the path names members, not positions. */
function changeFact(data: Json, rng: Rng): { readonly value: Json; readonly path: string } {
  if (Array.isArray(data) && data.length > 0 && !rng.chance(0.1)) {
    const at = rng.below(data.length);
    const { value, path } = changeFact(data[at], rng);
    return { value: data.with(at, value), path };
  }
  if (hasMembers(data) && Object.keys(data).length > 0 && !rng.chance(0.1)) {
    const name = pick(rng, Object.keys(data));
    const inner = data[name]!;
    if (rng.chance(0.1)) {
      const { [name]: _gone, ...rest } = data;
      return { value: rest, path: `.${name}` };
    }
    const { value, path } = changeFact(inner, rng);
    return { value: { ...data, [name]: value }, path: `.${name}${path}` };
  }
  return { value: otherValue(data, rng), path: '' };
}

function otherValue(value: Json, rng: Rng): Json {
  if (typeof value === 'number')
    return pick(rng, [value + 1, value - 1, -value, 0, value / 2, value * 2, 1e300, value + 1e-6]);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') {
    if (/^[0-9a-f]{64}$/u.test(value)) return pick(rng, [value.replace(/^./u, '0'), value.replace(/.$/u, '1'), '']);
    return pick(rng, [`${value}x`, value.slice(1), '']);
  }
  if (value === null) return pick(rng, [0, 'x', []]);
  if (Array.isArray(value)) {
    if (value.length === 0) return ['x'];
    return pick(rng, [value.toReversed(), value.slice(1), [...value, value[0]!], []]);
  }
  return hasMembers(value) ? pick(rng, [{ ...value, extra: 1 }, {}, null]) : null;
}
