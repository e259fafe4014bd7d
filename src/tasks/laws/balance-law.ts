import type { AnyTemplate } from '#foundation/contracts/tasks';
import { drawAt } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';

/** How the labels of one level are spread, and how well one size predicts them. */
export interface BalanceReport {
  readonly instances: number;
  readonly shares: Readonly<Record<string, number>>;
  /** The largest distance of a label's share from 1 / labels. */
  readonly imbalance: number;
  /** Accuracy on fresh instances of the best threshold on each size; a coin has 1 / labels. */
  readonly predictors: Readonly<Record<string, number>>;
}

/**
 * Draws `count` instances of a level; the first half fits the predictors, the second tests them. Besides the template's own
 * sizes, the length of the text and the parity of the index must not tell the label either.
 */
export function balanceOf(template: AnyTemplate, level: number, count: number): BalanceReport | undefined {
  if (template.label === undefined) return undefined;
  const setting = settingOf(template, level);
  const labels: string[] = [];
  const sizes: Readonly<Record<string, number>>[] = [];
  for (let index = 0; index < count; index += 1) {
    const { instance } = drawAt(template, setting, { seed: 'balance-law', index });
    labels.push(template.label(instance));
    const text = template.text.observation(template.start(instance).observe(), setting.params);
    sizes.push({ ...template.sizes?.(instance), text_length: text.length, index_parity: index % 2 });
  }
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const shares = Object.fromEntries([...counts].map(([label, n]) => [label, n / count]));
  const fair = 1 / Math.max(2, counts.size);
  const predictors: Record<string, number> = {};
  for (const name of Object.keys(sizes[0] ?? {})) {
    predictors[name] = stumpAccuracy(
      sizes.map((size) => size[name] ?? 0),
      labels,
    );
  }
  const imbalance = Math.max(...Object.values(shares).map((share) => Math.abs(share - fair)));
  return { instances: count, shares, imbalance, predictors };
}

/** Fits "most frequent label below / above a threshold" on the first half of the points, and tests it on the second. */
function stumpAccuracy(values: readonly number[], labels: readonly string[]): number {
  const half = Math.floor(values.length / 2);
  const order = Array.from({ length: half }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const above = new Map<string, number>();
  for (const i of order) above.set(labels[i]!, (above.get(labels[i]!) ?? 0) + 1);
  const below = new Map<string, number>();
  let best = { right: top(above)[1], threshold: -Infinity, low: '', high: top(above)[0] };
  for (const [place, i] of order.entries()) {
    const label = labels[i]!;
    below.set(label, (below.get(label) ?? 0) + 1);
    above.set(label, above.get(label)! - 1);
    const next = order[place + 1];
    if (next !== undefined && values[next] === values[i]) continue;
    const [low, lowRight] = top(below);
    const [high, highRight] = top(above);
    if (lowRight + highRight > best.right) best = { right: lowRight + highRight, threshold: values[i]!, low, high };
  }
  let right = 0;
  for (let i = half; i < values.length; i += 1) {
    if ((values[i]! <= best.threshold ? best.low : best.high) === labels[i]) right += 1;
  }
  return right / (values.length - half);
}

function top(counts: ReadonlyMap<string, number>): [string, number] {
  let best: [string, number] = ['', 0];
  for (const entry of counts) if (entry[1] > best[1]) best = entry;
  return best;
}
