import { z } from 'zod';
import { Fault } from '#foundation/kernel';

/** What the parser and the help page need to know of one flag, read from its schema. */
export interface Flag {
  /** Field of the schema: `maxConflicts`. */
  readonly field: string;
  /** As typed: `--max-conflicts`. */
  readonly long: string;
  readonly kind: 'boolean' | 'number' | 'text' | 'list';
  /** Whether it is a list of numbers. */
  readonly numbers: boolean;
  readonly says: string;
  /** What values are allowed, in words; empty when anything goes. */
  readonly allowed: string;
  readonly preset: unknown;
}

const Shape = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  // A tuple of the config file has no common shape of its items.
  items: z
    .object({ type: z.string().optional(), enum: z.array(z.unknown()).optional() })
    .optional()
    .catch(undefined),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
});
const Shapes = z.record(z.string(), Shape);

/** `maxConflicts` is typed `--max-conflicts`. */
function longName(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function allowedValues(shape: z.infer<typeof Shape>): string {
  const choices = shape.enum ?? shape.items?.enum;
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  const bounds: string[] = [];
  if (shape.exclusiveMinimum !== undefined) bounds.push(`above ${shape.exclusiveMinimum}`);
  if (shape.minimum !== undefined && shape.minimum > Number.MIN_SAFE_INTEGER) bounds.push(`at least ${shape.minimum}`);
  if (shape.exclusiveMaximum !== undefined) bounds.push(`below ${shape.exclusiveMaximum}`);
  if (shape.maximum !== undefined && shape.maximum < Number.MAX_SAFE_INTEGER) bounds.push(`at most ${shape.maximum}`);
  return (shape.type === 'integer' ? ['a whole number', ...bounds] : bounds).join(', ');
}

function kindOf(type: string | undefined): Flag['kind'] {
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'array' ? 'list' : 'text';
}

/** The flags a schema declares, in its order. */
export function flagsOf(schema: z.ZodObject): readonly Flag[] {
  const { properties } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return Object.entries(Shapes.parse(properties ?? {})).map(([field, shape]) => ({
    field,
    long: longName(field),
    kind: kindOf(shape.type),
    numbers: kindOf(shape.items?.type) === 'number',
    says: shape.description ?? '',
    allowed: allowedValues(shape),
    preset: shape.default,
  }));
}

function readNumber(flag: Flag, typed: string): number {
  const value = Number(typed);
  if (typed.trim() !== '' && !Number.isNaN(value)) return value;
  const wanted = flag.allowed.startsWith('a whole number')
    ? flag.allowed
    : ['a number', flag.allowed].filter(Boolean).join(', ');
  throw new Fault('cli/usage', `${flag.long} must be ${wanted}; got '${typed}'`);
}

/** What was typed for a flag, as the schema expects it. Lists take commas and repetition. */
function readTyped(flag: Flag, typed: unknown): unknown {
  if (flag.kind === 'list' && Array.isArray(typed)) {
    const parts = typed.flatMap((part) => String(part).split(',')).filter((part) => part !== '');
    return flag.numbers ? parts.map((part) => readNumber(flag, part)) : parts;
  }
  return flag.kind === 'number' && typeof typed === 'string' ? readNumber(flag, typed) : typed;
}

/**
 * Values for a command's `run`: what was typed, else what the config file says, else the schema's default.
 * A value out of range is a usage fault that names the flag and what it allows.
 */
export function parseFlags(
  schema: z.ZodObject,
  typed: Readonly<Record<string, unknown>>,
  configured: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const flags = flagsOf(schema);
  const values: Record<string, unknown> = {};
  for (const flag of flags) {
    const value = flag.field in typed ? readTyped(flag, typed[flag.field]) : configured[flag.field];
    if (value !== undefined) values[flag.field] = value;
  }
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const flag = flags.find(({ field }) => field === issue?.path[0]);
  if (flag === undefined) throw new Fault('cli/usage', issue?.message ?? 'flags do not fit together');
  const value = values[flag.field];
  if (value === undefined) throw new Fault('cli/usage', `${flag.long} is required: ${flag.says}`);
  const wanted = flag.allowed === '' ? (issue?.message ?? '') : `must be ${flag.allowed}`;
  throw new Fault('cli/usage', `${flag.long} ${wanted}; got ${JSON.stringify(value)}`);
}
