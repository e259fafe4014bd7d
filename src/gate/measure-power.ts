import type { Rng } from '#kernel';
import type { Gate, PowerReport } from './gate.ts';

const TRIALS = 200;
const GAINS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4] as const;
const WANTED = 0.8;

/**
 * What a gate can decide with these tasks, by playing it: an incumbent that solves each task with chance `score` against
 * copies of itself (the A/A check), and against candidates with a given true gain, each as the first candidate of a run.
 *
 *     noise floor = √(2 score (1 − score) / tasks)
 *
 * @source own; the noise floor is the standard deviation of a difference of two binomial shares
 */
export function measurePower(
  { tasks, alpha }: { readonly tasks: readonly string[]; readonly alpha: number },
  makeGate: (rng: Rng) => Gate,
  rng: Rng,
  score = 0.5,
): PowerReport {
  const accepted = (gain: number): number => {
    let count = 0;
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const stream = rng.fork(`${gain}/${trial}`);
      if (playTrial(makeGate(stream.fork('gate')), score, Math.min(1, score + gain), stream)) count += 1;
    }
    return count / TRIALS;
  };
  const noiseFloor = Math.sqrt((2 * score * (1 - score)) / Math.max(1, tasks.length));
  const power = GAINS.filter((gain) => score + gain <= 1).map((gain) => ({ gain, accepted: accepted(gain) }));
  const smallestDetectable = power.find((point) => point.accepted >= WANTED)?.gain ?? null;
  const falseAccepts = accepted(0);
  const can =
    smallestDetectable === null
      ? 'no gain that was tried is found 80 % of the time: most answers will be undecided'
      : `gains from ${smallestDetectable.toFixed(2)} are found 80 % of the time`;
  const summary = `${tasks.length} validation tasks, noise floor ${noiseFloor.toFixed(3)}: ${can}; a copy of the skill is accepted ${(100 * falseAccepts).toFixed(1)} % of the time.`;
  return { tasks: tasks.length, alpha, noiseFloor, power, smallestDetectable, falseAccepts, summary };
}

function playTrial(gate: Gate, incumbent: number, candidate: number, rng: Rng): boolean {
  const trial = gate.open({ id: 'played' });
  for (let block = trial.next(); block.length > 0; block = trial.next()) {
    trial.report(
      block.map(({ task, repeat }) => ({
        task,
        repeat,
        incumbent: rng.chance(incumbent) ? 1 : 0,
        candidate: rng.chance(candidate) ? 1 : 0,
      })),
    );
  }
  return trial.verdict === 'accept';
}
