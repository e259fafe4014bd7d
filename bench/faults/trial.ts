import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench } from './fault-bench.ts';
import { type Ended, type Started, startPawl } from './start-pawl.ts';

const simulated = {
  'pawl.config.yaml': `train:
  target: simulated:small
  epochs: 1
  batchSize: 40
`,
};

/** A training run as a process, and the same run resumed until it is done. */
export class Trial {
  readonly #bench: Bench;
  readonly folder: string;

  constructor(bench: Bench, name: string, files: Readonly<Record<string, string>> = simulated) {
    this.#bench = bench;
    this.folder = join(bench.folder, name);
    mkdirSync(this.folder, { recursive: true });
    for (const [path, content] of Object.entries(files)) writeFileSync(join(this.folder, path), content);
  }

  get store(): string {
    return join(this.folder, '.pawl');
  }

  start(more: readonly string[] = [], before: readonly string[] = []): Started {
    return startPawl(this.#bench.program, ['train', '--json', ...more], this.folder, before);
  }

  pawl(...args: readonly string[]): Promise<Ended> {
    return startPawl(this.#bench.program, args, this.folder).ended;
  }

  /** Resumes what is there, or starts where nothing is; the result, and what it took. */
  async finish(): Promise<{ hash?: string | undefined; repeated: number; milliseconds: number; said: string }> {
    const began = performance.now();
    let ended = await this.start(['--resume', 'latest']).ended;
    if (/store\/(no-runs|missing|unknown-run)|there is no run/.test(ended.err)) ended = await this.start().ended;
    return { ...resultIn(ended), milliseconds: performance.now() - began, said: ended.err };
  }
}

const Trained = z.object({ hash: z.string().optional(), repeated: z.number().default(0) });

export function resultIn({ out }: Ended): { hash?: string | undefined; repeated: number } {
  const line = out.trim().split('\n').at(-1) ?? '';
  try {
    return Trained.parse(JSON.parse(line));
  } catch {
    return { hash: undefined, repeated: 0 };
  }
}
