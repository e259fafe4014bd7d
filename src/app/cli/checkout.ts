import { existsSync } from 'node:fs';
import type { AnyJobKind } from '#foundation/contracts/ports';
import type { LazyCommand } from './lazy-command.ts';

/** What a checkout has beyond the package that users install: the benchmarks. */
export interface CheckoutParts {
  readonly commands: readonly LazyCommand[];
  /** Kinds of jobs of benchmarks, which other machines can do. */
  readonly kinds: () => Promise<readonly AnyJobKind[]>;
}

const door = new URL('../../../bench/index.ts', import.meta.url);

/** Nothing where this program was installed as a package. */
export async function checkoutParts(): Promise<CheckoutParts | undefined> {
  if (!import.meta.url.endsWith('.ts') || !existsSync(door)) return undefined;
  const { parts }: { readonly parts: CheckoutParts } = await import(door.href);
  return parts;
}

/** The commands of a table, and those of the checkout in the place of the one that says where they are. */
export async function withCheckout(table: readonly LazyCommand[]): Promise<readonly LazyCommand[]> {
  const parts = await checkoutParts();
  if (parts === undefined) return table;
  return table.flatMap((command) => (command.name === 'bench' ? parts.commands : [command]));
}
