import { z } from 'zod';
import type { Score } from '#foundation/contracts';
import type { Scorer } from '#foundation/contracts/skills';
import { Fault, hashOf, isRecord } from '#foundation/kernel';
import { fieldOf } from './task-answers.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Scores whether a reply is JSON that follows a schema: the scorer's, or the task's own in `schema`. */
export function jsonScorer(common?: Schema): Scorer {
  const shared = common === undefined ? undefined : read(common);
  return {
    name: 'json',
    fingerprint: { scorer: 'json', schema: hashOf(common ?? null), version: 1 },
    score({ text }, task): Score {
      const own = fieldOf(task, 'schema');
      const schema = own === undefined ? shared : read(isRecord(own) ? own : {});
      if (schema === undefined) throw new Fault('score/no-answer', `task ${task.id} has no schema`);
      const value = parse(text);
      if (value === undefined) return fail('no JSON: the reply does not read as JSON', 'The reply is no JSON.');
      const found = schema.safeParse(value);
      if (found.success) return { hard: 1, soft: 1 };
      const said = found.error.issues.map(({ path, message }) => `${path.join('.') || 'top level'}: ${message}`);
      return fail(`wrong JSON: ${said[0]}`, said.join('; '));
    },
  };
}

function fail(why: string, feedback: string): Score {
  return { hard: 0, soft: 0, why, feedback };
}

function read(schema: Schema): z.ZodType {
  try {
    return z.fromJSONSchema(schema);
  } catch (cause) {
    throw new Fault('score/bad-rule', 'the schema is no JSON Schema that can be checked', { cause });
  }
}

/** The value of a reply that is JSON, alone or in its last fenced block. */
function parse(text: string): unknown {
  const fenced = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)```/g)].at(-1)?.[1];
  for (const candidate of [text, fenced]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      continue;
    }
  }
  return undefined;
}
