import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Blobs, Dispatcher } from '#contracts';
import { createInProcessDispatcher, createQueueDispatcher, createThreadDispatcher } from '#dispatch';
import { Fault } from '#kernel';
import type { Shell } from '../command.ts';

/** The module of job kinds, as it is: TypeScript in a checkout, JavaScript in a package. */
export const placeModule = new URL(`./create-place.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Flags of every command that can have its work done elsewhere. */
export const queueFlags = {
  queue: z
    .string()
    .optional()
    .describe('let workers on other machines do the work: redis://host:6379 (see `pawl worker`)'),
  queueName: z
    .string()
    .regex(/^[\w-]+$/)
    .default('pawl')
    .describe('keeps teams on one server apart'),
  queueAtOnce: z.coerce.number().int().min(1).optional().describe('jobs at work at once, on all workers together'),
  queuePerSecond: z.coerce.number().min(1).optional().describe('jobs begun per second, on all workers together'),
};

export interface WhereToRun {
  /** Worker threads; one per core unless told, and with one the work stays in this process. */
  readonly threads?: number | undefined;
  /** Files of the user's own templates, which every thread loads. */
  readonly tasks?: readonly string[];
  readonly queue?: string | undefined;
  readonly queueName?: string | undefined;
  readonly queueAtOnce?: number | undefined;
  readonly queuePerSecond?: number | undefined;
}

/** Where the work of a command runs. The result is the same everywhere. */
export function openDispatcher(
  { threads = availableParallelism(), tasks = [], queue, queueName, queueAtOnce, queuePerSecond }: WhereToRun,
  env: Shell['env'] = {},
  blobs?: Blobs,
): Dispatcher {
  if (queue !== undefined) {
    return createQueueDispatcher({
      url: queue,
      name: queueName,
      key: queueKey(env),
      atOnce: queueAtOnce,
      perSecond: queuePerSecond,
      ...(blobs === undefined ? {} : { blobs }),
    });
  }
  return threads <= 1
    ? createInProcessDispatcher()
    : createThreadDispatcher({ threads, module: placeModule, settings: { tasks: [...tasks] } });
}

/** The key that seals what goes through the queue. */
export function queueKey(env: Shell['env']): string {
  const key = env['PAWL_QUEUE_KEY'];
  if (key === undefined || key === '') throw new Fault('dispatch/no-key', 'PAWL_QUEUE_KEY is not set');
  return key;
}
