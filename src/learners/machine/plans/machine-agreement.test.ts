import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { moveCount, seenRows, stackMoveCount } from './automaton.ts';
import { InstalledProgram } from './programs/installed-program.ts';
import { memoryOpCount } from './memory-controller.ts';
import { planProgram, simplifyPlan } from './programs/program-experts.ts';
import { runProgram, type StepProgram } from './programs/program.ts';
import { runInLanes } from './fixtures/run-in-lanes.ts';
import type { Sequence, SequenceShape } from './sequence.ts';

const table = (rng: Rng, rows: number, values: number): number[] =>
  Array.from({ length: rows }, () => rng.below(values));

function randomAutomaton(rng: Rng, symbols = 0): StepProgram {
  const [classes, states, counters] = [rng.int(2, 3), rng.int(1, 4), rng.int(0, symbols === 0 ? 2 : 1)];
  const seen = seenRows(counters, symbols);
  const rows = classes * states * seen;
  return {
    kind: 'automaton',
    classes,
    states,
    counters,
    next: table(rng, rows, states),
    moves: Array.from({ length: counters }, () => table(rng, rows, moveCount)),
    answers: table(rng, states * seen, 2),
    ...(symbols > 0 && { symbols, stack: table(rng, rows, stackMoveCount(symbols)) }),
  };
}

function randomWordCell(rng: Rng): StepProgram {
  return {
    kind: 'word-cell',
    classes: 2,
    width: rng.int(1, 9),
    cellBit: table(rng, 8, 2),
    cellCarry: table(rng, 8, 2),
    controlMode: table(rng, 8, 2),
    controlCarry: table(rng, 8, 2),
    answers: table(rng, 4, 2),
  };
}

function randomController(rng: Rng): StepProgram {
  const [classes, states, payloads] = [3, 3, rng.pick([3, 8, 100])];
  return {
    kind: 'memory-controller',
    classes,
    payloads,
    states,
    next: table(rng, classes * states, states),
    // Every operation is in some row.
    ops: rng.shuffle(Array.from({ length: classes * states }, (_, i) => i % memoryOpCount)),
  };
}

function randomSequences(rng: Rng, { classes, payloads }: SequenceShape): Sequence[] {
  return Array.from({ length: 40 }, () => {
    const length = rng.int(1, 40);
    return {
      classes: Uint8Array.from(table(rng, length, classes)),
      ...(payloads > 0 && { payloads: Uint16Array.from(table(rng, length, payloads)) }),
      labels: new Int16Array(length).fill(-1),
    };
  });
}

describe('an installed program', () => {
  it.each([
    ['automaton', (rng: Rng) => randomAutomaton(rng), 10],
    ['automaton with a stack', (rng: Rng) => randomAutomaton(rng, rng.int(1, 3)), 6],
    ['word cell', randomWordCell, 6],
    ['memory controller', randomController, 6],
  ] as const)('answers as its %s means, on random tables, and is unchanged by it', (name, draw, count) => {
    let ones = 0;
    for (let seed = 0; seed < count; seed += 1) {
      const rng = createRng(`agreement/${name}/${seed}`);
      const program = draw(rng);
      const payloads = program.kind === 'memory-controller' ? program.payloads : 0;
      const shape = { classes: program.classes, payloads, answers: payloads + 2 };
      const plan = planProgram(program, { maxLength: 40 });
      const installed = new InstalledProgram(seed === 2 ? simplifyPlan(plan).plan : plan, 128);
      const before = installed.behaviour();
      const sequences = randomSequences(rng, shape);
      const given = runInLanes(installed, sequences, shape);
      for (const [i, sequence] of sequences.entries()) {
        expect(given[i], `seed ${seed}, sequence ${i}`).toEqual(runProgram(program, sequence));
        ones += given[i]!.filter((answer) => answer > 0).length;
      }
      expect(installed.behaviour()).toBe(before);
    }
    expect(ones).toBeGreaterThan(100);
  });
});
