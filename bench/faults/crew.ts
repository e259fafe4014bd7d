import { type Started, startPawl } from './start-pawl.ts';
import type { Bench } from './fault-bench.ts';

export const queueKeyText = 'a key for this bench alone';

/** What the workers of a crew are started with. */
export interface CrewOptions {
  /** Jobs at once on each, of those that wait for others. */
  readonly atOnce: number;
  /** Only this kind of jobs; all unless told. */
  readonly kind?: string;
  /** The name of the queue. */
  readonly name?: string;
}

/** Workers of a queue as processes of their own. */
export class Crew {
  readonly #bench: Pick<Bench, 'program' | 'folder'>;
  readonly #options: CrewOptions;
  readonly #all: Started[] = [];

  constructor(bench: Pick<Bench, 'program' | 'folder'>, options: CrewOptions) {
    this.#bench = bench;
    this.#options = options;
  }

  start(url: string, before: readonly string[] = []): Started {
    const { program, folder } = this.#bench;
    const { atOnce, kind, name } = this.#options;
    const environment = { ...program.environment, PAWL_QUEUE_KEY: queueKeyText };
    const args = ['worker', '--queue', url, '--threads', '1', '--at-once', String(atOnce)];
    if (kind !== undefined) args.push('--kinds', kind);
    if (name !== undefined) args.push('--queue-name', name);
    const worker = startPawl({ ...program, environment }, args, folder, before);
    this.#all.push(worker);
    return worker;
  }

  #kill(): void {
    for (const { child } of this.#all) child.kill('SIGKILL');
  }

  /** Ends all, and gives what each said of the jobs it did: their kind and the beginning of their hash. */
  async end(): Promise<readonly string[]> {
    for (const { child } of this.#all) child.kill('SIGTERM');
    const patience = setTimeout(() => this.#kill(), 10_000);
    const said = await Promise.all(this.#all.map(({ ended }) => ended));
    clearTimeout(patience);
    return said.flatMap(({ err }) => err.match(/^\w+\/\S+ [0-9a-f]{12}$/gm) ?? []);
  }
}
