import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { RoutePeer, StoreCodes } from './peer.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A peer that can be measured here, or why not. */
export interface FoundPeer {
  readonly peer: RoutePeer;
  readonly store: StoreCodes | undefined;
  /** Why it cannot be measured. */
  readonly why?: string;
}

/** How far to go to get a peer: what is there already, what installs without a compiler, or whatever it takes. */
export type FetchPeers = 'never' | 'prebuilt' | 'all';

/** Peers are kept here between runs: `PAWL_PEERS`, else a folder of the user's cache. They are never a dependency. */
export function peerFolder(environment: Environment): string {
  return environment['PAWL_PEERS'] ?? join(environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pawl', 'peers');
}

/** Loads a peer from its folder, and before that gets it from the package registry when it is not there and may be got. */
export function findPeer(
  peer: RoutePeer,
  {
    folder,
    fetch,
    note,
  }: { readonly folder: string; readonly fetch: FetchPeers; readonly note: (line: string) => void },
): FoundPeer {
  const load = createRequire(join(folder, 'peers.cjs'));
  const open = (): FoundPeer => {
    const store = peer.open(load(peer.name));
    return store ? { peer, store } : { peer, store, why: 'the package exports no index' };
  };
  try {
    return open();
  } catch (error) {
    const mayFetch = fetch === 'all' || (fetch === 'prebuilt' && peer.isPrebuilt);
    if (!mayFetch) return { peer, store: undefined, why: `not in the peer folder, ${lastLine(error)}` };
  }
  note(`getting ${peer.name}@${peer.version} from the package registry`);
  try {
    install(peer, folder);
    return open();
  } catch (error) {
    return { peer, store: undefined, why: `could not be installed: ${lastLine(error)}` };
  }
}

/** Installs one exact version. A package without a binary for this system is compiled by its own install script. */
function install({ name, version }: RoutePeer, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'pipe', timeout: 180_000 });
}

/** What went wrong, in one line: what a program wrote last, else the first line of the message. */
function lastLine(error: unknown): string {
  const written = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return written || (message ?? '');
}
