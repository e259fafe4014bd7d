import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Blobs, Dispatcher } from '#foundation/contracts/ports';
import { createInProcessDispatcher, createThreadDispatcher } from '#world/dispatch';
import type { reachQueue } from '#world/dispatch/reach';
import { Fault } from '#foundation/kernel';
import type { Shell } from '../command.ts';
import { requireQueuePackages } from './require-queue-packages.ts';

/** The module of job kinds, as it is: TypeScript in a checkout, JavaScript in a package. */
export const placeModule = new URL(`./create-place.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Flags of every command that can have its work done elsewhere. */
export const queueFlags = {
  queue: z
    .string()
    .optional()
    .describe(
      'let workers on other machines do the work: redis://host:6379 or postgres://host/database (see `pawl worker`)',
    ),
  queueName: z
    .string()
    .regex(/^[\w-]+$/)
    .default('pawl')
    .describe('keeps teams on one server apart'),
  queueAtOnce: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('jobs of one lane at work at once, on all workers together'),
  queuePerSecond: z
    .string()
    .transform(readRates)
    .optional()
    .describe('calls begun per second and provider, on all workers together: 5, or openai=5,anthropic=2'),
};

type Rates = (lane: string) => number | undefined;

/** `5` for every lane of calls, or `openai=5,anthropic=2`. */
function readRates(text: string, context: z.RefinementCtx): Rates {
  const rates = text.split(',').map((part) => /^(?:([a-z0-9-]+)=)?(\d+)$/.exec(part.trim()));
  if (rates.some((rate) => rate === null || Number(rate[2]) < 1)) {
    context.addIssue({ code: 'custom', message: 'expected a number such as 5, or openai=5,anthropic=2' });
  }
  return (lane) => {
    if (!lane.startsWith('calls-')) return undefined;
    const rate = rates.find((each) => each?.[1] === undefined || lane.startsWith(`calls-${each[1]}`))?.[2];
    return rate === undefined ? undefined : Number(rate);
  };
}

/** What the flags of a queue came to. */
export type QueueFlags = z.infer<z.ZodObject<typeof queueFlags>>;
type QueueChoice = { readonly [K in keyof QueueFlags]?: QueueFlags[K] | undefined };

export interface WhereToRun extends QueueChoice {
  /** Worker threads; one per core unless told, and with one the work stays in this process. */
  readonly threads?: number | undefined;
  /** Files of the user's own templates, which every thread loads. */
  readonly tasks?: readonly string[];
}

/** Where the work of a command runs. The result is the same everywhere. */
export async function openDispatcher(
  { threads = availableParallelism(), tasks = [], queue, queueName, queueAtOnce, queuePerSecond }: WhereToRun,
  env: Shell['env'] = {},
  blobs?: Blobs,
): Promise<Dispatcher> {
  const flags = { queue, queueName, queueAtOnce, queuePerSecond };
  const queued = await openQueue(flags, env, blobs);
  if (queued !== undefined) return queued;
  return threads <= 1
    ? createInProcessDispatcher()
    : createThreadDispatcher({ threads, module: placeModule, settings: { tasks: [...tasks] } });
}

/** A server that restarts is waited for. */
export function queuePatience(shell: Pick<Shell, 'note'>): Parameters<typeof reachQueue>[1] {
  return { milliseconds: 60_000, tell: (what) => shell.note(what) };
}

/** Says what is wrong with the queue that a command was told of before anything waits for it. */
export async function requireQueue({ queue, queueName }: QueueChoice, shell: Shell): Promise<void> {
  if (queue === undefined) return;
  requireQueuePackages();
  const { reachQueue } = await import('#world/dispatch/reach');
  const workers = await reachQueue({ url: queue, name: queueName }, queuePatience(shell));
  if (workers > 0) return;
  const name = queueName === undefined || queueName === 'pawl' ? '' : ` --queue-name ${queueName}`;
  shell.note(
    `no worker waits at this queue yet: start \`pawl worker --queue ADDRESS${name}\` with the same PAWL_QUEUE_KEY`,
  );
}

/** The queue that a command was told of; none where its work stays here. */
export async function openQueue(
  { queue, queueName, queueAtOnce, queuePerSecond }: QueueChoice,
  env: Shell['env'],
  blobs?: Blobs,
): Promise<Dispatcher | undefined> {
  if (queue === undefined) return undefined;
  const key = queueKey(env);
  requireQueuePackages();
  const { createQueueDispatcher } = await import('#world/dispatch/queues');
  return createQueueDispatcher({
    url: queue,
    name: queueName,
    key,
    atOnce: queueAtOnce,
    perSecond: queuePerSecond,
    ...(blobs === undefined ? {} : { blobs }),
  });
}

/** Works with the queue that a command was told of, if any, and lets go of it. */
export async function withQueue<T>(
  flags: QueueChoice,
  shell: Shell,
  work: (queue?: Dispatcher) => Promise<T>,
  blobs?: Blobs,
): Promise<T> {
  const queue = await openQueue(flags, shell.env, blobs);
  try {
    await requireQueue(flags, shell);
    return await work(queue);
  } finally {
    await queue?.close();
  }
}

/** The key that seals what goes through the queue. */
export function queueKey(env: Shell['env']): string {
  const key = env['PAWL_QUEUE_KEY'];
  if (key === undefined || key === '') throw new Fault('dispatch/no-key', 'PAWL_QUEUE_KEY is not set');
  return key;
}
