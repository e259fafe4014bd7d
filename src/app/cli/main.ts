import { ExitCode } from './command.ts';
import { withCheckout } from './checkout.ts';
import { commands } from './commands.ts';
import type { LazyCommand } from './lazy-command.ts';
import { type Config, configuredFlags, readConfig } from './config/config.ts';
import { reportFailure } from './failure.ts';
import { parseFlags } from './flags.ts';
import { packageVersion } from './package-version.ts';
import { type GlobalFlags, readCommandLine } from './program.ts';
import { endIfReaderGone } from './reader-gone.ts';
import { createShell, type Host } from './shell.ts';

/** For what escapes `main`: errors thrown from callbacks. */
export { reportFailure };

/** What is typed goes first, and `--workspace` alone means the file there; then PAWL_STORE, then the config file. */
async function chooseStore(
  { store, workspace }: GlobalFlags,
  env: Host['env'],
  config: Config,
): Promise<{ readonly place: string; readonly isTyped: boolean } | undefined> {
  const said = store ?? (workspace === undefined ? (nonEmpty(env['PAWL_STORE']) ?? config.store) : undefined);
  if (said === undefined) return undefined;
  // Loaded only where a store is named: `pawl sat` needs none.
  const { storeAt } = await import('#world/store');
  return { place: storeAt(said, env), isTyped: store !== undefined };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * Runs one command line and returns the exit code. There is no handler for SIGINT here on purpose: a solver that is busy
 * would never hear it. The store survives being killed at any point, so Ctrl-C simply ends the process (130 in a shell). Commands
 * that pay for calls listen for themselves while they run.
 */
export async function main(
  argv: readonly string[],
  host: Host & {
    readonly stdout: NodeJS.EventEmitter;
    readonly stderr: NodeJS.EventEmitter;
    /** Told before anything but the command itself is loaded or run. */
    readonly loaded?: () => void;
  },
  known: readonly LazyCommand[] = commands,
): Promise<number> {
  for (const stream of [host.stdout, host.stderr]) stream.on('error', endIfReaderGone);
  const json = argv.includes('--json');
  let secret: unknown;
  try {
    const table = await withCheckout(known);
    const asked = await readCommandLine(argv, table, packageVersion());
    host.loaded?.();
    if (asked.kind === 'text') {
      (asked.ok ? host.stdout : host.stderr).write(asked.text);
      return asked.ok ? ExitCode.ok : ExitCode.usage;
    }
    const { lazy, command, args, typed, globals } = asked;
    const config: Config =
      lazy.config === true ? await readConfig(host.cwd(), globals.config, table) : { sections: {} };
    secret = [config.sections, config.store];
    const flags = parseFlags(command.flags, typed, configuredFlags(config, lazy.name, command.flags));
    const shell = createShell(host, {
      json: globals.json === true,
      workspace: globals.workspace ?? config.workspace ?? '.pawl',
      store: await chooseStore(globals, host.env, config),
      quota: config.quota,
      config:
        config.folder === undefined || config.path === undefined
          ? undefined
          : {
              folder: config.folder,
              path: config.path,
              isNamed: globals.config !== undefined,
              sections: config.sections,
            },
    });
    return await command.run(args, flags, shell);
  } catch (error) {
    return reportFailure(error, json, host, [secret, argv]);
  }
}
