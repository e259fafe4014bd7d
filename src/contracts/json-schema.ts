import { z } from 'zod';
import { Certificate } from './certificate.ts';
import { Episode } from './episode.ts';
import { Patch } from './patch.ts';
import { Run, RunEvent } from './run.ts';
import { Task } from './task.ts';
import { Verdict } from './verdict.ts';

/** Every noun that reaches disk, by name. Each schema carries its version in `v`. */
export const schemas = { Task, Episode, Verdict, Patch, Certificate, Run, RunEvent } as const;

/** JSON Schema (draft 2020-12) of one noun, for tools that do not speak TypeScript. */
export function jsonSchemaOf(name: keyof typeof schemas): Record<string, unknown> {
  return { title: name, ...z.toJSONSchema(schemas[name], { io: 'input' }) };
}
