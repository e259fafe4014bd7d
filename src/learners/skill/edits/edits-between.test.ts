import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { applyEdits } from './apply-edits.ts';
import { editsBetween } from './edits-between.ts';

const before = '# Head\n\n- one\n- two\n- three\n\nThe end.';

describe('edits between two texts', () => {
  it('are none where nothing but blank lines changed', () => {
    expect(editsBetween(before, before)).toEqual([]);
    expect(editsBetween('a\nb', 'a\n\n\nb\n')).toEqual([]);
    expect(editsBetween('a\nb', '\n\n\na\nb')).toEqual([]);
  });

  it('replace, delete and insert at the place that changed, one edit per new rule', () => {
    expect(editsBetween(before, before.replace('- two', '- 2'))).toEqual([
      { op: 'replace', content: '- 2', target: '- two' },
    ]);
    expect(editsBetween(before, before.replace('- two\n', ''))).toEqual([
      { op: 'delete', content: '', target: '- two' },
    ]);
    expect(editsBetween(before, before.replace('- two', '\n\n'))).toEqual([
      { op: 'delete', content: '', target: '- two' },
    ]);
    expect(editsBetween(before, before.replace('- three', '- three\n- four\n  goes on\n- five'))).toEqual([
      { op: 'insert_after', content: '- five', target: '- three' },
      { op: 'insert_after', content: '- four\n  goes on', target: '- three' },
    ]);
  });

  it('take paragraphs and numbered items apart', () => {
    const added = editsBetween('a', 'a\n1. one\n2) two\n\nsome words\nmore words');
    expect(added.map(({ content }) => content)).toEqual(['some words\nmore words', '2) two', '1. one']);
  });

  it('go to the top where nothing stands above, and are appended to an empty text', () => {
    expect(editsBetween('\nfirst', 'new\n\nfirst')).toEqual([
      { op: 'replace', content: 'new\n\nfirst', target: 'first' },
    ]);
    expect(editsBetween('', 'new')).toEqual([{ op: 'append', content: 'new', target: '' }]);
  });

  it('quote lines above until the target is the only one, and keep them', () => {
    const twice = 'A\n- same\nB\n- same';
    expect(editsBetween(twice, 'A\n- same\nB\n- other')).toEqual([
      { op: 'replace', content: 'B\n- other', target: 'B\n- same' },
    ]);
    expect(editsBetween(twice, 'A\n- same\nB')).toEqual([{ op: 'replace', content: 'B', target: 'B\n- same' }]);
    expect(editsBetween(twice, `${twice}\n- new`)).toEqual([
      { op: 'insert_after', content: '- new', target: 'B\n- same' },
    ]);
  });

  it('name the file that they are of', () => {
    expect(editsBetween('a', 'b', 'references/x.md')[0]).toMatchObject({ file: 'references/x.md' });
    expect(editsBetween('a', 'b')[0]).not.toHaveProperty('file');
  });

  it('property: applied, they make the other text, blank lines aside', () => {
    const rng = createRng('edits-between');
    const lines = Array.from({ length: 12 }, (_, i) => `- rule ${'abcdefghijkl'[i]} of twelve says ${i * 7}`);
    const bare = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
    for (let i = 0; i < 60; i += 1) {
      const from = `# Rules\n\n${lines.filter(() => rng.chance(0.6)).join('\n')}\n`;
      const to = `# Rules\n\n${lines.filter(() => rng.chance(0.6)).join('\n')}\n`;
      const { skill } = applyEdits({ 'SKILL.md': from }, editsBetween(from, to), {
        findLeaks: () => [],
        mayFallBack: false,
      });
      expect(bare(skill['SKILL.md']!)).toEqual(bare(to));
    }
  });
});
