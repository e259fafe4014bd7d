import { codec, defineTemplate, flag, int, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const params = {
  jobs: int(2, 32, 'jobs of a shift'),
  size: int(2, 40, 'greatest weight and greatest distance of a job'),
};

const ACTIONS = ['work', 'charge'] as const;
type Action = (typeof ACTIONS)[number];

interface Job {
  readonly weight: number;
  readonly distance: number;
  readonly fragile: boolean;
}

interface Shift {
  readonly capacity: number;
  readonly gain: number;
  readonly battery: number;
  readonly steps: number;
  readonly jobs: readonly Job[];
}

interface Seen extends Job {
  readonly battery: number;
  readonly capacity: number;
  readonly gain: number;
  readonly stepsLeft: number;
}

/** The greatest need of a job: its weight, and twice its distance where it is fragile. */
const greatest = (size: number) => 3 * size;
const needOf = ({ weight, distance, fragile }: Job) => weight + distance * (fragile ? 2 : 1);
/** No charge gains less than a third of the capacity, which is at most twice the greatest need: so at most two or three charges a job. */
const mostSteps = (jobs: number) => 4 * jobs;

/** The warehouse: drive the next job, or charge first? */
export default defineTemplate<ParamsOf<typeof params>, Shift, Seen, Action>({
  name: 'FORKLIFT_CHARGE',
  family: 'own',
  domain: 'agentic',
  tags: ['warehouse', 'battery'],
  says: 'Drive the jobs of a shift, and charge only where the battery does not last for the next one.',
  shape: 'episode',
  params,
  levels: [
    { jobs: 3, size: 4 },
    { jobs: 4, size: 7 },
    { jobs: 6, size: 10 },
    { jobs: 8, size: 20 },
  ],
  metrics: [{ name: 'driven', better: 'higher', says: 'jobs driven' }],
  difficulty: ({ jobs, size }) => jobs * size,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ jobs }) => mostSteps(jobs),

  generate: ({ jobs: count, size }, rng) => {
    const capacity = rng.int(greatest(size), 2 * greatest(size));
    const gain = rng.int(Math.ceil(capacity / 3), Math.ceil(capacity / 2));
    const battery = rng.int(0, Math.floor(capacity / 2));
    const jobs = Array.from({ length: count }, () => ({
      weight: rng.int(1, size),
      distance: rng.int(1, size),
      fragile: rng.chance(0.4),
    }));
    // As many steps as are needed by whoever charges as late as can be: nothing is lost at the brim.
    let steps = 0;
    let left = battery;
    for (const job of jobs) {
      for (; left < needOf(job); steps += 1) left = Math.min(capacity, left + gain);
      left -= needOf(job);
      steps += 1;
    }
    return { capacity, gain, battery, steps, jobs };
  },
  start: ({ capacity, gain, battery: full, steps, jobs }) => {
    let battery = full;
    let turn = 0;
    let stepsLeft = steps;
    let isOver = false;
    return {
      observe: () => {
        const job = jobs[Math.min(turn, jobs.length - 1)] ?? { weight: 1, distance: 1, fragile: false };
        return { ...job, battery, capacity, gain, stepsLeft };
      },
      step(action) {
        const job = jobs[turn];
        if (isOver || job === undefined) return { reward: 0, done: true };
        let reward = 0;
        stepsLeft -= 1;
        if (action === 'charge') battery = Math.min(capacity, battery + gain);
        if (action === 'work') {
          if (battery >= needOf(job)) {
            battery -= needOf(job);
            turn += 1;
            reward = 1 / jobs.length;
          } else {
            isOver = true; // it stands in the aisle
          }
        }
        isOver ||= turn === jobs.length || stepsLeft === 0;
        return { reward, done: isOver };
      },
    };
  },
  oracle: () => ({
    act: ({ battery, weight, distance, fragile }) =>
      battery >= needOf({ weight, distance, fragile }) ? 'work' : 'charge',
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ACTIONS),
  verify: ({ capacity, gain, battery, steps, jobs }, actions) => {
    const needs = jobs.map(({ weight, distance, fragile }) =>
      fragile ? weight + distance + distance : weight + distance,
    );
    let driven = 0;
    let charge = battery;
    for (const action of actions.slice(0, steps)) {
      const need = needs[driven];
      if (need === undefined) break;
      if (action === 'charge') charge = charge + gain > capacity ? capacity : charge + gain;
      else if (action === 'work') {
        if (charge - need < 0) {
          return { ok: false, reward: driven / jobs.length, why: `the forklift stands still on job ${driven + 1}` };
        }
        charge -= need;
        driven += 1;
      }
    }
    if (driven === jobs.length) return { ok: true, reward: 1 };
    return {
      ok: false,
      reward: driven / jobs.length,
      why: `${jobs.length - driven} jobs are left at the end of the shift`,
    };
  },
  measure: ({ jobs }, { total }) => ({ driven: Math.round(total * jobs.length) }),
  text: {
    rules: ({ jobs }) =>
      `You drive a forklift with ${jobs} jobs, one after the other. A job needs its weight plus its distance of the battery, and the distance once more if it is fragile. "work" drives the next job; if the battery is too low the forklift stands still and the shift is over. "charge" adds the gain to the battery, up to its capacity. Each takes a step, and the steps are few. Each job earns 1/${jobs}. Reply "answer: work" or "answer: charge".`,
    observation: (s) =>
      `battery ${s.battery} of ${s.capacity}, a charge gains ${s.gain}; next job: weight ${s.weight}, distance ${s.distance}, ${s.fragile ? 'fragile' : 'sturdy'}; ${s.stepsLeft} steps left`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, ACTIONS),
  },
  bits: ({ jobs, size }) => ({
    observation: codec(
      record<Seen>({
        battery: whole(0, 2 * greatest(size)),
        capacity: whole(0, 2 * greatest(size)),
        gain: whole(0, greatest(size)),
        weight: whole(1, size),
        distance: whole(1, size),
        fragile: flag,
        stepsLeft: whole(0, mostSteps(jobs)),
      }),
    ),
    action: codec(oneOf(ACTIONS)),
  }),
});
