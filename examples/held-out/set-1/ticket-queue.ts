import { codec, defineTemplate, int, oneOf, type ParamsOf, parseWord } from 'pawl/tasks';

const PEOPLE = ['ann', 'bob', 'cid', 'dee'] as const;
const EVENTS = [...PEOPLE, 'next'] as const;
const ANSWERS = [...PEOPLE, 'nobody'] as const;
type Event = (typeof EVENTS)[number];
type Answer = (typeof ANSWERS)[number];
interface Counter {
  readonly events: readonly Event[];
}

const params = { deepest: int(1, 8, 'most that wait at once'), steps: int(1, 64, 'number of events') };

/** Who stands first after each event. */
const fronts = ({ events }: Counter): Answer[] => {
  const arrivals = events.filter((event) => event !== 'next');
  let come = 0;
  let gone = 0;
  return events.map((event) => {
    if (event === 'next') gone++;
    else come++;
    return gone < come ? (arrivals[gone] ?? 'nobody') : 'nobody';
  });
};

/** The board over a counter: people arrive or the clerk calls the next one, and the board must say who stands first in the queue after each event. */
export default defineTemplate<ParamsOf<typeof params>, Counter, Event, Answer>({
  name: 'TICKET_QUEUE',
  family: 'strangers',
  domain: 'code',
  tags: ['queue'],
  says: 'Say who stands first in a queue, event after event.',
  shape: 'episode',
  params,
  levels: [
    { deepest: 2, steps: 6 },
    { deepest: 3, steps: 12 },
    { deepest: 3, steps: 16 },
    { deepest: 4, steps: 18 },
    { deepest: 5, steps: 24 },
  ],
  metrics: [],
  difficulty: ({ deepest, steps }) => deepest * steps,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ steps }) => steps,
  generate: ({ deepest, steps }, rng) => {
    let waiting = 0;
    const events = Array.from({ length: steps }, (): Event => {
      const arrives = waiting === 0 || (waiting < deepest && rng.chance(0.7));
      waiting += arrives ? 1 : -1;
      return arrives ? rng.pick(PEOPLE) : 'next';
    });
    return { events };
  },
  start: ({ events }) => {
    let at = 0;
    const queue: Answer[] = [];
    return {
      observe: () => events[at] ?? 'next',
      step: (action) => {
        const event = events[at] ?? 'next';
        if (event === 'next') queue.shift();
        else queue.push(event);
        at++;
        return { reward: action === (queue[0] ?? 'nobody') ? 1 / events.length : 0, done: at === events.length };
      },
    };
  },
  oracle: (counter) => {
    const shown = fronts(counter).values();
    return { act: () => shown.next().value ?? 'nobody' };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ANSWERS),
  randomReturn: () => 1 / 5,
  verify: (counter, actions) => {
    const all = counter.events.length;
    const right = fronts(counter).filter((front, at) => actions[at] === front).length;
    return right === all
      ? { ok: true, reward: 1 }
      : { ok: false, reward: right / all, why: `${right} of ${all} are right` };
  },
  measure: () => ({}),
  text: {
    rules: ({ steps }) =>
      `People queue at a counter, first come, first served. In each of ${steps} steps someone arrives (ann, bob, cid or dee), or "next" takes the first one out of the queue. Reply with who stands first after that, such as "answer: bob", or "answer: nobody". Each right reply earns 1/${steps}.`,
    observation: (event) => (event === 'next' ? 'next' : `${event} arrives`),
    action: (action) => action,
    parse: (reply) => parseWord(reply, ANSWERS),
  },
  bits: () => ({ observation: codec(oneOf(EVENTS)), action: codec(oneOf(ANSWERS)) }),
});
