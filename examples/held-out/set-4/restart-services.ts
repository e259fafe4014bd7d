import {
  codec,
  defineTemplate,
  flag,
  int,
  listOf,
  maybe,
  type ParamsOf,
  parseInteger,
  record,
  whole,
} from 'pawl/tasks';

const params = { services: int(2, 16, 'services of the system') };

/** A service: whether it runs, and up to two services that must run before it can start. */
interface Service {
  readonly runs: boolean;
  readonly needs: number | null;
  readonly alsoNeeds: number | null;
}

interface Outage {
  readonly services: readonly Service[];
}

const needsOf = ({ needs, alsoNeeds }: Service): readonly number[] =>
  [needs, alsoNeeds].filter((need): need is number => need !== null);

function canStart(services: readonly Service[], runs: readonly boolean[], which: number): boolean {
  const service = services[which];
  return service !== undefined && runs[which] === false && needsOf(service).every((need) => runs[need] === true);
}

/** Bring a system up again after a partial outage, one service after the other. */
export default defineTemplate<ParamsOf<typeof params>, Outage, readonly Service[], number>({
  name: 'RESTART_SERVICES',
  family: 'operations',
  domain: 'agentic',
  tags: ['dependencies'],
  says: 'Restart services in an order that respects what each needs.',
  shape: 'episode',
  params,
  levels: [4, 8, 10, 12, 14].map((services) => ({ services })),
  metrics: [{ name: 'started', better: 'higher', says: 'services started before the first mistake' }],
  difficulty: ({ services }) => services,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ services }) => services,
  manyAnswers: true,

  generate: ({ services }, rng) => {
    const order = rng.distinct(services, services);
    const up = rng.int(0, Math.floor(services / 2));
    const list: Service[] = Array.from({ length: services }, () => ({ runs: false, needs: null, alsoNeeds: null }));
    order.forEach((service, place) => {
      const earlier = order.slice(0, place);
      const first = earlier.length === 0 ? null : rng.chance(0.7) ? (earlier.at(-1) ?? null) : rng.pick(earlier);
      const others = earlier.filter((other) => other !== first);
      const second = others.length > 0 && rng.chance(0.5) ? rng.pick(others) : null;
      const isSwapped = rng.chance(0.5);
      list[service] = { runs: place < up, needs: isSwapped ? second : first, alsoNeeds: isSwapped ? first : second };
    });
    return { services: list };
  },
  start: ({ services }) => {
    const runs = services.map((service) => service.runs);
    const down = runs.filter((isUp) => !isUp).length;
    let isOver = false;
    return {
      observe: () => services.map((service, i) => ({ ...service, runs: runs[i] ?? false })),
      step(which) {
        if (isOver) return { reward: 0, done: true };
        if (which === undefined || !canStart(services, runs, which)) {
          isOver = true;
          return { reward: 0, done: true };
        }
        runs[which] = true;
        isOver = runs.every(Boolean);
        return { reward: 1 / down, done: isOver };
      },
    };
  },
  oracle: () => ({
    act: (services) => {
      const runs = services.map((service) => service.runs);
      return Math.max(
        0,
        services.findIndex((_, i) => canStart(services, runs, i)),
      );
    },
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { services }) => rng.below(services),
  randomReturn: ({ services }) => {
    // The mean number of starts before the first mistake, over all sets of running services that can come up.
    const known = new Map<number, number>();
    const first = services.reduce((set, { runs }, i) => (runs ? set | (1 << i) : set), 0);
    const needs = services.map((service) => needsOf(service).reduce((set, need) => set | (1 << need), 0));
    const starts = (set: number): number => {
      const seen = known.get(set);
      if (seen !== undefined) return seen;
      let mean = 0;
      needs.forEach((need, i) => {
        if ((set & (1 << i)) === 0 && (need & ~set) === 0) mean += (1 + starts(set | (1 << i))) / needs.length;
      });
      known.set(set, mean);
      return mean;
    };
    return starts(first) / services.filter(({ runs }) => !runs).length;
  },
  verify: ({ services }, actions) => {
    // By the place of each service in the list of actions: what ran before has place -1.
    const down = services.filter(({ runs }) => !runs).length;
    const placeOf = (service: number): number => {
      if (services[service]?.runs === true) return -1;
      const place = actions.indexOf(service);
      return place < 0 ? Infinity : place;
    };
    let right = 0;
    while (right < down) {
      const action = actions[right];
      if (action === undefined || placeOf(action) !== right) break;
      const service = services[action];
      if (service === undefined || needsOf(service).some((need) => placeOf(need) >= right)) break;
      right += 1;
    }
    if (right === down) return { ok: true, reward: 1 };
    return { ok: false, reward: right / down, why: `step ${right + 1} starts nothing that can start` };
  },
  baselines: [
    { predictor: 'copy', levels: [1], score: 0.3, why: 'with four services few are down' },
    { predictor: 'small tree', levels: [1], score: 0.45, why: 'with four services few are down' },
    { predictor: 'linear', levels: [1], score: 0.87, why: 'with four services few are down' },
    { predictor: 'nearest', levels: [1], score: 0.7, why: 'with four services few are down' },
  ],
  measure: ({ services }, { total }) => ({ started: Math.round(total * services.filter(({ runs }) => !runs).length) }),
  text: {
    rules: ({ services }) =>
      `There are ${services} services, numbered from 0, and some of them are down. A service can start when it is down and all services that it needs are running. Start one service per step until all run: reply with its number, such as "answer: 2". Each start earns an equal share of 1; to start a service that cannot start ends the task.`,
    observation: (services) =>
      services
        .map((service, i) => {
          const needs = needsOf(service);
          return `service ${i}: ${service.runs ? 'running' : 'down'}, needs ${needs.length === 0 ? 'nothing' : needs.join(' and ')}`;
        })
        .join('\n'),
    action: (which) => String(which),
    parse: (reply, { services }) => parseInteger(reply, 0, services - 1),
  },
  bits: ({ services }) => ({
    observation: codec(
      listOf(
        services,
        record<Service>({ runs: flag, needs: maybe(whole(0, services - 1)), alsoNeeds: maybe(whole(0, services - 1)) }),
      ),
    ),
    action: codec(whole(0, services - 1)),
  }),
});
