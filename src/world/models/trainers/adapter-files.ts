import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';

/** What a training command writes last: where the checkpoint is, and how many bytes each of its files has. */
export const DoneManifest = z.object({
  v: z.literal(1),
  checkpoint: z.string().min(1),
  files: z.record(z.string(), z.int().min(0)),
});
export type DoneManifest = z.infer<typeof DoneManifest>;

/** Reads `done.json`; undefined while it is not there, or not yet written to its end. */
export async function readManifest(folder: string): Promise<DoneManifest | undefined> {
  const text = await readFile(join(folder, 'done.json'), 'utf8').catch(() => '');
  try {
    const parsed = DoneManifest.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that every file of a manifest is there with all its bytes; returns what is wrong, or nothing. */
export async function manifestFault(folder: string, manifest: DoneManifest): Promise<string | undefined> {
  for (const [file, bytes] of Object.entries(manifest.files)) {
    const size = await stat(join(folder, manifest.checkpoint, file)).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== bytes) return `${file} has ${size ?? 'no'} bytes, the manifest says ${bytes}`;
  }
  return undefined;
}

/**
 * The adapter that PEFT leaves in a folder, where a plain trainer writes no manifest; undefined when there is none. A safetensors
 * file tells its own length: 8 bytes, a header of that many bytes, and data up to the largest offset in it.
 *
 * @source safetensors format; PEFT checkpoint format
 */
export async function findAdapter(folder: string): Promise<string | undefined> {
  const file = join(folder, 'adapter_model.safetensors');
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return undefined;
  await readFile(join(folder, 'adapter_config.json'), 'utf8').then(JSON.parse, () => {
    throw new Fault('models/training-failed', 'there are weights of an adapter but no adapter_config.json');
  });
  const expected = await safetensorsLength(file, size);
  if (expected !== size) {
    throw new Fault(
      'models/training-failed',
      `adapter_model.safetensors has ${size} bytes of ${expected ?? 'an unknown number'}`,
    );
  }
  return folder;
}

const Header = z.record(z.string(), z.looseObject({ data_offsets: z.tuple([z.int(), z.int()]).optional() }));

async function safetensorsLength(file: string, size: number): Promise<number | undefined> {
  if (size < 8) return undefined;
  const handle = await open(file);
  try {
    const head = Buffer.alloc(8);
    await handle.read(head, 0, 8, 0);
    const length = Number(head.readBigUInt64LE());
    if (!(length <= size - 8)) return undefined;
    const text = Buffer.alloc(length);
    await handle.read(text, 0, length, 8);
    const header = Header.safeParse(JSON.parse(text.toString('utf8')));
    if (!header.success) return undefined;
    const ends = Object.values(header.data).map((entry) => entry.data_offsets?.[1] ?? 0);
    return 8 + length + Math.max(0, ...ends);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
