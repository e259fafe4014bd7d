import { expect, it } from 'vitest';
import { AnalystReply, PayloadReply } from './reply-formats.ts';
import {
  analystSchema,
  budgetSchema,
  consolidateSchema,
  editRepairSchema,
  type JsonSchema,
  mergeSchema,
  metaSkillSchema,
  rankingSchema,
  rewriteSchema,
  slowUpdateSchema,
} from './reply-schemas.ts';
import { UpdateMode } from '../edits/update-item.ts';

const modes = UpdateMode.options;
const schemas = [
  ...modes.flatMap((mode) => [
    analystSchema('failure', mode, true),
    analystSchema('success', mode, false),
    mergeSchema(mode),
  ]),
  budgetSchema,
  consolidateSchema,
  editRepairSchema,
  metaSkillSchema,
  rankingSchema,
  rewriteSchema,
  slowUpdateSchema,
];

/** A value that follows a schema. */
function example(schema: JsonSchema): unknown {
  const {
    type,
    properties,
    items,
    enum: values,
  } = schema as {
    type: string | string[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    enum?: string[];
  };
  if (values !== undefined) return values[0];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties!).map(([key, each]) => [key, example(each)]));
  if (type === 'array') return [example(items!)];
  return Array.isArray(type) ? null : type === 'integer' ? 1 : 'x';
}

function objectsIn(schema: unknown): JsonSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return 'properties' in schema ? [schema, ...inner] : inner;
}

it('every object asked for is closed and requires all its fields, as strict structured output demands', () => {
  const objects = schemas.flatMap(objectsIn);
  expect(objects.length).toBeGreaterThan(schemas.length);
  for (const { properties, required, additionalProperties } of objects) {
    expect(additionalProperties).toBe(false);
    expect(required).toEqual(Object.keys(properties as object));
  }
});

it.each(modes)('a reply that follows what is asked for in mode %s can be read', (mode) => {
  const reply = AnalystReply.parse(example(analystSchema('failure', mode, true)));
  const { edits = [], revise_suggestions = [], skill_candidates = [] } = reply.patch!;
  expect(edits.length + revise_suggestions.length + skill_candidates.length).toBe(1);
  expect(PayloadReply.parse(example(mergeSchema(mode)))).toMatchObject({ reasoning: 'x' });
});
