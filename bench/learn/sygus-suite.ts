import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRng, Fault } from '#foundation/kernel';
import { learnRule } from '#learners/machine/terms';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite } from '../suite.ts';
import { atLeast } from '../target.ts';
import { checkSygus } from './check-sygus.ts';
import { readSygus, writeSygus } from './read-sygus.ts';

/** Seconds of wall time for each program and file. */
const SECONDS = 60;
const EFFORT = 2_000_000_000;
/** No row of such a file is wrong. */
const ERROR_BITS = 1_000_000;

interface Solved {
  readonly name: string;
  readonly examples: number;
  readonly ours: number | null;
  readonly size: number;
  readonly cvc5: number | null;
}

/** Bit-vector problems by examples, with the grammar that the file gives, beside cvc5 with equal time. */
export const sygusSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, folder, ...asked }) {
    if (folder === undefined) throw new Fault('bench/failed', 'no problems: name a folder of .sl files with --sygus');
    const cpuSeconds = cpuSecondsSince();
    const hasPeer = spawnSync('cvc5', ['--version']).status === 0;
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sl'))
      .sort();
    const rows = files.map((name) => {
      const row = solve(join(folder, name), seed, hasPeer);
      asked.note(`${row.name}: ours ${row.ours ?? 'none'} s, cvc5 ${row.cvc5 ?? 'none'} s`);
      return row;
    });
    const solved = (key: 'ours' | 'cvc5'): number => rows.filter((row) => row[key] !== null).length;
    return {
      suite: 'sygus',
      quick,
      seed,
      configuration: { hardware: hardwareRecord().record, seconds: SECONDS, effort: EFFORT, files: rows.length },
      tables: [
        {
          title: 'Solved',
          columns: ['program', 'solved', 'of'],
          rows: [
            ['ours', solved('ours'), rows.length],
            ['cvc5', hasPeer ? solved('cvc5') : null, rows.length],
          ],
        },
        {
          title: 'Files',
          columns: ['file', 'examples', 'ours, s', 'nodes of ours', 'cvc5, s'],
          rows: rows.map((row) => [row.name, row.examples, row.ours, row.size, row.cvc5]),
        },
      ],
      plots: [],
      targets: [
        atLeast('solved, beside cvc5', hasPeer ? solved('ours') : null, hasPeer ? solved('cvc5') : rows.length),
      ],
      notes: [
        'Every solution of ours is written in the words of the file and checked on all its examples by a reader that shares no code with the learner.',
        hasPeer ? `cvc5 is the installed program, ${SECONDS} s of wall time a file.` : 'cvc5 was not found.',
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};

function solve(path: string, seed: number, hasPeer: boolean): Solved {
  const name = basename(path, '.sl');
  const problem = readSygus(readFileSync(path, 'utf8'));
  const began = performance.now();
  const learnt = learnRule({
    columns: [{ name: 'x', type: 'bits' }],
    rows: problem.rows,
    answer: problem.answer,
    answerSpec: { type: 'bits' },
    grammar: problem.grammar,
    patience: 0,
    errorBits: ERROR_BITS,
    effort: EFFORT,
    rng: createRng(`sygus/${seed}/${name}`),
  });
  const seconds = (performance.now() - began) / 1000;
  const text = writeSygus(learnt.rule.term, problem.words);
  const isRight = seconds <= SECONDS && checkSygus(text, problem.rows, problem.answer);
  return {
    name,
    examples: problem.rows.length,
    ours: isRight ? seconds : null,
    size: text.split(/[\s()]+/).filter(Boolean).length,
    cvc5: hasPeer ? peerSeconds(path) : null,
  };
}

function peerSeconds(path: string): number | null {
  const began = performance.now();
  const { stdout } = spawnSync('cvc5', ['--lang=sygus2', path], { encoding: 'utf8', timeout: SECONDS * 1000 });
  return stdout.includes('define-fun') ? (performance.now() - began) / 1000 : null;
}
