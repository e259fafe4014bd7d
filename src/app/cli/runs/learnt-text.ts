import type { Json, Run } from '#foundation/contracts';
import { SkillFiles } from '#foundation/contracts/skills';
import { isRecord } from '#foundation/kernel';
import type { RunFold } from '#app/server/views';
import type { StoreReader } from '#world/store';

/** What a run ends with as texts by name: a skill, a rule, or what a machine learnt, a line for each family of tasks. */
export function learntText(store: StoreReader, { loop, config, summary }: Run, { headline }: RunFold): SkillFiles {
  const [asked, came] = [isRecord(config) ? config : {}, isRecord(summary) ? summary : {}];
  switch (loop) {
    case 'train':
      return skillIn(blobOf(store, came['skill'])) ?? skillIn(asked['skill']) ?? {};
    case 'eval':
      return skillIn(Array.isArray(asked['skills']) ? asked['skills'][0] : undefined) ?? {};
    case 'learn':
      return { rule: listOf(came['says']).map(String).join('\n') };
    case 'evolve':
      return {
        machine: listOf(isRecord(headline) ? headline['templates'] : [])
          .map(familyLine)
          .toSorted()
          .join('\n'),
      };
    default:
      return {};
  }
}

function familyLine(row: unknown): string {
  const { template, level, says, class: kind } = isRecord(row) ? row : {};
  const learnt = typeof kind === 'string' ? `${kind}: ${String(says)}` : 'not learnt';
  return `${String(template)}@${String(level)}: ${learnt}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function blobOf(store: StoreReader, hash: unknown): Json | undefined {
  const bytes = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? store.getBlob(hash) : undefined;
  if (bytes === undefined) return undefined;
  const read: Json = JSON.parse(new TextDecoder().decode(bytes));
  return read;
}

function skillIn(value: unknown): SkillFiles | undefined {
  return SkillFiles.safeParse(value).data;
}
