import type { Command } from './command.ts';
import { endChildren } from './end-children.ts';

/** By convention: 128 and the number of the signal. */
export const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A long command that keeps no run: a signal ends it with all that it started, and says how to begin again. */
export function exitOnSignal(command: Command): Command {
  return {
    ...command,
    async run(args, flags, shell) {
      const end = (signal: keyof typeof exitCodes) => (): void => {
        endChildren();
        const kept = typeof flags['keep'] === 'string' ? 'what was played is kept' : 'nothing of it was kept';
        const hint = 'keep' in command.flags.shape ? '; with --keep FOLDER it goes on from what was played' : '';
        shell.note(`Ended by ${signal}; ${kept}. Start it again with the same command line${hint}.`);
        process.exit(exitCodes[signal]);
      };
      const handlers = { SIGINT: end('SIGINT'), SIGTERM: end('SIGTERM'), SIGHUP: end('SIGHUP') } as const;
      for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
      try {
        return await command.run(args, flags, shell);
      } finally {
        for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
      }
    },
  };
}
