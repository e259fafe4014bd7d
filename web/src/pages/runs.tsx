import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunRow } from '../../../src/app/server/views/run-view.ts';
import { say, useSteadyData } from '../hooks.ts';
import { Badge, Choice, Empty, Fault, Pager, Rows } from '../parts/bits.tsx';
import { Sparkline } from '../parts/chart.tsx';
import { Selection } from '../parts/run-selection.tsx';
import { Star, Tags } from '../parts/run-note.tsx';
import { FoundInside } from '../parts/found-inside.tsx';
import { age, compact, duration, money, number } from '../show.ts';

type Found = {
  readonly runs: readonly RunRow[];
  readonly total: number;
  readonly loops: readonly string[];
  readonly tags: readonly string[];
};

const PAGE = 100;
const flags = [
  ['starred', 'with a star'],
  ['archived', 'put away'],
] as const;
const states = ['running', 'open', 'done', 'failed'];

/** Runs, as the address says: what is searched, filtered and ordered stands in it, so that a link shows the same again. */
export function RunsPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [from, setFrom] = useState(0);
  const said = (name: string): string => query.get(name) ?? '';
  const choose = (name: string) => (value: string) => {
    setFrom(0);
    say(query, { [name]: value });
  };
  const search = said('search');
  const asked = new URLSearchParams([['from', String(from)], ['limit', String(PAGE)], ...query]);
  const { data, error, reload } = useSteadyData<Found>(`/runs?${asked.toString()}`, 2000);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const runs = data?.runs ?? [];
  return (
    <>
      <div class="head">
        <h1>Runs</h1>
        <span class="note">
          {data === undefined ? '' : `${data.total} ${query.size === 0 ? 'in this workspace' : 'fit'}`}
        </span>
        <span class="grow" />
        <a href="#/start">Start a run</a>
        <input
          type="search"
          placeholder="Search runs and inside them"
          aria-label="Search runs"
          value={search}
          onInput={({ currentTarget }) => choose('search')(currentTarget.value)}
        />
        {chosen.size > 0 && (
          <Selection
            chosen={[...chosen]}
            isAway={said('archived') === '1'}
            done={() => {
              setChosen(new Set());
              reload();
            }}
          />
        )}
        <button
          type="button"
          disabled={chosen.size < 2 || chosen.size > 5}
          onClick={() => {
            globalThis.location.hash = `#/compare/${[...chosen].map(encodeURIComponent).join(',')}`;
          }}
        >
          Compare {chosen.size > 1 ? chosen.size : ''}
        </button>
      </div>
      {error !== undefined && <Fault error={error} />}
      {data !== undefined && runs.length === 0 && (
        <Empty>
          {query.size === 0 ? (
            <>
              Nothing has been run here yet. Begin with <code>npx pawl evolve</code>, or{' '}
              <code>npx pawl init skill --yes</code> and <code>npx pawl train</code>; this page fills by itself.
            </>
          ) : (
            <>
              No run fits. <a href="#/runs">Show all</a>
            </>
          )}
        </Empty>
      )}
      {((data?.loops.length ?? 0) > 0 || query.size > 0) && (
        <div class="filters">
          <Choice label="Loop" value={said('loop')} options={data?.loops ?? []} choose={choose('loop')} />
          <Choice label="State" value={said('state')} options={states} choose={choose('state')} />
          {(data?.tags.length ?? 0) > 0 && (
            <Choice label="Tag" value={said('tag')} options={data?.tags ?? []} choose={choose('tag')} />
          )}
          {flags.map(([name, says]) => (
            <label key={name} class="choice">
              <input
                type="checkbox"
                checked={said(name) === '1'}
                onChange={({ currentTarget }) => choose(name)(currentTarget.checked ? '1' : '')}
              />{' '}
              {says}
            </label>
          ))}
          {(data?.total ?? 0) > PAGE && <Pager from={from} size={PAGE} total={data?.total} turn={setFrom} />}
        </div>
      )}
      {runs.length > 0 && (
        <Rows
          label="List of runs"
          columns={[
            [<span class="unseen">chosen</span>, ''],
            ...columns.map(
              ([name, by, place]) => [by === null ? name : <Sort name={name} by={by} query={query} />, place] as const,
            ),
          ]}
        >
          {runs.map((run) => (
            <Row key={run.id} run={run} isChosen={chosen.has(run.id)} toggle={() => toggle(run.id)} reload={reload} />
          ))}
        </Rows>
      )}
      <FoundInside words={search} />
    </>
  );
}

/** Columns by what they are ordered by, where they can be. */
const columns: readonly (readonly [name: string, by: string | null, place: string])[] = [
  ['★', 'star', ''],
  ['run', 'run', ''],
  ['state', 'state', ''],
  ['score', null, ''],
  ['before', 'before', 'n hide-narrow'],
  ['now', 'score', 'n'],
  ['accepted', 'accepted', 'n hide-narrow'],
  ['rejected', 'rejected', 'n hide-narrow'],
  ['undecided', 'undecided', 'n hide-narrow'],
  ['tokens', 'tokens', 'n hide-narrow'],
  ['cost', 'cost', 'n hide-narrow'],
  ['events', 'events', 'n hide-narrow'],
  ['age', 'started', 'n hide-narrow'],
  ['took', 'took', 'n hide-narrow'],
];

/** The head of a column that orders the list: greatest first, then least first. */
function Sort({
  name,
  by,
  query,
}: {
  readonly name: string;
  readonly by: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const isOn = (query.get('sort') ?? 'started') === by;
  const isDown = query.get('down') !== '0';
  const turn = (): void => say(query, { sort: by, down: isOn && isDown ? '0' : '1' });
  return (
    <button type="button" class="sort" aria-pressed={isOn} onClick={turn}>
      {name}
      {isOn ? (isDown ? ' ↓' : ' ↑') : ''}
    </button>
  );
}

function Row({
  run,
  isChosen,
  toggle,
  reload,
}: {
  readonly reload: () => void;
  readonly run: RunRow;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}): JSX.Element {
  const { used } = run;
  return (
    <tr>
      <td class="tight">
        <input type="checkbox" checked={isChosen} onChange={toggle} aria-label={`Choose ${run.id}`} />
      </td>
      <td class="tight">
        <Star run={run} done={reload} />
      </td>
      <td class="tight">
        <a href={`#/runs/${encodeURIComponent(run.id)}`}>{run.id}</a>
        {run.simulated && <span class="note hide-narrow"> simulated</span>}
        <Tags note={run.note} />
      </td>
      <td>
        <Badge state={run.state} />
      </td>
      <td>
        <Sparkline values={run.sparkline} />
      </td>
      <td class="n hide-narrow">{number(run.scoreBefore)}</td>
      <td class="n">
        <strong>{number(run.score)}</strong>
      </td>
      <td class="n hide-narrow">{run.accepted}</td>
      <td class="n hide-narrow">{run.rejected}</td>
      <td class="n hide-narrow">{run.undecided}</td>
      <td class="n hide-narrow">{compact(used.promptTokens + used.completionTokens)}</td>
      <td class="n hide-narrow">{money(used.dollars)}</td>
      <td class="n hide-narrow">{number(run.events)}</td>
      <td class="n hide-narrow">{age(run.startedAt)}</td>
      <td class="n hide-narrow">{run.endedAt === null ? '–' : duration(run.endedAt - run.startedAt)}</td>
    </tr>
  );
}
