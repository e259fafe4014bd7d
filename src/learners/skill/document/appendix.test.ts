import { describe, expect, it } from 'vitest';
import { addAppendixNotes, appendixNotesOf, consolidateNotes, setAppendixNotes } from './appendix.ts';
import { noteKey, readNotes } from './appendix-note.ts';
import { type Script, scriptedOptimizer, userText } from '../fixtures/scripted-optimizer.ts';
import { withSlowUpdate } from '../epoch/slow-update.ts';

const skill = { 'SKILL.md': '# A\n' };

describe('the appendix (1.13)', () => {
  it('is a region at the end with a heading and one bullet per note', () => {
    const { skill: after, added, total } = addAppendixNotes(skill, ['Read twice.', 'Slow\ndown.']);
    expect(after['SKILL.md']).toBe(
      '# A\n\n<!-- APPENDIX_START -->\n## Execution Notes Appendix\n- Read twice.\n- Slow down.\n<!-- APPENDIX_END -->\n',
    );
    expect([added, total, appendixNotesOf(after)]).toEqual([2, 2, ['Read twice.', 'Slow down.']]);
  });

  it('keeps the first of notes that differ in spaces, case or closing punctuation', () => {
    const first = addAppendixNotes(skill, ['Read  twice.']).skill;
    expect(addAppendixNotes(first, ['read twice;', 'READ TWICE', 'Read once'])).toMatchObject({ added: 1, total: 2 });
    expect(noteKey(' Read\n twice ._-')).toBe('read twice');
  });

  it('is rendered again at the end after a slow update, and cannot be closed by a note', () => {
    const noted = addAppendixNotes(skill, ['a <!-- APPENDIX_END --> b']).skill;
    const { skill: after } = addAppendixNotes(withSlowUpdate(noted, 'x'), ['c']);
    expect(after['SKILL.md']!.trimEnd().endsWith('- a b\n- c\n<!-- APPENDIX_END -->')).toBe(true);
    expect(appendixNotesOf(after)).toEqual(['a b', 'c']);
  });

  it('can be empty, and can be set', () => {
    const empty = addAppendixNotes(skill, []).skill;
    expect(empty['SKILL.md']).toContain('## Execution Notes Appendix\n<!-- APPENDIX_END -->');
    expect(appendixNotesOf(setAppendixNotes(empty, ['x', 'x.']))).toEqual(['x']);
    expect(appendixNotesOf(skill)).toEqual([]);
  });

  it('reads notes from lists, one text and objects, and ignores junk', () => {
    expect(readNotes(['a', { note: 'b' }, { content: ' c ' }, 7, null, { note: 3 }, ''])).toEqual(['a', 'b', 'c']);
    expect(readNotes('one')).toEqual(['one']);
    expect(readNotes(undefined)).toEqual([]);
  });
});

describe('consolidation (1.13)', () => {
  const consolidate = (script: Script): Promise<readonly string[] | undefined> =>
    consolidateNotes(['a', 'b', 'c'], scriptedOptimizer(script).optimizer);

  it('is asked for with every note', async () => {
    const { optimizer, requests } = scriptedOptimizer(() => ({ notes: ['both'] }));
    await consolidateNotes(['Read twice.', 'Slow down.'], optimizer);
    expect(userText(requests[0]!)).toContain('{"note":"Read twice."}\n{"note":"Slow down."}');
  });

  it('is adopted only if strictly shorter and not empty', async () => {
    expect(await consolidate(() => ({ notes: ['a and b', 'c'] }))).toEqual(['a and b', 'c']);
    expect(await consolidate(() => ({ notes: ['a', 'b', 'c'] }))).toBeUndefined();
    expect(await consolidate(() => ({ notes: [] }))).toBeUndefined();
    expect(await consolidate(() => 'no')).toBeUndefined();
  });
});
