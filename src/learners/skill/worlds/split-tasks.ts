import type { SkillTask, Split } from '#foundation/contracts/skills';
import { createRng, Fault } from '#foundation/kernel';

export type Ratio = Readonly<Record<Split, number>>;

/**
 * Cuts tasks into the three splits after a seeded shuffle. Counts follow the ratio by the largest remainder, ties to the
 * larger weight; then every split with a weight gets at least one task, taken from the largest, so that no gate is left without.
 */
export function splitTasks(
  tasks: readonly SkillTask[],
  ratio: Ratio,
  seed: number,
): Record<Split, readonly SkillTask[]> {
  const names = (['train', 'validation', 'test'] as const).filter((name) => ratio[name] > 0);
  if (tasks.length < names.length) {
    throw new Fault('train/bad-tasks', `${tasks.length} tasks cannot fill ${names.length} splits`, {
      details: { tasks: tasks.length, splits: names },
    });
  }
  const counts = countsOf(tasks.length, ratio);
  const order = createRng(`split/${seed}`).shuffle([...tasks]);
  const train = order.slice(0, counts.train);
  const validation = order.slice(counts.train, counts.train + counts.validation);
  return { train, validation, test: order.slice(counts.train + counts.validation) };
}

function countsOf(total: number, ratio: Ratio): Record<Split, number> {
  const weight = ratio.train + ratio.validation + ratio.test;
  const names = ['train', 'validation', 'test'] as const;
  const exact = names.map((name) => (total * ratio[name]) / weight);
  const counts = exact.map(Math.floor);
  const order = [0, 1, 2].sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1) || ratio[names[b]!] - ratio[names[a]!]);
  for (let left = total - counts.reduce((sum, n) => sum + n, 0), i = 0; left > 0; left -= 1, i += 1)
    counts[order[i]!]! += 1;
  for (const [i, name] of names.entries()) {
    if (ratio[name] === 0 || counts[i]! > 0) continue;
    counts[counts.indexOf(Math.max(...counts))]! -= 1;
    counts[i] = 1;
  }
  return { train: counts[0]!, validation: counts[1]!, test: counts[2]! };
}
