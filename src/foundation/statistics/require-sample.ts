import { Fault } from '#foundation/kernel';

/** Refuses a sample that is too small or holds NaN or an infinity, naming the offending place. */
export function requireSample(sample: ArrayLike<number>, what: string, least = 1): void {
  if (sample.length < least) {
    throw new Fault('kernel/bad-sample', `${what} needs ${least} or more observations, got ${sample.length}`, {
      details: { what, size: sample.length },
    });
  }
  for (let i = 0; i < sample.length; i += 1) {
    const value = sample[i]!;
    if (!Number.isFinite(value)) {
      throw new Fault('kernel/bad-sample', `${what}[${i}] is ${value}`, { details: { what, index: i, value } });
    }
  }
}

/** Refuses two lists that do not pair up one to one. */
export function requireSameLength(first: ArrayLike<unknown>, second: ArrayLike<unknown>, what: string): void {
  if (first.length !== second.length) {
    throw new Fault('kernel/bad-sample', `${what}: ${first.length} values cannot pair with ${second.length}`, {
      details: { what, first: first.length, second: second.length },
    });
  }
}

/** Refuses a number outside [low, high], NaN included. */
export function requireWithin(value: number, low: number, high: number, what: string): void {
  if (!(value >= low && value <= high)) throw outOfRange(value, `[${low}, ${high}]`, what);
}

/** Refuses a number outside (low, high), NaN included. */
export function requireInside(value: number, low: number, high: number, what: string): void {
  if (!(value > low && value < high)) throw outOfRange(value, `(${low}, ${high})`, what);
}

/** Refuses anything but a whole number from `low` to `high`. */
export function requireWhole(value: number, low: number, high: number, what: string): void {
  if (!(Number.isSafeInteger(value) && value >= low && value <= high)) {
    throw outOfRange(value, `whole numbers ${low} to ${high}`, what);
  }
}

function outOfRange(value: number, range: string, what: string): Fault {
  return new Fault('kernel/bad-range', `${what} is ${value}, outside ${range}`, { details: { what, value } });
}
