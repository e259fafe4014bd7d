import { codec, defineTemplate, int, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  hours: int(2, 48, 'hours of a shift'),
  power: int(2, 40, 'highest notch of the heating'),
  loss: int(1, 40, 'most degrees that are lost in an hour'),
};

const TOP = 99;
const HALF = 1;

interface Hour {
  readonly loss: number;
  readonly target: number;
}
interface Seen {
  readonly temperature: number;
  readonly loss: number;
  readonly low: number;
  readonly high: number;
}
interface Shift {
  readonly temperature: number;
  readonly hours: readonly Hour[];
}

/** Keep a hothouse in its band, hour by hour: each notch of heating gives 2 degrees, and the loss of the hour is foretold. */
export default defineTemplate<ParamsOf<typeof params>, Shift, Seen, number>({
  name: 'HOTHOUSE',
  family: 'set-5',
  domain: 'agentic',
  tags: ['heating'],
  says: 'Choose the notch of heating that has the house within its band when the hour is over.',
  shape: 'episode',
  params,
  levels: [
    { hours: 3, power: 3, loss: 3 },
    { hours: 5, power: 5, loss: 5 },
    { hours: 8, power: 8, loss: 8 },
    { hours: 12, power: 11, loss: 11 },
    { hours: 16, power: 15, loss: 15 },
  ],
  metrics: [{ name: 'kept', better: 'higher', says: 'hours that ended in the band' }],
  difficulty: ({ hours, power }) => hours * power,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ hours }) => hours,
  manyAnswers: true,
  generate: ({ hours, power, loss }, rng) => {
    const temperature = rng.int(30, 70);
    const list: Hour[] = [];
    let at = temperature;
    for (let i = 0; i < hours; i += 1) {
      const lost = rng.int(1, loss);
      // Only targets that some notch reaches, so that the band can always be kept.
      const notches: number[] = [];
      for (let n = 0; n <= power; n += 1) if (at + 2 * n - lost >= 5 && at + 2 * n - lost <= TOP - 5) notches.push(n);
      at += 2 * rng.pick(notches) - lost;
      list.push({ loss: lost, target: at });
    }
    return { temperature, hours: list };
  },
  start: ({ temperature, hours }) => {
    let now = temperature;
    let turn = 0;
    return {
      observe: () => {
        const { loss, target } = hours[Math.min(turn, hours.length - 1)] ?? { loss: 1, target: 50 };
        return { temperature: now, loss, low: target - HALF, high: target + HALF };
      },
      step(notch) {
        const hour = hours[turn];
        if (hour === undefined) return { reward: 0, done: true };
        turn += 1;
        // A notch that cannot be read leaves the heating off, and earns nothing.
        now = Math.max(0, Math.min(TOP, now + 2 * (notch ?? 0) - hour.loss));
        const isKept = notch !== undefined && Math.abs(now - hour.target) <= HALF;
        return { reward: isKept ? 1 / hours.length : 0, done: turn === hours.length };
      },
    };
  },
  oracle: () => ({
    act: ({ temperature, loss, low }) => Math.max(0, Math.floor((low + HALF - temperature + loss) / 2)),
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { power }) => rng.int(0, power),
  verify: ({ temperature, hours }, actions) => {
    let at = temperature;
    let kept = 0;
    hours.forEach(({ loss, target }, i) => {
      const notch = i < actions.length ? actions[i] : undefined;
      at += (notch ?? 0) + (notch ?? 0) - loss;
      if (at > TOP) at = TOP;
      if (at < 0) at = 0;
      if (notch !== undefined && at >= target - HALF && at <= target + HALF) kept += 1;
    });
    const reward = kept / hours.length;
    return kept === hours.length ? { ok: true, reward } : { ok: false, reward, why: `${kept} hours ended in the band` };
  },
  baselines: [
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.4,
      why: 'few notches, and similar hours ask for similar ones',
    },
    {
      predictor: 'single feature',
      levels: [2],
      score: 0.3,
      why: 'few notches, and similar hours ask for similar ones',
    },
    {
      predictor: 'single feature',
      levels: [3],
      score: 0.25,
      why: 'few notches, and similar hours ask for similar ones',
    },
    {
      predictor: 'small tree',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'half of one sum of the seen words is all that is asked',
      isDefinition: true,
    },
    {
      predictor: 'linear',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'half of one sum of the seen words is all that is asked',
      isDefinition: true,
    },
    { predictor: 'nearest', levels: [1], score: 0.8, why: 'few notches, and similar hours ask for similar ones' },
    { predictor: 'nearest', levels: [2], score: 0.4, why: 'few notches, and similar hours ask for similar ones' },
    { predictor: 'nearest', levels: [3], score: 0.25, why: 'few notches, and similar hours ask for similar ones' },
  ],
  measure: ({ hours }, { total }) => ({ kept: Math.round(total * hours.length) }),
  text: {
    rules: ({ hours, power }) =>
      `You heat a hothouse for ${hours} hours. You see its temperature, the degrees that it will lose in this hour, and the band in which it must be when the hour is over (both ends are in it). Each notch of heating, 0 to ${power}, gives 2 degrees. Reply with the notch, such as "answer: 2". Each hour that ends in the band earns 1/${hours}.`,
    observation: ({ temperature, loss, low, high }) =>
      `temperature ${temperature}, loss ${loss}, band ${low} to ${high}`,
    action: (notch) => String(notch),
    parse: (reply, { power }) => parseInteger(reply, 0, power),
  },
  bits: ({ power, loss }) => ({
    observation: codec(
      record<Seen>({ temperature: whole(0, TOP), loss: whole(1, loss), low: whole(0, TOP), high: whole(0, TOP) }),
    ),
    action: codec(whole(0, power)),
  }),
});
