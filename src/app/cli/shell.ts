import { createMask, secretsIn } from '#world/store/masking';
import { resolve } from 'node:path';
import type { Shell } from './command.ts';
import { escapeControls } from './escape-controls.ts';
import { readInput, writeWhole } from './files.ts';
import { isInteractive, type ProgressDisplay, type ProgressStream, showProgress } from './progress.ts';
import { endIfReaderGone } from './reader-gone.ts';

/** The process as the command line sees it; tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: {
    write(text: string): unknown;
    readonly errored?: Error | null;
    readonly isTTY?: boolean | undefined;
  };
  readonly stderr: ProgressStream;
  cwd(): string;
}

interface ShellOptions {
  readonly json: boolean;
  readonly workspace: string;
  /** Address of a store in PostgreSQL. */
  readonly store?: { readonly place: string; readonly isTyped: boolean } | undefined;
  readonly quota?: number | undefined;
  readonly config?: NonNullable<Shell['config']> | undefined;
}

/** The shell of a real process. Everything it writes passes the mask, so no command can leak a secret by accident. */
export function createShell(host: Host, options: ShellOptions): Shell {
  const secrets = [...secretsIn(host.env, [options.config?.sections, options.store?.place])];
  let hidden = createMask(secrets);
  const mask: Shell['mask'] = (text) => hidden(text);
  const masked: ProgressStream = {
    isTTY: host.stderr.isTTY,
    columns: host.stderr.columns,
    write: (text) => host.stderr.write(mask(text)),
  };
  let display: ProgressDisplay | undefined;
  return {
    json: options.json,
    isPiped: host.stdout.isTTY !== true,
    folder: host.cwd(),
    workspace: resolve(host.cwd(), options.workspace),
    store: options.store?.place ?? resolve(host.cwd(), options.workspace),
    isStoreTyped: options.store?.isTyped === true,
    ...(options.quota === undefined ? {} : { quota: options.quota }),
    env: host.env,
    mask,
    hide(values) {
      secrets.push(...values);
      hidden = createMask(secrets);
    },
    ...(options.config === undefined ? {} : { config: options.config }),
    print(line) {
      display?.clear();
      // A loop that never waits would not hear the event of its stream.
      if (host.stdout.errored instanceof Error) endIfReaderGone(host.stdout.errored);
      host.stdout.write(`${mask(escapeControls(line))}\n`);
    },
    note(line) {
      display?.clear();
      masked.write(`${escapeControls(line)}\n`);
    },
    progress(label) {
      display?.end();
      display = showProgress(label, masked, isInteractive(host.stderr, host.env), () => performance.now());
      return display;
    },
    readInput: (path) => readInput(path === '-' ? path : resolve(host.cwd(), path), host.stdin),
    // Files hold data: skills, proofs, circuits, tasks. Who writes what was said masks it first.
    writeFile: (path, content) => writeWhole(resolve(host.cwd(), path), content),
  };
}
