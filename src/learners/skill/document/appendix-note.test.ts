import { describe, expect, it } from 'vitest';
import { distinctNotes, noteKey, readNotes } from './appendix-note.ts';

describe('notes in the appendix of a skill', () => {
  it('are read from a list, one text, or objects; anything else is left out', () => {
    expect(readNotes(['  one\n two ', { note: 'three' }, { content: 'four' }, { other: 'x' }, 5, null, '  '])).toEqual([
      'one two',
      'three',
      'four',
    ]);
    expect(readNotes('alone')).toEqual(['alone']);
    expect(readNotes({ note: 'n', content: 'c' })).toEqual(['n']);
    expect(readNotes({ note: 7 })).toEqual([]);
    expect(readNotes(undefined)).toEqual([]);
  });

  it('are the same whatever their spaces, case and closing marks', () => {
    expect(noteKey(' Check \n twice.;: ')).toBe('check twice');
    expect(noteKey('a.b')).toBe('a.b');
    expect(noteKey('...')).toBe('');
  });

  it('stay once, the first of equal ones; one without words does not', () => {
    expect(distinctNotes(['One.', 'one', '--', 'two', 'ONE'])).toEqual(['One.', 'two']);
  });
});
