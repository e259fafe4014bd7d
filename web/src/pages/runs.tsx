import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RunRow } from '../../../src/app/server/views/run-view.ts';
import { useData } from '../hooks.ts';
import { Badge, Empty, Fault, Pager, Rows } from '../parts/bits.tsx';
import { Sparkline } from '../parts/chart.tsx';
import { age, compact, duration, money, number } from '../show.ts';

type Found = { readonly runs: readonly RunRow[]; readonly total: number };

const PAGE = 100;

export function RunsPage(): JSX.Element {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [from, setFrom] = useState(0);
  const asked = search.trim() === '' ? '' : `&search=${encodeURIComponent(search.trim())}`;
  const { data: found, error } = useData<Found>(`/runs?from=${from}&limit=${PAGE}${asked}`, 2000);
  // What was shown stays until the next is there: a search that blinks with every letter cannot be read.
  const last = useRef<Found | undefined>(undefined);
  last.current = found ?? last.current;
  const data = last.current;
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
        <span class="note">{data === undefined ? '' : `${data.total} in this workspace`}</span>
        <span class="grow" />
        <input
          type="search"
          placeholder="Search runs"
          aria-label="Search runs"
          value={search}
          onInput={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setFrom(0);
          }}
        />
        <button
          type="button"
          disabled={chosen.size < 2}
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
          {search === '' ? (
            <>
              Nothing has been run here yet. Begin with <code>npx pawl evolve</code>, or{' '}
              <code>npx pawl init skill --yes</code> and <code>npx pawl train</code>; this page fills by itself.
            </>
          ) : (
            'No run fits.'
          )}
        </Empty>
      )}
      {(data?.total ?? 0) > PAGE && (
        <div class="filters">
          <Pager from={from} size={PAGE} total={data?.total} turn={setFrom} />
        </div>
      )}
      {runs.length > 0 && (
        <Rows
          label="List of runs"
          columns={[
            '',
            'run',
            'state',
            'score',
            ['before', 'n hide-narrow'],
            ['now', 'n'],
            ['accepted', 'n hide-narrow'],
            ['rejected', 'n hide-narrow'],
            ['undecided', 'n hide-narrow'],
            ['tokens', 'n hide-narrow'],
            ['cost', 'n hide-narrow'],
            ['events', 'n hide-narrow'],
            ['age', 'n hide-narrow'],
            ['took', 'n hide-narrow'],
          ]}
        >
          {runs.map((run) => (
            <Row key={run.id} run={run} isChosen={chosen.has(run.id)} toggle={() => toggle(run.id)} />
          ))}
        </Rows>
      )}
    </>
  );
}

function Row({
  run,
  isChosen,
  toggle,
}: {
  readonly run: RunRow;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}): JSX.Element {
  const { used } = run;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={toggle}
          aria-label={`Compare ${run.id}`}
          style={{ minHeight: '0' }}
        />
      </td>
      <td class="tight">
        <a href={`#/runs/${encodeURIComponent(run.id)}`}>{run.id}</a>
        {run.simulated && <span class="note hide-narrow"> simulated</span>}
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
