import type { Rng } from '#foundation/kernel';
import type { PowerReport, Tests } from './gate.ts';

const TRIALS = 120;
const GAINS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4] as const;
const WANTED = 0.8;
/** Gains beyond one that is found so often are not played. */
const CERTAIN = 0.95;
/** How far tasks' own chances of success lie apart, where the mean leaves room for it. */
const SPREAD = 0.3;

/** Numbers of validation tasks that are tried when it is asked how many a gain needs. */
const SIZES = [8, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100, 130, 160, 200, 260, 320] as const;

/**
 * What a gate can decide with these tasks, by playing it: an incumbent that solves tasks with mean chance `score` against copies of
 * itself (the A/A check), and against candidates with a given true gain, each as the first candidate of a run.
 *
 *     chance of a task   p ~ Beta of mean `score` and standard deviation 0.3
 *     with the gain g    a task is touched with chance 1 − p, and then q = p + c (1 − p),  c = g / E[(1 − p)²]
 *     noise floor        √(2 score (1 − score) / tasks)
 *
 * @source own; the noise floor is the standard deviation of a difference of two binomial shares
 */
export function measurePower(
  { tasks, alpha }: { readonly tasks: readonly string[]; readonly alpha: number },
  makeGate: (rng: Rng) => Tests,
  rng: Rng,
  score = 0.5,
): PowerReport {
  const accepted = (gain: number): number => acceptance(makeGate, { tasks, score, gain }, TRIALS, rng);
  const noiseFloor = Math.sqrt((2 * score * (1 - score)) / Math.max(1, tasks.length));
  const power: { gain: number; accepted: number }[] = [];
  for (const gain of GAINS.filter((one) => score + one <= 1)) {
    power.push({ gain, accepted: accepted(gain) });
    if (power.at(-1)!.accepted >= CERTAIN) break;
  }
  const found = power.find((point) => point.accepted >= WANTED);
  const falseAccepts = accepted(0);
  const can =
    found === undefined
      ? 'no gain that was tried is found 80 % of the time: most answers will be undecided'
      : `gains from ${found.gain.toFixed(2)} are found ${Math.floor(100 * found.accepted)} % of the time`;
  const summary = `${tasks.length} validation tasks, noise floor ${noiseFloor.toFixed(3)}: ${can}; a copy of the skill is accepted ${(100 * falseAccepts).toFixed(1)} % of the time.`;
  return {
    tasks: tasks.length,
    alpha,
    noiseFloor,
    power,
    smallestDetectable: found?.gain ?? null,
    falseAccepts,
    summary,
  };
}

/** The fewest validation tasks, of those tried, with which a gain is found 80 % of the time; null where none suffices. */
export function fewestTasks(
  gain: number,
  makeGate: (tasks: readonly string[], rng: Rng) => Tests,
  rng: Rng,
  score = 0.5,
): number | null {
  for (const size of SIZES) {
    const tasks = Array.from({ length: size }, (_, i) => `t${i}`);
    const stream = rng.fork(`size/${size}`);
    const setting = { tasks, score, gain };
    // A look at a few plays first: most sizes are far off.
    if (acceptance((one) => makeGate(tasks, one), setting, TRIALS / 4, stream) < WANTED - 0.15) continue;
    if (acceptance((one) => makeGate(tasks, one), setting, TRIALS, stream) >= WANTED) return size;
  }
  return null;
}

interface Played {
  readonly tasks: readonly string[];
  readonly score: number;
  readonly gain: number;
}

function acceptance(makeGate: (rng: Rng) => Tests, played: Played, trials: number, rng: Rng): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const stream = rng.fork(`${played.gain}/${trial}`);
    if (playTrial(makeGate(stream.fork('gate')), played, stream)) count += 1;
  }
  return count / trials;
}

function playTrial(gate: Tests, { tasks, score, gain }: Played, rng: Rng): boolean {
  const drawn = new Map(tasks.map((task) => [task, drawChances(score, gain, rng)]));
  const trial = gate.open({ id: 'played' });
  for (let block = trial.next(); block.length > 0; block = trial.next()) {
    trial.report(
      block.map(({ task, repeat }) => {
        const [incumbent, candidate] = drawn.get(task)!;
        return { task, repeat, incumbent: rng.chance(incumbent) ? 1 : 0, candidate: rng.chance(candidate) ? 1 : 0 };
      }),
    );
  }
  return trial.verdict === 'accept';
}

function drawChances(score: number, gain: number, rng: Rng): readonly [number, number] {
  if (score <= 0 || score >= 1) return [score, Math.min(1, Math.max(0, score + gain))];
  // Beta(s k, (1 − s) k) has the variance s (1 − s) / (k + 1); near 0 and 1 it cannot have the whole spread.
  const k = Math.max(0.5, (score * (1 - score)) / SPREAD ** 2 - 1);
  const failing = 1 - score;
  const square = (failing * score) / (k + 1) + failing * failing;
  const p = drawBeta(score * k, failing * k, rng);
  const size = gain / square;
  // Above a full repair of every touched task, more tasks are touched.
  const isTouched = rng.chance(Math.min(1, (1 - p) * Math.max(1, size)));
  return [p, isTouched ? p + Math.min(1, size) * (1 - p) : p];
}

/** A draw of Beta(a, b). @source Jöhnk 1964 */
function drawBeta(a: number, b: number, rng: Rng): number {
  for (;;) {
    const x = rng.float() ** (1 / a);
    const y = rng.float() ** (1 / b);
    if (x + y <= 1 && x + y > 0) return x / (x + y);
  }
}
