import type { SkillFiles } from '#foundation/contracts/skills';
import { skillNames } from '#learners/skill/document';
import { Fault } from '#foundation/kernel';

// Texts of a JSON file are trained as a set of skills, one per field, each named by its pointer.

/** Where the text of a pointer stands among the files of a skill: `/tools/0/description` is `tools.0.description/SKILL.md`. */
function pathOf(pointer: string): string {
  const names = pointer.slice(1).split('/');
  return `${names.map((name) => encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('*', '%2A')).join('.')}/SKILL.md`;
}

/** The pointer that a member of a set was named by. */
function pointerOf(name: string): string {
  return `/${name.split('.').map(decodeURIComponent).join('/')}`;
}

/** The texts of these fields, as a set of skills. */
export function readFields(text: string, file: string, pointers: readonly string[]): SkillFiles {
  const root = parse(text, file);
  const files = pointers.map((pointer) => {
    const value = valueAt(root, pointer);
    if (typeof value === 'string') return [pathOf(pointer), value] as const;
    throw new Fault('cli/usage', `${file} has no text at ${pointer}`, {
      hint: 'Name fields by JSON pointers, such as /tools/0/description; a field must be there, if only as "".',
    });
  });
  return { ...Object.fromEntries(files), 'SKILL.md': '' };
}

/** The fields that a skill was made of. */
export function fieldsOf(skill: SkillFiles): readonly string[] {
  return skillNames(skill).map(pointerOf);
}

/** The file with the texts of a skill in its fields; every other byte stays. A field that ended without a line break still does. */
export function writeFields(text: string, file: string, skill: SkillFiles): string {
  const before = readFields(text, file, fieldsOf(skill));
  const spans = fieldsOf(skill)
    .filter((pointer) => !isSameField(before[pathOf(pointer)], skill[pathOf(pointer)]))
    .map((pointer) => ({ ...spanOf(text, pointer), pointer }))
    .toSorted((a, b) => b.start - a.start);
  let written = text;
  for (const { start, end, pointer } of spans) {
    const [old, now] = [before[pathOf(pointer)]!, skill[pathOf(pointer)]!];
    const value = JSON.stringify(old.endsWith('\n') ? now : now.trimEnd());
    written = written.slice(0, start) + value + written.slice(end);
  }
  return written;
}

/** Whether two texts of a field say the same: edits end with a line break, fields need not. */
export function isSameField(one: string | undefined, other: string | undefined): boolean {
  return one?.trimEnd() === other?.trimEnd();
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (cause) {
    throw new Fault('cli/cannot-read', `${file} does not read as JSON`, { details: { file }, cause });
  }
}

/** @source RFC 6901 */
function namesOf(pointer: string): readonly string[] {
  const names = pointer.slice(1).split('/');
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(root: unknown, pointer: string): unknown {
  if (!pointer.startsWith('/')) return undefined;
  let value = root;
  for (const name of namesOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const BLANK = /[\s\uFEFF]*/uy;
const STRING = /"(?:[^"\\]|\\.)*"/suy;
const OTHER = /[^\s,\]}]+/uy;

/** Where the value of a pointer stands in a text that is known to be JSON and to have it. Of equal names the last counts, as in JSON.parse. */
function spanOf(text: string, pointer: string): Span {
  let span: Span = { start: skip(BLANK, text, 0), end: text.length };
  for (const name of namesOf(pointer)) span = membersAt(text, span.start).findLast((each) => each.name === name)!;
  return { start: span.start, end: endOf(text, span.start) };
}

/** The members of an object or of a list; those of a list are named by their numbers. */
function membersAt(text: string, start: number): readonly (Span & { readonly name: string })[] {
  const members: (Span & { readonly name: string })[] = [];
  const isList = text[start] === '[';
  let at = skip(BLANK, text, start + 1);
  while (text[at] !== ']' && text[at] !== '}') {
    let name = String(members.length);
    if (!isList) {
      const end = skip(STRING, text, at);
      name = JSON.parse(text.slice(at, end));
      // Behind the colon.
      at = skip(BLANK, text, skip(BLANK, text, end) + 1);
    }
    const end = endOf(text, at);
    members.push({ name, start: at, end });
    at = skip(BLANK, text, end);
    if (text[at] === ',') at = skip(BLANK, text, at + 1);
  }
  return members;
}

function endOf(text: string, start: number): number {
  if (text[start] === '"') return skip(STRING, text, start);
  if (text[start] !== '{' && text[start] !== '[') return skip(OTHER, text, start);
  const last = membersAt(text, start).at(-1)?.end ?? start + 1;
  return skip(BLANK, text, last) + 1;
}

function skip(what: RegExp, text: string, at: number): number {
  what.lastIndex = at;
  return what.test(text) ? what.lastIndex : at;
}
