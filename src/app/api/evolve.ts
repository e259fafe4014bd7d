import type { Ends } from '#ratchet/budget';
import type { EvolveConfig } from '#learners/machine/evolve';
import { type Evolved, type EvolvingParts, type EvolvingPorts, openEvolving } from './open-evolving.ts';
import { withBooks } from './with-books.ts';

export interface EvolveOptions
  extends Pick<EvolvingParts, 'own' | 'resume'>, Pick<EvolvingPorts, 'dispatcher' | 'progress' | keyof Ends> {
  /** Names every random stream of the run; 1 unless told. */
  readonly seed?: number;
  /** Over the usual ones: profile `quick`, all of its templates, nothing left out. */
  readonly config?: Partial<EvolveConfig>;
  /** Where the run is stored; in memory alone unless told. */
  readonly workspace?: string;
}

const usualEvolving: EvolveConfig = { profile: 'quick', schedule: 'repaired', without: [], alpha: 0.05, planted: 0 };

/** Lets a Boolean machine learn by practice, from a program; own templates are learnt beside those that are named, or alone. */
export function evolve({
  seed = 1,
  config = {},
  own = [],
  resume,
  workspace,
  ...ports
}: EvolveOptions): Promise<Evolved> {
  const names = own.map(({ name }) => name);
  const templates = names.length === 0 ? {} : { templates: [...(config.templates ?? []), ...names] };
  return withBooks(workspace, (books) =>
    openEvolving({ seed, config: { ...usualEvolving, ...config, ...templates }, own, resume }, books).evolve(ports),
  );
}
