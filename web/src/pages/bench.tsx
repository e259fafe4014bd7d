import type { JSX } from 'preact';
import type { BenchList, BenchResult } from '../../../src/app/server/views/bench-view.ts';
import type { LiveStatus } from '../../../src/app/server/live/live-status.ts';
import { useData } from '../hooks.ts';
import { Badge, Card, Empty, Rows, Shown } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { Doing } from '../parts/doing.tsx';
import { number } from '../show.ts';

type Benchmarks = BenchList & { readonly running: readonly LiveStatus[] };

export function BenchPage({ name }: { readonly name: string | undefined }): JSX.Element {
  const { data, error } = useData<Benchmarks>('/bench', 4000);
  const chosen = name ?? data?.results[0]?.name;
  return (
    <>
      <div class="head">
        <h1>Benchmarks</h1>
      </div>
      <Shown data={data} error={error}>
        {({ folder, results, running }) => (
          <>
            {running.map((status) => (
              <Doing key={status.since} status={status} />
            ))}
            {results.length === 0 ? (
              <Empty>
                No results in <code>{folder}</code>.{' '}
                <code>npx pawl bench safety --quick --ui --out bench/results/safety.json</code> writes one, in a
                checkout.
              </Empty>
            ) : (
              <>
                <nav class="tabs" aria-label="Benchmarks">
                  {results.map((one) => (
                    <a
                      key={one.name}
                      href={`#/bench/${encodeURIComponent(one.name)}`}
                      aria-current={one.name === chosen ? 'page' : undefined}
                    >
                      {one.name}{' '}
                      {one.targets > 0 && (
                        <span class="note">
                          {one.met}/{one.targets}
                        </span>
                      )}
                    </a>
                  ))}
                </nav>
                {chosen !== undefined && <Result key={chosen} name={chosen} />}
              </>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

type Plot = BenchResult['plots'][number];
type Target = BenchResult['targets'][number];

/** How large the run was, and when and with which code it was made. */
function origin({ quick, provenance }: BenchResult): string {
  const size = quick === true ? 'quick run' : 'full run';
  return provenance === undefined ? size : `${size}, commit ${provenance.commit}, ${provenance.date ?? 'no date'}`;
}

function Result({ name }: { readonly name: string }): JSX.Element {
  const { data, error } = useData<BenchResult>(`/bench/${encodeURIComponent(name)}`);
  return (
    <Shown data={data} error={error}>
      {(result) => {
        const plots = result.plots;
        const targets = result.targets;
        return (
          <div class="grid">
            {targets.length > 0 && <Targets targets={targets} />}
            {plots.map((plot) => (
              <Card
                key={plot.title}
                title={plot.title}
                note={`${plot.y.label}${plot.y.scale === 'log' || plot.x.scale === 'log' ? `; ${plot.x.scale} × ${plot.y.scale}` : ''}`}
                width="w6"
              >
                <Chart
                  curves={curvesOf(plot)}
                  says={plot.title}
                  along={plot.x.label}
                  scale={{ x: plot.x.scale, y: plot.y.scale }}
                  points
                />
              </Card>
            ))}
            {result.tables.map((table) => (
              <Card key={table.title} title={table.title}>
                <Ratios table={table} />
                <Cells table={table} />
              </Card>
            ))}
            {result.notes.length > 0 && (
              <Card title="Notes">
                {result.notes.map((note) => (
                  <p key={note}>{note}</p>
                ))}
              </Card>
            )}
            <Card title="Configuration" note={origin(result)}>
              <details>
                <summary>Everything that fixes the run</summary>
                <pre class="doc" tabIndex={0}>
                  {JSON.stringify(result.configuration ?? null, null, 2)}
                </pre>
              </details>
            </Card>
          </div>
        );
      }}
    </Shown>
  );
}

function curvesOf({ x, y, series }: Plot): Parameters<typeof Chart>[0]['curves'] {
  return series.map(({ name, points }) => {
    const kept = points
      .filter(([a, b]) => (x.scale !== 'log' || a > 0) && (y.scale !== 'log' || b > 0))
      .toSorted(([a], [b]) => a - b);
    return {
      name,
      along: x.label,
      x: kept.map(([a]) => a),
      y: kept.map(([, b]) => b),
      low: kept.map(() => null),
      high: kept.map(() => null),
      band: null,
    };
  });
}

function Targets({ targets }: { readonly targets: readonly Target[] }): JSX.Element {
  return (
    <Card title="Targets">
      <Rows label="Targets" columns={['figure', ['measured', 'n'], ['goal', 'n'], 'status']} height={320}>
        {targets.map((target) => (
          <tr key={target.name}>
            <td>{target.name}</td>
            <td class="n">{number(target.value, 4)}</td>
            <td class="n">{target.goal}</td>
            <td>
              <Badge state={target.status} />
            </td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

type Table = BenchResult['tables'][number];

/** A table as it was measured; columns that hold numbers stand right. */
function Cells({ table: { title, columns, rows } }: { readonly table: Table }): JSX.Element {
  const classOf = (j: number): string => (rows.some((row) => typeof row[j] === 'number') ? 'n' : '');
  return (
    <Rows label={title} columns={columns.map((column, j) => [column, classOf(j)] as const)} height={420}>
      {rows.slice(0, 300).map((row, i) => (
        <tr key={i}>
          {row.map((cell, j) => (
            <td key={j} class={classOf(j)}>
              {typeof cell === 'number' ? number(cell, 4) : String(cell ?? '–')}
            </td>
          ))}
        </tr>
      ))}
    </Rows>
  );
}

/** Columns that say how many times a peer we are, as bars around 1. */
function Ratios({ table }: { readonly table: Table }): JSX.Element | null {
  const columns = table.columns.flatMap((column, i) =>
    /^(of|over|against|ratio)\b/iu.test(column) && table.rows.some((row) => typeof row[i] === 'number') ? [i] : [],
  );
  if (columns.length === 0) return null;
  const rows = table.rows.slice(0, 24);
  const most = Math.max(
    1,
    ...rows.flatMap((row) => columns.flatMap((i) => (typeof row[i] === 'number' ? [row[i]] : []))),
  );
  const width = 220;
  return (
    <Rows
      label={`Ratios: ${table.title}`}
      columns={[table.columns.slice(0, 2).join(', '), ...columns.map((i) => table.columns[i]!)]}
      kind="snug"
    >
      {rows.map((row, r) => (
        <tr key={r}>
          <td class="tight">{row.slice(0, 2).map(String).join(', ')}</td>
          {columns.map((i) => {
            const value = row[i];
            if (typeof value !== 'number')
              return (
                <td key={i} class="note">
                  not measured
                </td>
              );
            return (
              <td key={i}>
                <svg width={width + 50} height="14" role="img" aria-label={number(value)}>
                  <rect
                    x="0"
                    y="3"
                    height="8"
                    width={(width * value) / most}
                    rx="1"
                    fill={value >= 1 ? 'var(--good)' : 'var(--c2)'}
                  />
                  <line x1={width / most} x2={width / most} y1="0" y2="14" stroke="var(--ink)" />
                  <text x={(width * value) / most + 5} y="11" font-size="11">
                    {number(value)}
                  </text>
                </svg>
              </td>
            );
          })}
        </tr>
      ))}
    </Rows>
  );
}
