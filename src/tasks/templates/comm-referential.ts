import type { Rng } from '#foundation/kernel';
import type { Environment, Judged, StepResult, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { codec, constant, listOf, record, tagged, whole } from '../faces/bit-layout.ts';
import { parseInteger, parseIntegers } from '../faces/reply.ts';
import { choice, int, type ParamsOf } from '../define/param-range.ts';
import {
  type Channel,
  decodeTarget,
  encodeTarget,
  type Message,
  messageCount,
  type Thing,
} from '../language/reference-protocol.ts';

const params = {
  bandwidth: int(1, 8, 'symbols per message; bits where vocab_size is 2'),
  vocab_size: int(2, 16, 'number of different symbols; 2 gives 2^bandwidth messages'),
  n_objects: int(2, 64, 'objects, the target among them'),
  n_features: int(1, 6, 'features of an object'),
  n_values: int(2, 8, 'values of a feature'),
  varying: int(1, 6, 'features in which the objects can differ; the fewer, the more alike they are'),
  role: choice(['both', 'sender', 'receiver'], 'which roles are played; the other is played by the reference protocol'),
};
type CommParams = ParamsOf<typeof params>;

type CommSeen =
  | { readonly kind: 'sender'; readonly objects: readonly Thing[]; readonly target: number }
  | { readonly kind: 'receiver'; readonly objects: readonly Thing[]; readonly message: Message };

type CommAction =
  | { readonly kind: 'send'; readonly message: Message }
  | { readonly kind: 'choose'; readonly object: number };

interface CommInstance {
  readonly params: CommParams;
  /** As the sender sees them. */
  readonly objects: readonly Thing[];
  readonly target: number;
  /** The receiver's k-th object is the sender's `order[k]`-th. */
  readonly order: readonly number[];
}

const over: StepResult = { reward: 0, done: true };
const sent: StepResult = { reward: 0, done: false };
const named: StepResult = { reward: 1, done: true };

function channelOf({ bandwidth, vocab_size }: CommParams): Channel {
  return { length: bandwidth, symbols: vocab_size };
}

/** First the sender's turn, then the receiver's; a message that cannot be read arrives as all zeros. */
class Comm implements Environment<CommSeen, CommAction> {
  private readonly instance: CommInstance;
  private message: Message | undefined;
  private done = false;

  constructor(instance: CommInstance) {
    this.instance = instance;
    const { params, objects, target } = instance;
    if (params.role === 'receiver') this.message = encodeTarget(objects, target, channelOf(params));
  }

  observe(): CommSeen {
    const { objects, target, order } = this.instance;
    if (this.message === undefined) return { kind: 'sender', objects, target };
    return { kind: 'receiver', objects: order.map((i) => objects[i]!), message: this.message };
  }

  step(action: CommAction | undefined): StepResult {
    if (this.done) return over;
    const { params, objects, target, order } = this.instance;
    if (this.message === undefined) {
      this.message = action?.kind === 'send' ? action.message : new Array<number>(params.bandwidth).fill(0);
      if (params.role === 'both') return sent;
      this.done = true;
      return decodeTarget(objects, this.message, channelOf(params)) === target ? named : over;
    }
    this.done = true;
    return action?.kind === 'choose' && order[action.object] === target ? named : over;
  }
}

/** Different objects that share all features but some; every target is equally likely, so likeness to the others tells nothing. */
function drawObjects({ n_objects, n_features, n_values, varying }: CommParams, rng: Rng): number[][] {
  const shared = Array.from({ length: n_features }, () => rng.below(n_values));
  const free = rng.distinct(varying, n_features);
  return rng.distinct(n_objects, n_values ** varying).map((code) => {
    const object = shared.slice();
    let left = code;
    for (const feature of free) {
      object[feature] = left % n_values;
      left = Math.floor(left / n_values);
    }
    return object;
  });
}

/** Counts smaller objects as numbers instead of sorting, and plays the roles of the reference protocol so. */
function verify(
  { params, objects, target, order }: CommInstance,
  actions: readonly (CommAction | undefined)[],
): Judged {
  const failed = { ok: false, reward: 0, why: 'the target was not identified' };
  const [first, second] = actions;
  if (actions.length === 0) return failed;
  if (params.role === 'sender') {
    const number = (object: Thing): number => object.reduce((sum, value) => sum * params.n_values + value, 0);
    const rank = objects.filter((object) => number(object) < number(objects[target]!)).length;
    const digits = first?.kind === 'send' ? first.message : [0];
    const said = digits.reduce((sum, symbol) => sum * params.vocab_size + symbol, 0);
    return said % objects.length === rank ? { ok: true, reward: 1 } : failed;
  }
  const choice = params.role === 'both' ? second : first;
  return choice?.kind === 'choose' && choice.object === order.indexOf(target) ? { ok: true, reward: 1 } : failed;
}

function referenceAction(seen: CommSeen, channel: Channel): CommAction {
  if (seen.kind === 'sender') return { kind: 'send', message: encodeTarget(seen.objects, seen.target, channel) };
  return { kind: 'choose', object: decodeTarget(seen.objects, seen.message, channel) };
}

function playedBy(role: CommParams['role']): string {
  if (role !== 'both') return `You play the ${role}.`;
  return (
    'Sender and receiver are two players who have read these rules and nothing else: you are one of them, neither sees what the other sees or ' +
    'does, and nothing was agreed before, so use a convention that the other player would arrive at too.'
  );
}

function objectText(object: Thing, place: number): string {
  return `${place}: ${object.map((value, i) => `${'ABCDEF'[i]}${value}`).join(' ')}`;
}

/**
 * Two roles, played by separate agents, share a set of objects, seen in different orders: the sender knows the target and sends a message, the receiver picks an object.
 *
 *     best chance of success = min(1, M / n),  M = vocab_size^bandwidth messages, n objects
 *
 * @source spec/task-grammar §5.3.1
 */
export const commReferential: Template<CommParams, CommInstance, CommSeen, CommAction> = defineTemplate<
  CommParams,
  CommInstance,
  CommSeen,
  CommAction
>({
  name: 'COMM_REFERENTIAL',
  version: 2,
  // Separate agents: one that played both roles could remember the target.
  seat: (seen: CommSeen) => (seen.kind === 'sender' ? 0 : 1),
  family: 'communication',
  domain: 'language',
  tags: ['multi-agent', 'communication'],
  says: 'Send a short message that lets a receiver pick the target among similar objects.',
  shape: 'episode',
  params,
  levels: [
    { bandwidth: 2, vocab_size: 2, n_objects: 4, n_features: 2, n_values: 3, varying: 2, role: 'both' },
    { bandwidth: 3, vocab_size: 2, n_objects: 8, n_features: 3, n_values: 3, varying: 2, role: 'receiver' },
    { bandwidth: 2, vocab_size: 2, n_objects: 8, n_features: 3, n_values: 4, varying: 3, role: 'both' },
    { bandwidth: 2, vocab_size: 4, n_objects: 16, n_features: 4, n_values: 4, varying: 2, role: 'sender' },
    { bandwidth: 4, vocab_size: 2, n_objects: 24, n_features: 4, n_values: 4, varying: 3, role: 'both' },
    { bandwidth: 3, vocab_size: 3, n_objects: 32, n_features: 5, n_values: 4, varying: 3, role: 'both' },
  ],
  conflict({ n_objects, n_features, n_values, varying }) {
    if (varying > n_features) return `varying is ${varying}, must be at most n_features = ${n_features}`;
    if (n_values ** varying >= n_objects) return undefined;
    return `n_objects is ${n_objects}, must be at most n_values^varying = ${n_values ** varying}`;
  },
  metrics: [
    { name: 'success', better: 'higher', says: 'share of episodes in which the target is identified' },
    {
      name: 'cross_play',
      better: 'higher',
      says: 'share of messages that the reference receiver would understand, where the sender is played',
    },
    {
      name: 'compression',
      better: 'higher',
      says: 'share of the channel that messages which succeed leave unused: symbols that end a message as zeros',
    },
  ],
  difficulty: (params) =>
    params.n_objects * (1 + Math.max(0, Math.log2(params.n_objects / messageCount(channelOf(params))))) +
    params.n_features,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ role }) => (role === 'both' ? 2 : 1),
  generate: (params, rng) => ({
    params,
    objects: drawObjects(params, rng),
    target: rng.below(params.n_objects),
    order: rng.distinct(params.n_objects, params.n_objects),
  }),
  start: (instance) => new Comm(instance),
  oracle: ({ params }) => ({ act: (seen) => referenceAction(seen, channelOf(params)) }),
  optimum({ params }) {
    const chance = messageCount(channelOf(params)) / params.n_objects;
    return chance >= 1 ? { kind: 'exact', reward: 1 } : { kind: 'expected', reward: chance, low: 0, high: 1 };
  },
  randomAction(seen, rng, { bandwidth, vocab_size, n_objects }) {
    if (seen.kind === 'receiver') return { kind: 'choose', object: rng.below(n_objects) };
    return { kind: 'send', message: Array.from({ length: bandwidth }, () => rng.below(vocab_size)) };
  },
  randomReturn({ params, objects, target }) {
    if (params.role !== 'sender') return 1 / params.n_objects;
    const messages = messageCount(channelOf(params));
    const rank = objects.filter((object) => lexicallyBefore(object, objects[target]!)).length;
    return Math.max(0, Math.ceil((messages - rank) / params.n_objects)) / messages;
  },
  verify,
  measure(instance, { actions }) {
    const success = verify(instance, actions).ok ? 1 : 0;
    const [first] = actions;
    if (instance.params.role === 'receiver' || first?.kind !== 'send') return { success };
    const understood = decodeTarget(instance.objects, first.message, channelOf(instance.params)) === instance.target;
    const used = first.message.findLastIndex((symbol) => symbol !== 0) + 1;
    return {
      success,
      cross_play: understood ? 1 : 0,
      ...(success === 1 ? { compression: 1 - used / first.message.length } : {}),
    };
  },
  text: {
    rules({ bandwidth, vocab_size, n_objects, role }) {
      const reference =
        'The other role orders the objects by their features, A first, then B and so on, smallest first, counts them from 0 in that order, and writes the ' +
        `number of the target (modulo ${vocab_size ** bandwidth}) with ${bandwidth} digits in base ${vocab_size}, the most significant first; a receiver ` +
        `reads a message as such a number modulo ${n_objects}. `;
      return (
        `Sender and receiver see the same ${n_objects} objects in different orders. The sender knows which one is the target and sends a message of ${bandwidth} ` +
        `symbols, each 0 to ${vocab_size - 1}; the receiver then names an object. ${playedBy(role)} ` +
        `${role === 'both' ? '' : reference}Naming the target earns 1, anything else 0; a message that cannot be read arrives as zeros. As the sender reply with the ` +
        `symbols, as in "answer: ${Array.from({ length: bandwidth }, (_, i) => i % 2).join(' ')}"; as the receiver with the number of an object, as in "answer: 3".`
      );
    },
    observation(seen) {
      const list = seen.objects.map(objectText).join('\n');
      return seen.kind === 'sender'
        ? `you are the sender\n${list}\nthe target is object ${seen.target}`
        : `you are the receiver\n${list}\nthe message is ${seen.message.join(' ')}`;
    },
    action: (action) => (action.kind === 'send' ? action.message.join(' ') : String(action.object)),
    parse(reply, { bandwidth, vocab_size, n_objects }, seen) {
      if (seen.kind === 'receiver') {
        const object = parseInteger(reply, 0, n_objects - 1);
        return object === undefined ? undefined : { kind: 'choose', object };
      }
      const message = parseIntegers(reply, bandwidth, 0, vocab_size - 1);
      return message === undefined ? undefined : { kind: 'send', message };
    },
  },
  bits({ bandwidth, vocab_size, n_objects, n_features, n_values }) {
    const objects = listOf(n_objects, listOf(n_features, whole(0, n_values - 1)));
    const message = listOf(bandwidth, whole(0, vocab_size - 1));
    const place = whole(0, n_objects - 1);
    return {
      observation: codec(
        tagged<CommSeen>({
          sender: record({ kind: constant('sender'), objects, target: place }),
          receiver: record({ kind: constant('receiver'), objects, message }),
        }),
      ),
      action: codec(
        tagged<CommAction>({
          send: record({ kind: constant('send'), message }),
          choose: record({ kind: constant('choose'), object: place }),
        }),
      ),
    };
  },
});

function lexicallyBefore(a: Thing, b: Thing): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}
