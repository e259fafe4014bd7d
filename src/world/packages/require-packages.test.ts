import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { optionalPackages, requirePackages } from './require-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const versions = z.record(z.string(), z.string());
const Manifest = z.object({ devDependencies: versions, peerDependencies: versions, peerDependenciesMeta: z.unknown() });
const manifest = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));

it('names what is missing, what for, and the line that installs it', () => {
  mkdirSync(join(folder, 'ioredis'));
  const refuse = () => requirePackages('a queue in Redis', ['bullmq', 'ioredis'], [folder]);
  expect(refuse).toThrow(Fault);
  expect(refuse).toThrow('a queue in Redis needs bullmq, which Pawl is installed without');
  expect(refuse).toThrow(
    expect.objectContaining({ hint: `Install it beside Pawl: npm install bullmq@${optionalPackages.bullmq}` }),
  );
  mkdirSync(join(folder, 'bullmq'));
  expect(refuse).not.toThrow();
});

it('finds what a checkout has', () => {
  expect(() => requirePackages('a test', ['pg', '@ai-sdk/openai', 'quickjs-emscripten'])).not.toThrow();
});

it('knows the optional packages of the manifest, at the versions that tests run', () => {
  const { devDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const names = Object.keys(optionalPackages);
  expect(Object.keys(peerDependencies)).toEqual(names);
  expect(peerDependenciesMeta).toEqual(Object.fromEntries(names.map((name) => [name, { optional: true }])));
  for (const [name, version] of Object.entries(optionalPackages)) {
    expect([devDependencies[name], peerDependencies[name]]).toEqual([version, `^${version}`]);
  }
});
