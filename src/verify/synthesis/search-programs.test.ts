import { describe, expect, it } from 'vitest';
import { type Circuit, createBuilder, evaluateOnce, type Edge, type CircuitBuilder, words } from '#circuit';
import { checkEquivalence } from '../equivalence.ts';
import type { Verification } from './cegis.ts';
import { wordMacros } from './gate-macro.ts';
import { circuitOfMacroProgram, type MacroProgram, macroProgramText, runMacroProgram } from './macro-program.ts';
import { type ProgramExample, searchPrograms } from './search-programs.ts';

const WIDTH = 8;
const macros = wordMacros(WIDTH);

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((sum, bit, i) => sum + (bit ? 2 ** i : 0), 0);
}

function specification(make: (b: CircuitBuilder, x: Edge[], y: Edge[]) => readonly Edge[]): Circuit {
  const b = createBuilder();
  return b.build(make(b, b.inputs(WIDTH), b.inputs(WIDTH)));
}

/** Proves a program equal to a circuit over two words, or gives two words on which they differ. */
function verifier(wanted: Circuit) {
  return (program: MacroProgram): Verification<ProgramExample, Uint8Array> => {
    const check = checkEquivalence(circuitOfMacroProgram(program, WIDTH), wanted);
    if (check.answer === 'unknown') return check;
    if (check.answer === 'equal') return { answer: 'correct', evidence: check.proof.proof };
    const { inputs, b } = check.difference;
    const words = [inputs.slice(0, WIDTH), inputs.slice(WIDTH)].map(numberOf);
    return { answer: 'wrong', counterexample: { inputs: words, output: numberOf(b) } };
  };
}

const problem = { inputs: ['word', 'word'], result: 'word', macros, maxSteps: 4 } as const;

describe('searchPrograms', () => {
  it('finds the maximum of two words from counterexamples alone, with a proof', () => {
    const result = searchPrograms({ ...problem, verify: verifier(specification((b, x, y) => words.max(b, x, y))) });
    expect(result.answer).toBe('found');
    if (result.answer !== 'found') return;
    expect(result.candidate.steps).toHaveLength(2);
    expect(macroProgramText(result.candidate)).toContain('choose');
    expect(result.evidence.length).toBeGreaterThan(0);
    expect(result.examples.length).toBeGreaterThan(1);
  });

  it('finds a program of three steps: the distance of two words', () => {
    const distance = specification((b, x, y) =>
      words.mux(b, words.lessThan(b, x, y), words.subtract(b, y, x), words.subtract(b, x, y)),
    );
    const result = searchPrograms({ ...problem, verify: verifier(distance) });
    expect(result.answer).toBe('found');
    if (result.answer !== 'found') return;
    expect(result.candidate.steps.length).toBeLessThanOrEqual(4);
    expect(runMacroProgram(result.candidate, [3, 200])).toBe(197);
    expect(runMacroProgram(result.candidate, [200, 3])).toBe(197);
  });

  it('answers with an input when that is enough', () => {
    const result = searchPrograms({ ...problem, verify: verifier(specification((_, __, y) => y)) });
    expect(result).toMatchObject({ answer: 'found', candidate: { steps: [], result: 1 } });
  });

  it('says none when no short program exists, and unknown when the count is spent', () => {
    const product = verifier(specification((b, x, y) => words.multiply(b, x, y).slice(0, WIDTH)));
    expect(searchPrograms({ ...problem, maxSteps: 2, verify: product }).answer).toBe('none');
    expect(searchPrograms({ ...problem, maxSteps: 9, maxTried: 1000, verify: product }).answer).toBe('unknown');
  });

  it('is the same every time', () => {
    const run = () => searchPrograms({ ...problem, verify: verifier(specification((b, x, y) => words.min(b, x, y))) });
    expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
  });
});

describe('wordMacros', () => {
  it.each(macros.map((macro) => [macro.name, macro] as const))(
    '%s computes in gates what it computes on numbers',
    (_, macro) => {
      const program: MacroProgram = {
        inputs: macro.args,
        steps: [{ macro, args: macro.args.map((__, i) => i) }],
        result: macro.args.length,
      };
      const circuit = circuitOfMacroProgram(program, WIDTH);
      for (let trial = 0; trial < 300; trial += 1) {
        const inputs = macro.args.map((kind, i) => (kind === 'word' ? (trial * [37, 91, 151][i]!) & 255 : trial & 1));
        const bits = inputs.flatMap((value, i) =>
          Array.from({ length: macro.args[i] === 'word' ? WIDTH : 1 }, (__, bit) => ((value >> bit) & 1) === 1),
        );
        expect(numberOf(evaluateOnce(circuit, bits))).toBe(runMacroProgram(program, inputs));
      }
    },
  );
});
