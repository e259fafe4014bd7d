import type { Shell } from '../command.ts';

/** What another process of this program needs to find the same runs. An address may hold a password, which others could read among the arguments. */
export function handOver({ workspace, store }: Shell): {
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
} {
  const flags = ['--workspace', workspace];
  if (store === workspace) return { flags, env: process.env };
  return { flags: [...flags, '--store', 'env:PAWL_STORE'], env: { ...process.env, PAWL_STORE: store } };
}
