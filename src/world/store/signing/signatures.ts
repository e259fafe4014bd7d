import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignatureLink } from '#foundation/contracts';
import { canonicalText, Fault, type Hash, hashOf } from '#foundation/kernel';
import { contentHash } from '../content-hash.ts';
import { makeWorkspace } from '../workspace/make-workspace.ts';
import type { StoreReader } from '../reader.ts';

/** What a signature covers: all that the store holds of a run but the bytes of its blobs, which are named by hash. */
function sealOf(store: StoreReader, id: string): Hash {
  const run = store.getRun(id);
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id}`, { details: { id } });
  const { loop, seed, config, status, hash, summary } = run;
  const steps = hashOf(store.effectsOf(id).map(({ key, name, result }) => [key, name, result]));
  const certificates = store.certificatesOf(id).map((each) => each.hash);
  return hashOf({ id, loop, seed, config, status, hash: hash ?? null, summary: summary ?? null, steps, certificates });
}

function fileOf(workspace: string): string {
  return join(workspace, 'signatures.jsonl');
}

function linesOf(workspace: string): readonly string[] {
  const file = fileOf(workspace);
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

/** The key that signs for a workspace, made when it is first needed and readable by its owner alone; or the one in a file. */
export function signingKey(workspace: string, file?: string): KeyObject {
  const path = file ?? join(workspace, 'signing-key.pem');
  if (file === undefined && !existsSync(path)) {
    makeWorkspace(workspace);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    writeFileSync(join(workspace, 'signing-key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  }
  return readKey(path, createPrivateKey);
}

/** The public key in a file. */
export function publicKeyIn(file: string): string {
  return textOf(readKey(file, createPublicKey));
}

function readKey(path: string, read: (pem: string) => KeyObject): KeyObject {
  try {
    const key = read(readFileSync(path, 'utf8'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new Fault('store/bad-key', `${path} holds no key that can be read`, { details: { path }, cause });
  }
  throw new Fault('store/bad-key', `${path} holds a key of another kind`, { details: { path } });
}

function textOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

export interface Signing {
  readonly key: KeyObject;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Signs a run and adds the link to the workspace's chain; returns the hash of the new last line. */
export function signRun(workspace: string, store: StoreReader, run: string, { key, now }: Signing): Hash {
  const previous = contentHash(linesOf(workspace).at(-1) ?? '');
  const body = { v: 1 as const, run, seal: sealOf(store, run), previous, at: now, key: textOf(createPublicKey(key)) };
  const signature = sign(null, Buffer.from(canonicalText(body)), key).toString('base64');
  const line = canonicalText({ ...body, signature });
  appendFileSync(fileOf(workspace), `${line}\n`);
  return contentHash(line);
}

/** A key as people compare it: the first digits of its hash. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16);
}

/** Who signed a run, and what is wrong with the chain or with the signatures of this run. */
export interface SignatureReport {
  /** Public keys of sound signatures. */
  readonly signers: readonly string[];
  readonly wrong: readonly string[];
}

export function checkSignatures(workspace: string, store: StoreReader, run: string): SignatureReport {
  const wrong: string[] = [];
  const signers: string[] = [];
  let previous = contentHash('');
  for (const [i, line] of linesOf(workspace).entries()) {
    const link = readLink(line);
    if (link === undefined) wrong.push(`signature ${i + 1} cannot be read`);
    else if (link.previous !== previous) wrong.push(`signature ${i + 1} does not follow the one before it`);
    else if (!isSound(link)) wrong.push(`signature ${i + 1} is not by the key that it names`);
    else if (link.run === run) {
      if (link.seal === readableSeal(store, run)) signers.push(link.key);
      else wrong.push(`the run is not as ${fingerprintOf(link.key)} signed it`);
    }
    previous = contentHash(line);
  }
  return { signers, wrong };
}

/** The seal of a run; none where it cannot be read, and then it is not as anybody signed it. */
function readableSeal(store: StoreReader, run: string): Hash | undefined {
  try {
    return sealOf(store, run);
  } catch (error) {
    if (error instanceof Fault && error.code === 'store/corrupt') return undefined;
    throw error;
  }
}

function readLink(line: string): SignatureLink | undefined {
  try {
    return SignatureLink.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function isSound({ signature, ...body }: SignatureLink): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(body.key, 'base64'), type: 'spki', format: 'der' });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(canonicalText(body)), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}
