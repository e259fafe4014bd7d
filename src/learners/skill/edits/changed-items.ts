import { editsBetween } from './edits-between.ts';
import { cutRegions, dropRegions } from '../document/regions.ts';
import type { SkillFiles } from '#foundation/contracts/skills';
import type { Edit, Origin, UpdateItem } from './update-item.ts';

/**
 * What turns a skill into another version of its files, as edits. Only the open parts of a file are compared, so front matter and
 * protected regions are what they were, whatever the other version made of them; files that it lacks stay.
 */
export function changedItems(skill: SkillFiles, next: SkillFiles, origin: Origin): UpdateItem[] {
  return Object.entries(next)
    .filter(([path, text]) => skill[path] !== text)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, text]) => editsOfFile(path, skill[path] ?? '', text))
    .map((edit, i) => ({ kind: 'edit', origin: { ...origin, id: `${origin.id}.${i}` }, edit }));
}

function editsOfFile(path: string, before: string, after: string): Edit[] {
  const file = path === 'SKILL.md' ? undefined : path;
  const open = cutRegions(before).open.join('\n').trim();
  const next = dropRegions(after).trim();
  if (open !== '') return editsBetween(open, next, file);
  const where = file === undefined ? {} : { file };
  return next === '' ? [] : [{ op: 'append', content: next, target: '', ...where }];
}
