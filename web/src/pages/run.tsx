import type { JSX } from 'preact';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { isReport } from '../api.ts';
import { type LiveStatus, useAction, useData, useLive } from '../hooks.ts';
import { Badge, Fault, linkTo, NotThere } from '../parts/bits.tsx';
import { Events } from '../parts/events-of-type.tsx';
import { Notes, Star } from '../parts/run-note.tsx';
import { age, duration, moment } from '../show.ts';
import { CertificatePage, CertificatesPage } from './certificates.tsx';
import { EpisodesPage } from './episodes.tsx';
import { EvolvePage } from './evolve.tsx';
import { MachinePage } from './machine.tsx';
import { MatrixPage } from './matrix.tsx';
import { Overview } from './overview.tsx';
import { QuestionPage, QuestionsPage } from './questions.tsx';
import { RolloutPage, RolloutsPage } from './rollouts.tsx';
import { RulePage } from './rule.tsx';
import { SelfPlayPage } from './self-play.tsx';
import { SkillPage } from './skill.tsx';

const names: Readonly<Record<string, string>> = {
  overview: 'Run',
  evolve: 'Evolve',
  machine: 'Machine',
  episodes: 'Episodes',
  skill: 'Skill',
  matrix: 'Matrix',
  rollouts: 'Rollouts',
  rule: 'Rule',
  selfplay: 'Self-play',
  questions: 'Questions',
  certificates: 'Certificates',
  events: 'Events',
};

export interface RunPageProps {
  readonly id: string;
  readonly page: string;
  readonly more: readonly string[];
  readonly query: URLSearchParams;
}

export function RunPage({ id, page, more, query }: RunPageProps): JSX.Element {
  const { data: run, error, reload } = useData<RunView>(`/runs/${encodeURIComponent(id)}`);
  const { live, isLost } = useLive(id, run?.events, reload);
  if (run === undefined)
    return error === undefined ? (
      <p class="note">Loading …</p>
    ) : (
      <>
        <h1>{id}</h1>
        <Fault error={error} />
        <p>
          <a href="#/runs">All runs</a>
        </p>
      </>
    );
  const state = live?.state ?? run.state;
  const link = (name: string): string => linkTo(id, name === 'overview' ? '' : name);
  return (
    <>
      <div class="head">
        <Star run={run} done={reload} />
        <h1>{run.id}</h1>
        <Badge state={state} />
        {run.simulated && <span class="badge">simulated</span>}
        <span class="grow" />
        {!isReport && (
          <a href={`/api/runs/${encodeURIComponent(run.id)}/export`} download={`${run.id}.jsonl`}>
            Download
          </a>
        )}
        <Controls run={run} state={state} reload={reload} />
      </div>
      <div class="sub">
        <span>
          {run.loop}, seed {run.seed}
        </span>
        <span>
          started {moment(run.startedAt)} UTC{isReport ? '' : `, ${age(run.startedAt)}`}
        </span>
        {run.endedAt !== null && <span>took {duration(run.endedAt - run.startedAt)}</span>}
        {run.hash !== null && (
          <span class="mono" title="Hash over all events: equal for an undisturbed and a resumed run">
            {run.hash.slice(0, 16)}
          </span>
        )}
      </div>
      {!isReport && <Notes run={run} done={reload} />}
      <nav class="tabs" aria-label="Pages of the run">
        {run.pages.map((name) => (
          <a key={name} href={link(name)} aria-current={name === page ? 'page' : undefined}>
            {names[name] ?? name}
            {name === 'certificates' && <span class="note"> {run.certificates}</span>}
          </a>
        ))}
      </nav>
      {error !== undefined && <Fault error={error} />}
      {isLost && error === undefined && (
        <div class="notice" role="status">
          The server does not answer. Start it again with <code>npx pawl serve</code>: the link stays the same, and this
          page goes on by itself.
        </div>
      )}
      <Content run={run} page={page} more={more} query={query} live={live} />
    </>
  );
}

function Content({
  run,
  page,
  more,
  query,
  live,
}: {
  readonly run: RunView;
  readonly page: string;
  readonly more: readonly string[];
  readonly query: URLSearchParams;
  readonly live: LiveStatus | undefined;
}): JSX.Element {
  const [detail] = more;
  switch (page) {
    case 'skill':
      return <SkillPage run={run} query={query} />;
    case 'matrix':
      return <MatrixPage run={run} query={query} />;
    case 'rollouts':
      return detail === undefined ? <RolloutsPage run={run} /> : <RolloutPage run={run} callKey={detail} />;
    case 'questions':
      return detail === undefined ? <QuestionsPage run={run} /> : <QuestionPage run={run} id={detail} />;
    case 'certificates':
      return detail === undefined ? <CertificatesPage run={run} /> : <CertificatePage run={run} hash={detail} />;
    case 'evolve':
      return <EvolvePage run={run} />;
    case 'machine':
      return <MachinePage run={run} query={query} />;
    case 'episodes':
      return <EpisodesPage run={run} query={query} />;
    case 'rule':
      return <RulePage run={run} />;
    case 'selfplay':
      return <SelfPlayPage run={run} />;
    case 'events':
      return <Events run={run} query={query} />;
    case 'overview':
      return <Overview run={run} live={live} />;
    default:
      return <NotThere what={`no page ${page} of a run`} />;
  }
}

function Controls({
  run,
  state,
  reload,
}: {
  readonly run: RunView;
  readonly state: string;
  readonly reload: () => void;
}): JSX.Element | null {
  const { error, isBusy, ask } = useAction(reload);
  if (isReport || state === 'done' || state === 'deleted') return null;
  const path = `/runs/${encodeURIComponent(run.id)}`;
  return (
    <>
      {error !== undefined && <span class="note">{error.message}</span>}
      {state === 'running' ? (
        <button type="button" disabled={isBusy} onClick={() => ask(`${path}/stop`)}>
          Stop (can be resumed)
        </button>
      ) : (
        <button type="button" disabled={isBusy} onClick={() => ask(`${path}/resume`)}>
          Resume
        </button>
      )}
    </>
  );
}
