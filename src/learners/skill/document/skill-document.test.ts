import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../edits/apply-edits.ts';
import { parseSkill, renderSkill, rulesOfSkill, skillHash } from './skill-document.ts';

const text = `---
name: sums
description: Adds numbers.
---
# Sums

Work from the right.

- Read both numbers,
  even long ones.
- Add them.
  \`\`\`
  - not a rule
  \`\`\`

## Format

1. Answer with digits.

<!-- KEEP_START -->
- Never round.
<!-- KEEP_END -->
`;

describe('a skill package', () => {
  it('is made of rules with their sections, protected or not', () => {
    const { rules, frontMatter } = parseSkill({ 'SKILL.md': text });
    expect(rules.map(({ text, section, isProtected }) => [text.split('\n')[0], section, isProtected])).toEqual([
      ['Work from the right.', ['Sums'], false],
      ['- Read both numbers,', ['Sums'], false],
      ['- Add them.', ['Sums'], false],
      ['1. Answer with digits.', ['Sums', 'Format'], false],
      ['- Never round.', ['Sums', 'Format'], true],
    ]);
    expect(frontMatter.data).toEqual({ name: 'sums', description: 'Adds numbers.' });
  });

  it('property: rendering what was parsed is the same files', () => {
    const piece = fc.constantFrom(
      '# A',
      '## B',
      '- rule',
      '  more',
      '1. one',
      '',
      '```',
      '---',
      'name: x',
      '<!-- c -->',
      text,
    );
    const body = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(body, body, (main, other) => {
        const files = { 'SKILL.md': main, 'references/a.md': other };
        expect(renderSkill(parseSkill(files))).toEqual(files);
      }),
    );
  });

  it('keeps the id of a rule when its neighbours change, it moves or is indented, and only then', () => {
    const idOf = (skill: string, words: string): string | undefined =>
      parseSkill({ 'SKILL.md': skill }).rules.find((rule) => rule.text.includes(words))?.id;
    const { skill } = applyEdits(
      { 'SKILL.md': text },
      [
        { op: 'delete', target: 'Work from the right.', content: '' },
        { op: 'append', target: '', content: '- Check.' },
      ],
      { findLeaks: () => [], mayFallBack: false },
    );
    expect(idOf(skill['SKILL.md']!, 'Add them.')).toBe(idOf(text, 'Add them.'));
    expect(idOf('* Answer with digits', 'Answer')).toBe(idOf(text, 'Answer'));
    expect(idOf('- Answer with words.', 'Answer')).not.toBe(idOf(text, 'Answer'));
    expect(new Set(parseSkill({ 'SKILL.md': '- a b\n- a b\n' }).rules.map(({ id }) => id)).size).toBe(2);
  });

  it('refuses a package without SKILL.md, with a path out of it, or with an open region', () => {
    expect(() => parseSkill({})).toThrow(expect.objectContaining({ code: 'skill/no-document' }));
    for (const path of ['../a', '/a', 'a\\b', 'a/../b', 'C:a', 'a\n=== END']) {
      for (const read of [parseSkill, rulesOfSkill]) {
        expect(() => read({ 'SKILL.md': '', [path]: '' })).toThrow(expect.objectContaining({ code: 'skill/bad-path' }));
      }
    }
    expect(() => parseSkill({ 'SKILL.md': '<!-- KEEP_START -->' })).toThrow(
      expect.objectContaining({ code: 'skill/open-region' }),
    );
  });

  it('hashes a lone SKILL.md as the original did, and a package by all its files', () => {
    // printf '# Grüße\n' | sha256sum | cut -c1-16
    expect(skillHash({ 'SKILL.md': '# Grüße\n' })).toBe('6fa3737ebbbe46b5');
    const files = { 'SKILL.md': 'a', 'references/b.md': 'b' };
    expect(skillHash(files)).toBe(skillHash({ 'references/b.md': 'b', 'SKILL.md': 'a' }));
    expect(skillHash(files)).not.toBe(skillHash({ ...files, 'references/b.md': 'c' }));
  });
});
