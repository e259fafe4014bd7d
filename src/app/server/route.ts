import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import type { Sources } from './sources.ts';

/** One question that can be asked: what it takes and what it answers are schemas, and the description of the API is made from them. */
export interface Route {
  readonly method: 'get' | 'post';
  /** Below `/api`; `:name` is a part of the path. */
  readonly path: string;
  readonly says: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly reply: z.ZodType;
  answer(sources: Sources, asked: Asked): unknown;
}

export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Keeps the answer of a route true to its schema. */
export function define<Reply extends z.ZodType>(
  route: Omit<Route, 'reply' | 'answer'> & {
    readonly reply: Reply;
    readonly answer: (sources: Sources, asked: Asked) => z.infer<Reply> | Promise<z.infer<Reply>>;
  },
): Route {
  return route;
}

/** The run of a path; one that is not there is a fault. */
export function runAt({ store }: Pick<Sources, 'store'>, params: Readonly<Record<string, string>>): Run {
  const id = params['run'] ?? '';
  const run = store.getRun(id);
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id}`, { details: { id } });
  return run;
}

/** A route below `/runs/:run`: its run is looked up first. It reads unless told. */
export function defineOfRun<Reply extends z.ZodType>({
  method = 'get',
  path,
  answer,
  ...rest
}: Omit<Route, 'method' | 'reply' | 'answer'> & {
  readonly method?: Route['method'];
  readonly reply: Reply;
  readonly answer: (sources: Sources, run: Run, asked: Asked) => z.infer<Reply> | Promise<z.infer<Reply>>;
}): Route {
  return {
    ...rest,
    method,
    path: `/runs/:run${path}`,
    answer: (sources, asked) => answer(sources, runAt(sources, asked.params), asked),
  };
}

export function missing(what: string): never {
  throw new Fault('server/not-found', `there is no ${what}`);
}

/** Which part of a list is asked for. */
export const page = {
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(2000).default(200),
};
