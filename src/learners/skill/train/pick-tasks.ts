import type { SkillTask } from '#foundation/contracts/skills';
import { createRng } from '#foundation/kernel';

/** All tasks, or so many of them, spread over the types in their own proportions: never just the head of a file. */
export function pickTasks(tasks: readonly SkillTask[], count: number, path: string): readonly SkillTask[] {
  if (count <= 0 || count >= tasks.length) return tasks;
  const byType = new Map<string, SkillTask[]>();
  for (const task of tasks) byType.set(task.type ?? '', [...(byType.get(task.type ?? '') ?? []), task]);
  const queues = [...byType].map(([type, group]) => createRng(`pick/${path}/${type}`).shuffle([...group]));
  const chosen = new Set<SkillTask>();
  // Largest remainder first: the type that is furthest below its share gives the next task.
  while (chosen.size < count) {
    const behind = queues.map((queue, i) => {
      const size = [...byType.values()][i]!.length;
      return queue.length === 0 ? -Infinity : (size * (chosen.size + 1)) / tasks.length - (size - queue.length);
    });
    chosen.add(queues[behind.indexOf(Math.max(...behind))]!.pop()!);
  }
  return tasks.filter((task) => chosen.has(task));
}
