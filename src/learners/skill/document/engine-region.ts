import type { SkillFiles } from '#foundation/contracts/skills';
import { cutRegions, dropMarkers, joinRegions, markersOf, type RegionKind } from './regions.ts';

/** What the engine's region of this kind says, without markers; undefined where there is none. */
export function readRegion(skill: SkillFiles, kind: RegionKind): string | undefined {
  const found = cutRegions(skill['SKILL.md'] ?? '').regions.find((region) => region.kind === kind);
  return found === undefined ? undefined : dropMarkers(found.text).trim();
}

/** The skill with one region of this kind, at the end; all other regions stay as they are. */
export function writeRegion(skill: SkillFiles, kind: 'SLOW_UPDATE' | 'APPENDIX', content: string): SkillFiles {
  const cut = cutRegions(skill['SKILL.md'] ?? '');
  const open: string[] = [cut.open[0]!];
  const regions = cut.regions.filter((region, i) => {
    const after = cut.open[i + 1]!;
    if (region.kind !== kind) open.push(after);
    else open.push([open.pop()!.trimEnd(), after.trimStart()].filter((part) => part !== '').join('\n\n'));
    return region.kind !== kind;
  });
  const [start, end] = markersOf(kind);
  const inner = dropMarkers(content).trim();
  const text = inner === '' ? `${start}\n${end}` : `${start}\n${inner}\n${end}`;
  const last = open.pop()!.trimEnd();
  open.push(last === '' && regions.length === 0 ? '' : `${last}\n\n`, '\n');
  return { ...skill, 'SKILL.md': joinRegions({ ...cut, open, regions: [...regions, { kind, text }] }) };
}
