import type { CheckoutParts } from '#app/cli';
import { benchCommands } from './commands/commands.ts';

/** What the program takes up in a checkout; loading it loads no benchmark. */
export const parts: CheckoutParts = {
  commands: benchCommands,
  kinds: async () => (await import('./bench-kinds.ts')).benchKinds,
};
