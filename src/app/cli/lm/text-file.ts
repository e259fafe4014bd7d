import { Fault } from '#foundation/kernel';
import type { Shell } from '../command.ts';

/** Whether an argument names a text file of the user's own, and no template. */
export const isTextFile = (name: string): boolean => /[./\\]/.test(name);

/** A file in UTF-8, as bytes and as text. */
export async function readText(
  file: string,
  shell: Pick<Shell, 'readInput'>,
): Promise<{ readonly bytes: Uint8Array; readonly text: string }> {
  const bytes = await shell.readInput(file);
  if (bytes.length === 0) throw new Fault('cli/usage', `${file} is empty`);
  try {
    return { bytes, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    throw new Fault('cli/usage', `${file} is not text in UTF-8`, { cause });
  }
}
