import type { Json } from '#foundation/contracts';
import { hashOf, isRecord } from '#foundation/kernel';
import type { MachineSkill } from './machine-skill.ts';

/** What was learnt on one template and is a step of what was learnt on others: one line each. */
export function reusedSkills(skills: readonly MachineSkill[]): string[] {
  const known = new Map<string, MachineSkill>();
  for (const skill of skills) {
    const key = keyOf(skill.hypothesis);
    if (!known.has(key)) known.set(key, skill);
  }
  const users = new Map<MachineSkill, Set<string>>();
  for (const { hypothesis, template } of skills) {
    for (const part of partsIn(hypothesis)) {
      const used = known.get(keyOf(part));
      if (used === undefined || used.template === template) continue;
      users.set(used, (users.get(used) ?? new Set()).add(template));
    }
  }
  // Levels of a template may have hypotheses of their own that say the same.
  const lines = [...users].map(
    ([used, by]) => `${used.class} of ${used.template} in ${[...by].join(', ')}: ${used.says}`,
  );
  return [...new Set(lines)];
}

/** A hypothesis is the same whichever words it is bound to. */
function keyOf(hypothesis: Json): string {
  if (!isRecord(hypothesis)) return hashOf(hypothesis);
  const { binding: _binding, output: _output, ...rest } = hypothesis;
  return hashOf(rest);
}

/** Everything inside a hypothesis that was bound to words of its own. */
function* partsIn(value: Json): Generator<Json, void, void> {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) {
    if (isRecord(part) && 'binding' in part) yield part;
    yield* partsIn(part);
  }
}
