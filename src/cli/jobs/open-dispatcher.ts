import { availableParallelism } from 'node:os';
import type { Dispatcher } from '#contracts';
import { createInProcessDispatcher, createThreadDispatcher } from '#dispatch';

/** The module of job kinds, as it is: TypeScript in a checkout, JavaScript in a package. */
const placeModule = new URL(`./create-place.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

export interface WhereToRun {
  /** Worker threads; one per core unless told, and with one the work stays in this process. */
  readonly threads?: number | undefined;
  /** Files of the user's own templates, which every thread loads. */
  readonly tasks?: readonly string[];
}

/** Where the work of a command runs. The result is the same everywhere. */
export function openDispatcher({ threads = availableParallelism(), tasks = [] }: WhereToRun): Dispatcher {
  return threads <= 1
    ? createInProcessDispatcher()
    : createThreadDispatcher({ threads, module: placeModule, settings: { tasks: [...tasks] } });
}
