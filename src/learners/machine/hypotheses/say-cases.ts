import type { PortedBits } from '#foundation/contracts/words';
import { placesOf, readWord } from './word-view.ts';
import type { WordTree } from './word-tree.ts';

/** Cases that are said, all or as a beginning; the rest is counted. */
const MOST_SAID = 8;
const FEW_SAID = 3;

/** The names of a tree's features and labels. */
export interface Called {
  readonly feature: (feature: number) => string;
  /** What is added to a code of a feature to have its value. */
  readonly low: (feature: number) => number;
  readonly label: (label: number) => string;
}

interface Case {
  readonly bounds: ReadonlyMap<number, Bounds>;
  readonly label: string;
}

/** What the tests on the way to a leaf leave of a feature. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly not: readonly number[];
}

const open: Bounds = { low: -Infinity, high: Infinity, not: [] };

/**
 * A tree of tests as cases in words: `if word 2 ≥ 65 and word 4 > 3: 2; else 0`, cases of few tests first. Over one feature it is a table:
 * `word 0: 3 → 1, 4 → 0, else 2`. What most leaves say is said last, as `else`.
 */
export function sayCases(tree: WordTree, called: Called): string {
  const cases = casesOf(tree, new Map(), called);
  const rest = commonest(cases);
  const told = cases.filter(({ label }) => label !== rest).sort((a, b) => a.bounds.size - b.bounds.size);
  if (told.length === 0) return `always ${rest}`;
  const features = new Set(cases.flatMap(({ bounds }) => [...bounds.keys()]));
  const [only] = features;
  const isTable = features.size === 1 && told.every(({ bounds }) => isOne(bounds.get(only!) ?? open));
  const most = told.length <= MOST_SAID || isTable ? MOST_SAID : FEW_SAID;
  const shown = told.slice(0, most).map(({ bounds, label }) => {
    if (isTable) return `${bounds.get(only!)!.low + called.low(only!)} → ${label}`;
    return `if ${[...bounds].map(([feature, each]) => boundsText(feature, each, called)).join(' and ')}: ${label}`;
  });
  const more = told.length > most ? [`… ${told.length - most} cases more`] : [];
  const all = [...shown, ...more, `else ${rest}`];
  return isTable ? `${called.feature(only!)}: ${all.join(', ')}` : all.join('; ');
}

/** The words of an action in its bits, as values. */
export function actionText(bits: readonly number[], { ports }: PortedBits): string {
  const row = Uint8Array.from(bits);
  const words = ports.flatMap((port) => placesOf(port).map((place) => readWord(row, place, port.width) + port.low));
  return words.length === 1 ? `${words[0]}` : `(${words.join(', ')})`;
}

/** `word 2`, or `word 2 item 4` of a list. */
export function wordText(port: number, item: number, { ports }: PortedBits): string {
  return ports[port]!.repeats.length === 0 ? `word ${port}` : `word ${port} item ${item}`;
}

function casesOf(tree: WordTree, bounds: ReadonlyMap<number, Bounds>, called: Called): Case[] {
  if ('leaf' in tree) return [{ bounds, label: called.label(tree.leaf) }];
  const { feature, value, equal } = tree.test;
  const known = bounds.get(feature) ?? open;
  const within = (next: Bounds): ReadonlyMap<number, Bounds> => new Map([...bounds, [feature, next]]);
  const yes = { ...known, low: equal ? value : known.low, high: Math.min(known.high, value) };
  const no = equal ? { ...known, not: [...known.not, value] } : { ...known, low: Math.max(known.low, value + 1) };
  return [...casesOf(tree.yes, within(yes), called), ...casesOf(tree.no, within(no), called)];
}

function isOne({ low, high }: Bounds): boolean {
  return low === high;
}

function boundsText(feature: number, { low, high, not }: Bounds, called: Called): string {
  const name = called.feature(feature);
  const value = (code: number): number => code + called.low(feature);
  if (low === high) return `${name} = ${value(low)}`;
  const parts = [
    ...(low > -Infinity ? [`${name} ≥ ${value(low)}`] : []),
    ...(high < Infinity ? [`${name} ≤ ${value(high)}`] : []),
    ...not.filter((code) => code >= low && code <= high).map((code) => `${name} ≠ ${value(code)}`),
  ];
  return parts.join(' and ');
}

function commonest(cases: readonly Case[]): string {
  const counts = new Map<string, number>();
  for (const { label } of cases) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
