/** The worlds that can be practised in, by name. */
export const practiceWorldNames = ['first', 'second'] as const;
export type PracticeWorldName = (typeof practiceWorldNames)[number];

const digit = '[0-9]';
const two = `${digit} ${digit}`;
const three = `${digit} ${digit} ${digit}`;
const word = '[a-f]{3}';
const number = '([0-9]|[1-9][0-9])';
const call = (name: string, inner: string): [string, string] => [name, String.raw`${name}\(${inner}\)`];
const calledWord = '[g-k]{4}';

/**
 * How questions of a world are written, by kind: what anyone may see of it. What is asked in a form has an answer; which, is not said here.
 *
 * @source own
 */
export const practiceForms: Readonly<Record<PracticeWorldName, Readonly<Record<string, string>>>> = {
  first: {
    add: `add ${two}`,
    sub: `sub ${two}`,
    mul: `mul ${two}`,
    max: `max ${three}`,
    min: `min ${three}`,
    med: `med ${three}`,
    rev: `rev ${word}`,
    rot: `rot ${word}`,
    sor: `sor ${word}`,
    swp: `swp ${word}`,
    dup: `dup ${word}`,
    end: `end ${word}`,
  },
  second: Object.fromEntries([
    ...['twice', 'half', 'bin'].map((name) => call(name, number)),
    ...['gcd', 'gap', 'pow'].map((name) => call(name, `${number},${number}`)),
    ...['tail', 'cut', 'next', 'odd', 'uniq', 'flip'].map((name) => call(name, calledWord)),
  ]),
};
