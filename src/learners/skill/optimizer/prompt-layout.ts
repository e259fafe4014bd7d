import type { SkillFiles } from '#foundation/contracts/skills';
import { fence, jsonLine } from '../document/fence.ts';
import { skillNames } from '../document/skill-set.ts';

/*
 * The user message of every optimizer call is a row of sections, each a heading `# Name` at the start of a line:
 *
 *     # Skill            one fence `file PATH` per file, verbatim
 *     # Budget           a sentence
 *     # Earlier steps    a fence `steps`
 *     # Advice           a fence `advice`
 *     # Rollouts         a fence `rollouts`: one JSON object per line (see `RolloutRecord`)
 *     # Items            a fence `items`: one JSON object per line (see `itemRecord`)
 *
 * Headings inside a fence are text of the skill, not sections.
 */

/** A section of a prompt; empty text makes no section. */
export function section(name: string, text: string): string {
  return text === '' ? '' : `# ${name}\n${text}`;
}

/** Sections to one message. */
export function joinSections(...sections: readonly string[]): string {
  return sections.filter((each) => each !== '').join('\n\n');
}

/** All files of a skill, SKILL.md first. */
export function skillSection(skill: SkillFiles, name = 'Skill'): string {
  // The document of a set is blank: there is nothing to show of it.
  const isSet = skillNames(skill).length > 0;
  const shown = Object.keys(skill).filter((path) => !(isSet && path === 'SKILL.md'));
  const paths = shown.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return section(name, paths.map((path) => fence(`file ${path}`, skill[path]!)).join('\n\n'));
}

export function historySection(history: string): string {
  return section('Earlier steps', history === '' ? '' : fence('steps', history));
}

export function adviceSection(metaSkill: string): string {
  return section('Advice', metaSkill === '' ? '' : fence('advice', metaSkill));
}

export function recordsSection(name: string, sentence: string, records: readonly unknown[]): string {
  return linesSection(name, sentence, records.map(jsonLine));
}

/** Records that are JSON lines already. */
export function linesSection(name: string, sentence: string, lines: readonly string[]): string {
  return section(name, `${sentence}\n${fence(name.toLowerCase(), lines.join('\n'))}`);
}

function rank(path: string): number {
  return path === 'SKILL.md' ? 0 : 1;
}
