/** A tree of tests on features: whether a code is a value, or is at most a value. A leaf names an action. */
export type PolicyTree =
  | { readonly action: number }
  | {
      readonly feature: number;
      readonly test: 'is' | 'atMost';
      readonly value: number;
      readonly yes: PolicyTree;
      readonly no: PolicyTree;
    };

/** States with the action chosen there and what it is worth to choose it. */
export interface Choices {
  readonly states: readonly Uint8Array[];
  readonly actions: readonly number[];
  readonly weights: readonly number[];
}

export interface TreeLimits {
  readonly codes: readonly number[];
  readonly actions: number;
  readonly leaves: number;
  readonly depth: number;
}

interface Split {
  readonly feature: number;
  readonly test: 'is' | 'atMost';
  readonly value: number;
  readonly gain: number;
}

interface Growing {
  readonly rows: readonly number[];
  readonly depth: number;
  readonly split: Split | undefined;
  yes?: Growing;
  no?: Growing;
}

/**
 * Grows a tree that makes the same choices, the most telling test first (weighted Gini), until nothing is left to tell or it has all its
 * leaves. `spend` is told the words looked at.
 *
 * @source Breiman et al. 1984, CART, best-first
 */
export function growTree(choices: Choices, limits: TreeLimits, spend: (effort: number) => void): PolicyTree {
  const begin = (rows: readonly number[], depth: number): Growing => {
    spend(rows.length * limits.codes.length);
    return { rows, depth, split: depth < limits.depth ? bestSplit(choices, rows, limits) : undefined };
  };
  const root = begin([...choices.states.keys()], 0);
  const open = [root];
  for (let leaves = 1; leaves < limits.leaves; leaves += 1) {
    const next = open.reduce<Growing | undefined>(
      (best, one) => (one.split !== undefined && one.split.gain > (best?.split?.gain ?? 0) ? one : best),
      undefined,
    );
    if (next?.split === undefined) break;
    const { split } = next;
    const holds = (row: number): boolean => isYes(choices.states[row]!, split);
    next.yes = begin(next.rows.filter(holds), next.depth + 1);
    next.no = begin(
      next.rows.filter((row) => !holds(row)),
      next.depth + 1,
    );
    open.splice(open.indexOf(next), 1, next.yes, next.no);
  }
  return finish(root, choices, limits.actions);
}

function finish(node: Growing, choices: Choices, actions: number): PolicyTree {
  const { split, yes, no } = node;
  if (split === undefined || yes === undefined || no === undefined) {
    const sums = new Float64Array(actions);
    for (const row of node.rows) sums[choices.actions[row]!]! += choices.weights[row]!;
    return { action: sums.indexOf(Math.max(...sums)) };
  }
  const { feature, test, value } = split;
  const [a, b] = [finish(yes, choices, actions), finish(no, choices, actions)];
  if ('action' in a && 'action' in b && a.action === b.action) return a;
  return { feature, test, value, yes: a, no: b };
}

function isYes(
  state: Uint8Array,
  { feature, test, value }: { readonly feature: number; readonly test: 'is' | 'atMost'; readonly value: number },
): boolean {
  return test === 'is' ? state[feature] === value : state[feature]! <= value;
}

/** The action of a state. */
export function askTree(tree: PolicyTree, state: Uint8Array): number {
  let node = tree;
  while (!('action' in node)) node = isYes(state, node) ? node.yes : node.no;
  return node.action;
}

/** How many leaves a tree has. */
export function leavesOf(tree: PolicyTree): number {
  return 'action' in tree ? 1 : leavesOf(tree.yes) + leavesOf(tree.no);
}

/** Σ weight² / Σ weight of a side: what Gini's impurity is the rest of. */
function purity(sums: Float64Array, total: number): number {
  if (total <= 0) return 0;
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  return squares / total;
}

function bestSplit({ states, actions, weights }: Choices, rows: readonly number[], limits: TreeLimits) {
  const all = new Float64Array(limits.actions);
  for (const row of rows) all[actions[row]!]! += weights[row]!;
  const total = all.reduce((sum, one) => sum + one, 0);
  const base = purity(all, total);
  if (base >= total - 1e-9) return undefined;
  let best: Split | undefined;
  for (const [feature, codes] of limits.codes.entries()) {
    const by = new Float64Array(codes * limits.actions);
    const has = new Int32Array(codes);
    for (const row of rows) {
      const code = states[row]![feature]!;
      by[code * limits.actions + actions[row]!]! += weights[row]!;
      has[code]! += 1;
    }
    const below = new Float64Array(limits.actions);
    let count = 0;
    for (let value = 0; value < codes; value += 1) {
      if (has[value] === 0) continue;
      const here = by.subarray(value * limits.actions, (value + 1) * limits.actions);
      for (let a = 0; a < limits.actions; a += 1) below[a]! += here[a]!;
      count += has[value]!;
      if (has[value] === rows.length) break;
      for (const [test, side] of [
        ['atMost', below],
        ['is', here],
      ] as const) {
        if (test === 'atMost' && count === rows.length) continue;
        const gain = gainOf(side, all, total) - base;
        if (gain > (best?.gain ?? 1e-9)) best = { feature, test, value, gain };
      }
    }
  }
  return best;
}

/** Purity of a side and of the rest. */
function gainOf(side: Float64Array, all: Float64Array, total: number): number {
  let [mass, squares, others] = [0, 0, 0];
  for (let a = 0; a < all.length; a += 1) {
    const [here, rest] = [side[a]!, all[a]! - side[a]!];
    mass += here;
    squares += here * here;
    others += rest * rest;
  }
  return (mass > 0 ? squares / mass : 0) + (total > mass ? others / (total - mass) : 0);
}
