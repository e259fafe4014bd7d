import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { isRecord } from '#foundation/kernel';
import { describeTerm } from '../../terms/describe-term.ts';
import type { Grammar } from '../../terms/grammar.ts';
import { findAbstractions, type KeptTerm } from '../../terms/library/find-abstractions.ts';
import { learnGrammar } from '../../terms/library/learn-grammar.ts';
import type { Learnt } from '../hypothesis-class.ts';
import { faceGrammar } from './face-grammar.ts';
import { allColumns, type TermProgram } from './term-plan.ts';

/** The grammar for a face after other skills were learnt: a function of these skills alone. */
export function grammarAfter(skills: readonly Learnt[], face: FacePorts): Grammar {
  const ports = [...face.observation.ports, ...face.action.ports];
  const symbols = Math.max(0, ...ports.map(({ symbol, values }) => (symbol ? values : 0)));
  return learnGrammar(faceGrammar(symbols), keptTerms(skills));
}

/** The abstractions of skills in words, one line each. */
export function describeLibrary(skills: readonly Learnt[]): string[] {
  return findAbstractions(keptTerms(skills)).abstractions.map(
    ({ name, args, term }) => `${name} of ${args.map((type, k) => `${type} $${k}`).join(', ')}: ${describeTerm(term)}`,
  );
}

/** Terms of skills, each once for faces of one shape: levels of a task differ in sizes alone. */
function keptTerms(skills: readonly Learnt[]): KeptTerm[] {
  const kept = new Map<string, KeptTerm>();
  for (const { class: name, hypothesis, face } of skills) {
    if (name !== 'terms' || !isProgram(hypothesis)) continue;
    const of = JSON.stringify([face.observation, face.action].map(({ ports }) => ports.map(shapeOf)));
    for (const [word, term] of hypothesis.says.entries()) {
      const columns = allColumns(face, word);
      kept.set(`${of}${JSON.stringify(term)}`, { term, of, typeOf: (column) => columns.get(column)?.type ?? 'word' });
    }
  }
  return [...kept.values()];
}

export function isProgram(hypothesis: unknown): hypothesis is TermProgram {
  return isRecord(hypothesis) && Array.isArray(hypothesis['says']);
}

/** A port without its sizes. */
export function shapeOf({ role, symbol, repeats, cases }: WordPort): string {
  return JSON.stringify([role, symbol, repeats.length, cases]);
}
