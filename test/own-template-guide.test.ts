import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as faces from '#tasks/faces';
import { profiles } from '../src/learners/machine/evolve/profile.ts';

const guide = readFileSync('docs/guide/own-template.md', 'utf8');
const spaced = guide.replaceAll(/ +/g, ' ');

/** Members of an interface with whether they may be left out. */
function membersOf(path: string, name: string): Map<string, boolean> {
  const source = readFileSync(path, 'utf8');
  const from = source.indexOf(`export interface ${name}<`);
  const body = source.slice(from, source.indexOf('\n}', from));
  const found = body.matchAll(/^ {2}(?:readonly )?(\w+)(\?)?[(:]/gm);
  return new Map(Array.from(found, ([, member, mark]) => [member!, mark === '?']));
}

/** The row of the table of members that names one, and which of `A`, `T` may leave it out. */
function rowOf(member: string): string | undefined {
  return spaced
    .split('\n')
    .find((line) => line.startsWith('| `') && new RegExp(`^[^|]*\\|[^|]*\`${member}\\b`).test(line));
}

describe("the guide to templates of one's own", () => {
  it.each(['my-template', 'my-episode'])('shows examples/own-template/%s.ts as it is', (name) => {
    const path = `examples/own-template/${name}.ts`;
    const [, shown] = new RegExp(`<!-- file: ${path} -->\\s*\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
    expect(shown).toBe(readFileSync(path, 'utf8'));
  });

  it('names every member of a template, and which may be left out', () => {
    const template = membersOf('src/foundation/contracts/tasks/template.ts', 'Template');
    const answer = membersOf('src/tasks/define/define-answer.ts', 'AnswerTemplate');
    expect(template.size).toBeGreaterThan(30);
    expect(answer.size).toBeGreaterThan(5);
    template.delete('pathName'); // made by compositions, never written
    template.set('randomReturn', true); // estimated by `defineTemplate`
    for (const [member, isOptional] of template) {
      const of = rowOf(member === 'text' ? 'text.rules' : member)?.split('|')[2] ?? 'MISSING';
      expect([member, /T, optional/.test(of)], of).toEqual([member, isOptional]);
      expect(of).toMatch(/\bT\b/);
    }
    for (const [member, isOptional] of answer) {
      const of = rowOf(member)?.split('|')[2] ?? 'MISSING';
      expect([member, /A,? optional/.test(of)], of).toEqual([member, isOptional]);
    }
  });

  it('names every layout and reader that is exported', () => {
    const names = Object.keys(faces).filter((name) => name !== 'disguiseFace');
    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
  });

  it('tells how far each profile goes', () => {
    for (const [name, { ceiling, budget, patience, compared, maintain }] of Object.entries(profiles)) {
      const cells = [
        name,
        ceiling.episodes.toLocaleString('en'),
        budget.episodes.toLocaleString('en'),
        patience,
        compared,
        maintain === 0 ? 'none' : maintain,
      ];
      expect(spaced).toContain(`| ${cells.join(' | ')}`);
    }
    expect(new Set(Object.values(profiles).map(({ target }) => target))).toEqual(new Set([0.95]));
  });
});
