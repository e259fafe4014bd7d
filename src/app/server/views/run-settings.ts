import { z } from 'zod';
import type { Json, Run } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import { entriesAt, fieldAt, textAt } from '../json-fields.ts';

/** One setting of a run in clear; of a model the role is its name. */
export const RunSetting = z.strictObject({ kind: z.enum(['model', 'setting']), name: z.string(), value: z.string() });
export type RunSetting = z.infer<typeof RunSetting>;

type Reader = Pick<StoreReader, 'getBlob' | 'eventsOf'>;

/** Members of a config that are hashes, or whole documents: what they stand for is shown instead, or elsewhere. */
const unread = new Set(['skill', 'skills', 'settings', 'world', 'models', 'draft', 'model']);
const LONGEST = 160;

/** What a run was asked for: its models with their addresses, and every setting by name. What may be a key is never shown. */
export function runSettings(store: Reader, run: Pick<Run, 'id' | 'loop' | 'config'>): RunSetting[] {
  const own = entriesAt(run.config).filter(([name]) => !unread.has(name) || !isAsked(run.loop));
  const asked = settingsOf(store, run);
  return [...modelsOf(run), ...own.flatMap(([name, value]) => flat(name, value)), ...flat('', asked ?? {})];
}

/** Loops that store a request by hashes. */
function isAsked(loop: string): boolean {
  return ['train', 'selfplay', 'eval'].includes(loop);
}

function modelsOf({ loop, config }: Pick<Run, 'loop' | 'config'>): RunSetting[] {
  const named = entriesAt(config, 'models').map(([role, told]): RunSetting => {
    const {
      model = '',
      address,
      ...more
    } = Object.fromEntries(entriesAt(told).map(([name, value]) => [name, shown(name, value)] as const));
    const rest = Object.entries(more).map(([name, value]) => `${name} ${value}`);
    return {
      kind: 'model',
      name: role,
      value: [`${model}${address === undefined ? '' : ` at ${address}`}`, ...rest].join(', '),
    };
  });
  if (named.length > 0 || loop === 'eval') return named;
  // A run that was stored before models were named knows what was said with --model alone.
  const told = textAt(config, 'model');
  return told === undefined ? [] : [{ kind: 'model', name: 'model', value: told }];
}

/** The settings behind their hash; where that blob is gone, what the first event told of them. */
function settingsOf(store: Reader, { id, loop, config }: Pick<Run, 'id' | 'loop' | 'config'>): Json | undefined {
  const hash = textAt(config, 'settings');
  if (!isAsked(loop) || hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const bytes = store.getBlob(hash);
  if (bytes !== undefined) {
    try {
      const read: Json = JSON.parse(new TextDecoder().decode(bytes));
      return read;
    } catch {
      // The event says it, too.
    }
  }
  for (const { data } of store.eventsOf(id, { types: ['training-started'] })) return fieldAt(data, 'settings');
  return undefined;
}

function flat(name: string, value: Json): RunSetting[] {
  const members = entriesAt(value);
  if (members.length === 0)
    return value === null || JSON.stringify(value) === '{}' || (name === '' && typeof value === 'object')
      ? []
      : [{ kind: 'setting', name, value: shown(name, value) }];
  return members.flatMap(([member, inside]) => flat(name === '' ? member : `${name}.${member}`, inside));
}

/** A name such as `keyVariable` names where a key is, and is none. */
function isSecret(name: string): boolean {
  return /(?:key|token|secret|password|passwd|authorization|credential)$/i.test(name);
}

function shown(name: string, value: Json): string {
  if (isSecret(name)) return '•••';
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/(\/\/)[^/@\s"]+@/g, '$1•••@');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
