import { type AnyTemplate, Domain } from '#contracts';
import { canonicalText, type Hash, hashOf } from '#kernel';
import { turnKnobs } from '#schedule';
import { findTemplate, templates } from '#tasks';
import type { EvolveConfig } from './config.ts';
import { distil } from './distil.ts';
import type { EvolveRun } from './evolve-run.ts';
import { initialState } from './evolve-state.ts';
import { emptyMain } from './main-state.ts';
import { type Profile, profiles } from './profile.ts';
import { reportSkills, type SkillReport } from './report-skills.ts';
import { specialise } from './specialise.ts';

/** What a run of `pawl evolve` ends with. */
export type EvolveSummary = {
  readonly domains: Readonly<
    Record<string, { readonly templates: number; readonly reached: number; readonly score: number }>
  >;
  readonly templates: readonly SkillReport[];
  readonly lessons: number;
  readonly episodes: number;
  readonly machine: string;
};

/** Ports and settings of a run, before templates and profile are looked up. */
export type EvolvePorts = Pick<EvolveRun, 'seed' | 'config' | 'journal' | 'dispatcher' | 'progress' | 'shouldStop'>;

/** The templates that a configuration asks for. */
export function templatesOf({ templates: named, domains, profile }: EvolveConfig): AnyTemplate[] {
  const preset: Profile = profiles[profile];
  const wanted = named ?? (domains === undefined ? preset.templates : undefined);
  const found = wanted === undefined ? templates : wanted.map(findTemplate);
  return found.filter(({ domain }) => domains === undefined || domains.includes(domain));
}

/** What is in force before anything is learnt: no skill. */
function keepNothing({ journal }: EvolveRun): Hash {
  return journal.putBlob(new TextEncoder().encode(canonicalText(null)));
}

/**
 * The pipeline of seed 000: specialists practise, what they do well goes into one machine, and that machine goes on practising,
 * verifying and changing itself.
 */
export async function evolve(ports: EvolvePorts): Promise<EvolveSummary> {
  const { config } = ports;
  const run: EvolveRun = {
    ...ports,
    profile: profiles[config.profile],
    templates: templatesOf(config),
    knobs: turnKnobs(),
  };
  const enter = (phase: number, says: string): void => run.journal.emit('phase-begun', { phase, says });

  run.journal.emit('evolve-started', {
    alpha: config.alpha,
    inForce: [keepNothing(run)],
    templates: run.templates.map(({ name }) => name),
  });
  enter(0, 'initialise');
  const first = initialState(run.templates, run.knobs);
  enter(1, 'specialists practise');
  const specialised = await specialise(run, first);
  enter(2, 'distillation into the main machine');
  const main = await distil(run, specialised, emptyMain);
  const reports = await reportSkills(run, specialised, main);
  return {
    domains: Object.fromEntries(
      Domain.options.flatMap((domain) => {
        const own = reports.filter((report) => report.domain === domain);
        if (own.length === 0) return [];
        const reached = own.filter(({ levelAfter }) => levelAfter >= 2).length;
        return [
          [
            domain,
            { templates: own.length, reached, score: own.reduce((sum, { after }) => sum + after, 0) / own.length },
          ],
        ];
      }),
    ),
    templates: reports,
    lessons: specialised.lessons,
    episodes: specialised.episodes,
    machine: hashOf(main),
  };
}
