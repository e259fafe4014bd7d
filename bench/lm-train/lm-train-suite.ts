import { median } from '#foundation/statistics';
import { cpuSecondsSince } from '../cpu-time.ts';
import { describeHardware } from '../hardware.ts';
import type { Suite, Table } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { type ContestantName, type Round, startContestant } from './contestants.ts';
import { trained } from './train-rounds.ts';

const sizes = { full: { rounds: 5, steps: 4 }, quick: { rounds: 2, steps: 2 } } as const;
const names: readonly ContestantName[] = ['one thread', '@jax-js/jax', 'two threads', 'idle'];

type Rounds = Readonly<Record<ContestantName, readonly Round[]>>;

/** Trains the same model from the same weights on the same batches, beside the peer, round by round in turn. */
export const lmTrainSuite: Suite = {
  async run(options) {
    const { quick, seed } = options;
    const spent = cpuSecondsSince();
    const size = quick ? sizes.quick : sizes.full;
    const hardware = describeHardware();
    const rounds = await measure(size, seed, (line) => options.note(line));
    const children = Object.values(rounds)
      .flat()
      .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    return {
      suite: 'lm-train',
      quick,
      seed,
      configuration: { hardware: { ...hardware }, model: { ...trained }, ...size },
      tables: tablesOf(rounds),
      plots: [],
      targets: targetsOf(rounds),
      notes: [
        'Every contestant is a process of its own and takes its round when the others wait; a first round warms up and compiles, and is not counted.',
        'Memory is the most that the process ever held, compile included, less that of a process that does nothing.',
        `Two threads: wall time depends on what else runs (load ${hardware.loadAverage.toFixed(1)} at the start); the busiest thread's CPU time is what two free cores would wait for.`,
        'Losses after the same steps are shown: the contestants compute the same thing.',
      ],
      cpuSeconds: spent() + children,
    };
  },
};

async function measure(
  { rounds, steps }: { readonly rounds: number; readonly steps: number },
  seed: number,
  note: (line: string) => void,
): Promise<Rounds> {
  const all = names.map((name) => ({ name, contestant: startContestant(name, seed), found: [] as Round[] }));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
      for (const { contestant, found } of all) {
        const one = await contestant.train(round === 0 ? 1 : steps);
        if (one !== undefined && round > 0) found.push(one);
      }
    }
  } finally {
    for (const { contestant } of all) contestant.end();
  }
  const of = (name: ContestantName): Round[] => all.find((each) => each.name === name)!.found;
  return {
    'one thread': of('one thread'),
    'two threads': of('two threads'),
    '@jax-js/jax': of('@jax-js/jax'),
    idle: of('idle'),
  };
}

/** The median over rounds, or nothing where none was trained. */
function over(rounds: readonly Round[], value: (round: Round) => number): number | null {
  return rounds.length === 0 ? null : median(rounds.map(value));
}

function memoryOf(rounds: Rounds, name: ContestantName): number | null {
  const [last, idle] = [rounds[name].at(-1), rounds.idle.at(-1)];
  return last === undefined || idle === undefined ? null : last.peakMegabytes - idle.peakMegabytes;
}

/** Round by round, so that what slows both down cancels. */
function ratioOf(of: readonly Round[], to: readonly Round[], value: (round: Round) => number): number | null {
  return of.length === 0 || to.length === 0 ? null : median(of.map((round, i) => value(round) / value(to[i]!)));
}

const perCpu = ({ tokens, cpuSeconds }: Round): number => tokens / cpuSeconds;

function tablesOf(rounds: Rounds): Table[] {
  return [
    {
      title: 'Training beside the peer: medians over rounds',
      columns: ['contestant', 'tokens / CPU-second', 'tokens / second', 'MB above idle', 'loss at the end'],
      rows: names
        .filter((name) => name !== 'idle')
        .map((name) => [
          name === '@jax-js/jax' ? name : `pawl, ${name}`,
          over(rounds[name], perCpu),
          over(rounds[name], ({ tokens, wallSeconds }) => tokens / wallSeconds),
          memoryOf(rounds, name),
          rounds[name].at(-1)?.loss ?? null,
        ]),
    },
    {
      title: 'Round by round',
      columns: [
        'round',
        'pawl, tokens / CPU-second',
        'peer',
        'ratio',
        'two threads over one, wall',
        'by busiest thread',
      ],
      rows: rounds['one thread'].map((own, i) => {
        const [peer, two] = [rounds['@jax-js/jax'][i], rounds['two threads'][i]!];
        return [
          i + 1,
          perCpu(own),
          peer === undefined ? null : perCpu(peer),
          peer === undefined ? null : perCpu(own) / perCpu(peer),
          own.wallSeconds / two.wallSeconds,
          own.cpuSeconds / two.busiestSeconds,
        ];
      }),
    },
  ];
}

function targetsOf(rounds: Rounds): Target[] {
  const [one, two, peer] = [rounds['one thread'], rounds['two threads'], rounds['@jax-js/jax']];
  const [own, theirs] = [memoryOf(rounds, 'one thread'), memoryOf(rounds, '@jax-js/jax')];
  return [
    atLeast('tokens per CPU-second over those of @jax-js/jax', ratioOf(one, peer, perCpu), 1.5),
    atMost('memory over that of @jax-js/jax', own === null || theirs === null ? null : own / theirs, 0.5),
    atLeast(
      'two threads over one, wall time',
      ratioOf(one, two, ({ wallSeconds }) => wallSeconds),
      1.7,
    ),
    atLeast(
      'two threads over one, by the CPU time of the busiest thread',
      over(
        one.map((round, i) => ({ ...round, busiestSeconds: round.cpuSeconds / two[i]!.busiestSeconds })),
        ({ busiestSeconds }) => busiestSeconds,
      ),
      1.7,
    ),
  ];
}
