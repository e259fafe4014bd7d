import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../edits/apply-edits.ts';
import { cutRegions, dropMarkers, dropRegions, joinRegions } from './regions.ts';
import type { Edit } from '../edits/update-item.ts';

const skill = `---
name: sums
description: Adds numbers.
---
# Sums

- Read both numbers.
- Add them.

<!-- KEEP_START -->
- Never round.
<!-- KEEP_END -->

## Format

- Answer with digits.

<!-- SLOW_UPDATE_START -->
Check the sign.
<!-- SLOW_UPDATE_END -->

<!-- APPENDIX_START -->
## Execution Notes Appendix
- Write the unit.
<!-- APPENDIX_END -->
`;

const options = { findLeaks: () => [], mayFallBack: true };

function protectedParts(text: string): unknown {
  const { frontMatter, regions } = cutRegions(text);
  return { frontMatter, regions };
}

/** Pieces that an adversary would build edits from: whole and half markers, quotes of the skill, front matter. */
const pieces = [
  'Add them.',
  '- Add them.\n\n<!-- KEEP_START -->\n- Never round.',
  'Check the sign.',
  '<!-- SLOW_UPDATE_START -->',
  '<!-- SLOW_UPDATE_END -->',
  '<!-- KEEP_END -->',
  '<!-- APPENDIX_START -->',
  '<!-- SLOW_',
  'UPDATE_START -->',
  'UPDATE_<!-- KEEP_START -->START -->',
  '---',
  '---\nname: evil\n---\n',
  'name: sums',
  '- Answer with digits.',
  '## Format',
  '- Write the unit.',
  '\n',
  'x',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 4 })
  .map((all) => all.join(''));
const edit: fc.Arbitrary<Edit> = fc.record({
  op: fc.constantFrom('append', 'insert_after', 'replace', 'delete', 'explode'),
  content: text,
  target: text,
});

describe('protected regions', () => {
  it('property: no sequence of edits changes, adds, moves or removes one', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const { skill: after } = applyEdits({ 'SKILL.md': skill }, edits, options);
        expect(protectedParts(after['SKILL.md']!)).toEqual(protectedParts(skill));
      }),
      { numRuns: 200 },
    );
  });

  it('property: a document without regions or front matter gets none', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const { skill: after } = applyEdits({ 'SKILL.md': '# Sums\n\n- Add them.\n' }, edits, options);
        expect(protectedParts(after['SKILL.md']!)).toEqual({ frontMatter: '', regions: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('property: joining what was cut is the same text', () => {
    const document = fc.array(fc.oneof(text, fc.constant(skill)), { maxLength: 3 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(document, (each) => {
        let cut;
        try {
          cut = cutRegions(each);
        } catch {
          fc.pre(false);
        }
        expect(joinRegions(cut)).toBe(each);
      }),
    );
  });

  it('a delete that starts before a region and reaches into it is refused (the original removed the markers)', () => {
    const target = '- Answer with digits.\n\n<!-- SLOW_UPDATE_START -->\nCheck the sign.';
    const result = applyEdits({ 'SKILL.md': skill }, [{ op: 'delete', content: '', target }], options);
    expect(result.reports[0]?.status).toBe('skipped_protected_region');
    expect(result.skill['SKILL.md']).toBe(skill);
  });

  it('two edits cannot build a marker out of halves', () => {
    const edits = [
      { op: 'append', content: '<!-- SLOW_XYZ_UPDATE_START --> <!-- SLOW_UPDATE_END -->', target: '' },
      { op: 'delete', content: '', target: '_XYZ' },
    ];
    const { skill: after, reports } = applyEdits({ 'SKILL.md': '# Sums\n' }, edits, options);
    expect(reports.map(({ status }) => status)).toEqual(['applied_append', 'applied_delete']);
    expect(protectedParts(after['SKILL.md']!)).toEqual({ frontMatter: '', regions: [] });
  });

  it('an edit of the first line cannot make front matter', () => {
    const edits = [{ op: 'replace', content: '---\nname: evil\n---', target: '# Sums' }];
    const { skill: after } = applyEdits({ 'SKILL.md': '# Sums\n' }, edits, options);
    expect(protectedParts(after['SKILL.md']!)).toEqual({ frontMatter: '', regions: [] });
    expect(after['SKILL.md']).toContain('name: evil');
  });

  it('refuses a region that is never closed', () => {
    expect(() => cutRegions('a\n<!-- KEEP_START -->\nb')).toThrow(
      expect.objectContaining({ code: 'skill/open-region' }),
    );
  });

  it('drops markers that form when one is taken out', () => {
    expect(dropMarkers('<!-- SLOW_<!-- KEEP_END -->UPDATE_START -->x')).toBe('x');
  });

  it('takes regions, front matter and lone markers out of a text a model wrote', () => {
    expect(dropRegions(`${skill}<!-- KEEP_END -->`).trimEnd()).toBe(
      '# Sums\n\n- Read both numbers.\n- Add them.\n\n## Format\n\n- Answer with digits.',
    );
  });
});
