import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { Model } from '../model.ts';
import { completeShape, type ModelShape } from '../shape.ts';
import { tokenizerFrom } from '../tokens/tokenizer-from.ts';
import type { Tokenizer } from '../tokens/tokenizer.ts';
import type { TrainerState } from '../trainer.ts';
import { requireRoom } from './require-room.ts';
import { readSafetensors, type SafetensorsFile, type Tensor, writeSafetensors } from './safetensors.ts';

/** What a checkpoint holds besides the weights. */
export interface CheckpointParts {
  readonly tokenizer?: Tokenizer;
  /** The optimiser's memory, for a run that goes on. */
  readonly trainer?: TrainerState;
  /** Notes of the caller, such as what it was trained on. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** A checkpoint read back. */
export interface Checkpoint extends CheckpointParts {
  readonly model: Model;
  readonly notes: Readonly<Record<string, string>>;
}

const Shape = z.strictObject({
  vocab: z.int(),
  context: z.int(),
  layers: z.int(),
  width: z.int(),
  heads: z.int(),
  keyHeads: z.int(),
  hidden: z.int(),
  rotaryBase: z.number(),
  epsilon: z.number(),
  isTied: z.boolean(),
});

const TokenizerShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('characters'), alphabet: z.string() }),
  z.strictObject({ kind: z.literal('bytes'), merges: z.array(z.tuple([z.int().min(0), z.int().min(0)])) }),
]);

/** A model as a safetensors file: weights under their published names, shape and tokenizer in its metadata. */
export function saveCheckpoint(model: Model, parts: CheckpointParts = {}): Uint8Array {
  const weights = model.weights();
  const { list } = model.transformer.table;
  const named = (prefix: string, values: Float32Array): Tensor[] =>
    list.map(({ name, shape, offset, size }) => ({
      name: prefix + name,
      shape,
      values: values.subarray(offset, offset + size),
    }));
  const { tokenizer, trainer, notes = {} } = parts;
  const tensors = named('', weights);
  if (trainer !== undefined)
    tensors.push(...named('adam.mean.', trainer.means), ...named('adam.square.', trainer.squares));
  return writeSafetensors(tensors, {
    format: 'pt',
    'pawl.shape': JSON.stringify(model.shape),
    ...(tokenizer === undefined ? {} : { 'pawl.tokenizer': JSON.stringify(tokenizer.data) }),
    ...(trainer === undefined ? {} : { 'pawl.step': String(trainer.step) }),
    'pawl.notes': JSON.stringify(notes),
  });
}

/** Reads what `saveCheckpoint` wrote. */
export function loadCheckpoint(bytes: Uint8Array): Checkpoint {
  const file = readSafetensors(bytes);
  const shape = completeShape(parse(file, 'pawl.shape', Shape));
  const model = modelOf(shape, file);
  const step = file.metadata['pawl.step'];
  const notes =
    file.metadata['pawl.notes'] === undefined ? {} : parse(file, 'pawl.notes', z.record(z.string(), z.string()));
  const hasTokenizer = file.metadata['pawl.tokenizer'] !== undefined;
  return {
    model,
    notes,
    ...(hasTokenizer ? { tokenizer: tokenizerFrom(parse(file, 'pawl.tokenizer', TokenizerShape)) } : {}),
    ...(step === undefined ? {} : { trainer: trainerOf(model, file, Number(step)) }),
  };
}

function parse<T>(file: SafetensorsFile, key: string, schema: z.ZodType<T>): T {
  const text = file.metadata[key];
  const bad = (why: string, cause?: unknown): Fault =>
    new Fault('lm/bad-checkpoint', `metadata ${key}: ${why}`, { cause });
  if (text === undefined)
    throw bad(
      'not there; `pawl lm export` makes a checkpoint of weights from elsewhere that have their config.json beside them',
    );
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw bad('cannot be read', error);
  }
}

/** A model with the weights of a file; a tensor that is missing or has another shape is a Fault. */
export function modelOf(shape: ModelShape, file: SafetensorsFile): Model {
  requireRoom(shape, file.bytes);
  const model = new Model(shape);
  model.setWeights(joined(model, file, ''));
  return model;
}

function trainerOf(model: Model, file: SafetensorsFile, step: number): TrainerState {
  if (!Number.isSafeInteger(step) || step < 0)
    throw new Fault('lm/bad-checkpoint', `metadata pawl.step: ${step} is none`);
  return { step, means: joined(model, file, 'adam.mean.'), squares: joined(model, file, 'adam.square.') };
}

function joined(model: Model, file: SafetensorsFile, prefix: string): Float32Array {
  const all = new Float32Array(model.size);
  for (const { name, shape, offset } of model.transformer.table.list) {
    const tensor = file.tensor(prefix + name);
    if (tensor.shape.join() !== shape.join()) {
      const message = `tensor ${tensor.name} is ${tensor.shape.join(' × ')}, the shape of the model wants ${shape.join(' × ')}`;
      throw new Fault('lm/bad-checkpoint', message);
    }
    all.set(tensor.values, offset);
  }
  return all;
}
