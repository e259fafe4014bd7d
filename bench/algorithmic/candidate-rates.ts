import { agreesWith } from '#learners/machine/plans/programs';
import { CandidateLanes, CandidateSpace, type Sequence } from '#learners/machine/plans';
import type { Table } from '../suite.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

const sizes = [
  { states: 2, counters: 0 },
  { states: 3, counters: 0 },
  { states: 1, counters: 1 },
  { states: 4, counters: 0 },
];

/** Candidates that are checked one by one to know the rate. */
const ONE_BY_ONE = 500;

/** How many checks of a candidate on a sequence a second allows, one candidate per lane and one by one, on the same sequences. */
export function candidateRates(sequences: readonly Sequence[]): Table {
  const longest = Math.max(...sequences.map(({ classes }) => classes.length));
  return {
    title: 'Candidates per pass: an automaton per lane, its table as planes, beside one by one',
    columns: ['template', 'candidates', 'per pass', 'CPU: checks/s in lanes', 'CPU: checks/s one by one', 'CPU: ratio'],
    rows: sizes.map(({ states, counters }) => {
      const space = new CandidateSpace({ classes: 2, states, counters });
      const lanes = new CandidateLanes(space, longest);
      const held = Math.min(space.count, lanes.lanes);
      const pass = (): void => {
        for (const { classes } of sequences) {
          lanes.begin();
          for (const token of classes) lanes.step(token);
          lanes.places();
        }
      };
      lanes.load(0);
      pass();
      const answers = new Array<number>(states * 3 ** counters).fill(0);
      const some = Array.from({ length: Math.min(ONE_BY_ONE, held) }, (_, number) => space.program(number, answers));
      let agreeing = 0;
      const oneByOne = (): void => {
        for (const program of some) for (const one of sequences) if (agreesWith(program, one)) agreeing += 1;
      };
      oneByOne();
      const inLanes = (held * sequences.length) / secondsOf(pass);
      const alone = (some.length * sequences.length) / secondsOf(oneByOne);
      return [`A(${states},${counters})`, space.count, held, inLanes, alone, inLanes / alone];
    }),
  };
}

function secondsOf(work: () => void): number {
  const cpuSeconds = cpuSecondsSince();
  work();
  const seconds = cpuSeconds();
  return Math.max(1e-6, seconds);
}
