import { expect, it } from 'vitest';
import {
  AnalystReply,
  BudgetReply,
  ConsolidateReply,
  MetaSkillReply,
  PayloadReply,
  RankingReply,
  RewriteReply,
  SlowUpdateReply,
} from './reply-formats.ts';
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
const fields = {
  patch: ['op', 'target', 'content', 'file'],
  rewrite_from_suggestions: ['type', 'title', 'motivation', 'instruction', 'priority_hint'],
  full_rewrite_minibatch: ['title', 'change_summary', 'new_skill'],
};
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

it.each(modes)(
  'a reply that follows what is asked for in mode %s can be read, with every field of its item',
  (mode) => {
    const asked = AnalystReply.parse(example(analystSchema('failure', mode, true))).patch!;
    const merged = PayloadReply.parse(example(mergeSchema(mode)));
    expect(merged).toMatchObject({ reasoning: 'x' });
    for (const { edits = [], revise_suggestions = [], skill_candidates = [] } of [asked, merged]) {
      const items = [...edits, ...revise_suggestions, ...skill_candidates];
      expect(items).toHaveLength(1);
      expect(Object.keys(items[0]!)).toEqual(expect.arrayContaining(fields[mode]));
    }
  },
);

it('a merge may say of an item whether failures or successes gave it; any other word is none', () => {
  const said = (source_type: string): unknown =>
    PayloadReply.parse({ edits: [{ source_type }] }).edits![0]!.source_type;
  expect(['failure', 'success', 'luck'].map(said)).toEqual(['failure', 'success', undefined]);
});

it.each([
  ['a budget', budgetSchema, BudgetReply],
  ['shorter notes', consolidateSchema, ConsolidateReply],
  ['advice', metaSkillSchema, MetaSkillReply],
  ['a ranking', rankingSchema, RankingReply],
  ['a rewrite', rewriteSchema, RewriteReply],
  ['a slow update', slowUpdateSchema, SlowUpdateReply],
])('a reply that follows what is asked for as %s is read as it stands', (_, schema, format) => {
  const reply = example(schema);
  expect(format.parse(reply)).toEqual(reply);
});
