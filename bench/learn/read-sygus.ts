import { Fault } from '#foundation/kernel';
import type { Grammar, Term } from '#learners/machine/terms';

/** A bit-vector problem of the SyGuS format: examples, and the productions that a solution may use. */
export interface SygusProblem {
  readonly rows: readonly (readonly string[])[];
  readonly answer: readonly string[];
  readonly grammar: Grammar;
  /** The file's word for each production of ours. */
  readonly words: Readonly<Record<string, string>>;
}

const operations: Readonly<Record<string, string>> = {
  bvnot: 'bitNot',
  bvand: 'bitAnd',
  bvor: 'bitOr',
  bvxor: 'bitXor',
  bvadd: 'bitAdd',
};

/** Reads a problem of the PBE_BV track: one input, examples as constraints, shifts and a choice as defined functions. */
export function readSygus(text: string): SygusProblem {
  const words: Record<string, string> = {};
  for (const [file, ours] of Object.entries(operations)) if (text.includes(`(${file} Start`)) words[ours] = file;
  const defined = /\(define-fun (\w+) [^\n]*\n\s*\((bvlshr|bvshl) x #x([0-9a-f]{16})\)\)/g;
  for (const [, name, shift, places] of text.matchAll(defined)) {
    words[`${shift === 'bvshl' ? 'shiftLeft' : 'shiftRight'}${Number(`0x${places}`)}`] = name!;
  }
  const choice = /\(define-fun (\w+) [^\n]*\n\s*\(ite \(= x #x0000000000000001\) y z\)\)/.exec(text)?.[1];
  if (choice === undefined) throw new Fault('bench/failed', 'the file defines no choice');
  words['isOne'] = choice;
  const examples = [...text.matchAll(/\(constraint \(= \(f #x([0-9a-fA-F]{16})\) #x([0-9a-fA-F]{16})\)\)/g)];
  const constants = [...text.matchAll(/\(Start \(_ BitVec 64\) \(((?:#x[0-9a-f]{16} ?)+)/g)].flatMap((match) =>
    match[1]!.trim().split(' '),
  );
  return {
    rows: examples.map((match) => [match[1]!.toLowerCase()]),
    answer: examples.map((match) => match[2]!.toLowerCase()),
    grammar: {
      bits: onlyThese(words),
      abstractions: [],
      constants: constants.map((digits) => ({ term: { is: 'bits', value: digits.slice(2) }, type: 'bits', bits: 1 })),
    },
    words,
  };
}

/** One bit a production: solutions are found by size, as the track counts them. */
function onlyThese(words: Readonly<Record<string, string>>): Record<string, number> {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' && name in words ? 1 : Infinity) });
}

/** A solution in the words of the file. */
export function writeSygus(term: Term, words: Readonly<Record<string, string>>): string {
  switch (term.is) {
    case 'column':
      return term.name;
    case 'bits':
      return `#x${term.value}`;
    case 'call':
      return `(${words[term.name]} ${term.args.map((arg) => writeSygus(arg, words)).join(' ')})`;
    case 'choice': {
      const otherwise = writeSygus(term.otherwise, words);
      return term.cases.reduceRight((rest, { when, gives }) => {
        if (when.is !== 'call') throw new Fault('bench/failed', 'a choice tests no vector');
        return `(${words['isOne']} ${writeSygus(when.args[0]!, words)} ${writeSygus(gives, words)} ${rest})`;
      }, otherwise);
    }
    case 'before':
    case 'each':
    case 'item':
    case 'list':
    case 'place':
    case 'record':
    case 'symbol':
    case 'table':
    case 'word':
      throw new Fault('bench/failed', `a solution has ${term.is}`);
  }
}
