/** Notes from what a model wrote: a list, one text, or objects with `note` or `content`. Anything else is left out. */
export function readNotes(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => {
    const text = typeof each === 'string' ? each : textOf(each);
    const note = text.replaceAll(/\s+/g, ' ').trim();
    return note === '' ? [] : [note];
  });
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const note: unknown = 'note' in value ? value.note : 'content' in value ? value.content : '';
  return typeof note === 'string' ? note : '';
}

/** What makes two notes the same: spaces, letter case and closing punctuation aside. */
export function noteKey(note: string): string {
  return note
    .replaceAll(/\s+/g, ' ')
    .replace(/[ .;:,_-]+$/, '')
    .trim()
    .toLowerCase();
}

/** The notes without repeats; the first of equal ones stays. */
export function distinctNotes(notes: readonly string[]): string[] {
  const seen = new Set<string>();
  return notes.filter((note) => {
    const key = noteKey(note);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
