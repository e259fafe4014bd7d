import type { JSX } from 'preact';
import type { RolloutList, RolloutTrace } from '../../../src/app/server/views/rollouts-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { useListing, useRunData } from '../hooks.ts';
import { Badge, Card, Choice, Empty, linkTo, Pager, Rows, Shown } from '../parts/bits.tsx';
import { ReplyMark } from '../parts/reply-mark.tsx';
import { number, short } from '../show.ts';

const PAGE = 100;

function verdict({ hard, outage }: { readonly hard: number | null; readonly outage: string | null }): string {
  if (outage !== null) return 'unscored';
  if (hard === null) return 'recorded';
  return hard >= 1 ? 'passed' : 'failed';
}

export function RolloutsPage({ run }: { readonly run: RunView }): JSX.Element {
  const { data, error, from, turn, chosen, choose } = useListing<RolloutList>(run, 'rollouts', PAGE);
  return (
    <Card title="Rollouts" note="calls in the order in which they began, then other recorded steps">
      <div class="filters">
        <Choice
          label="Kind"
          value={chosen('name')}
          options={(data?.names ?? []).map((one) => [one.name, `${one.name} (${one.count})`] as const)}
          choose={choose('name')}
        />
        <Choice
          label="Outcome"
          value={chosen('outcome')}
          options={['passed', 'failed', 'unscored']}
          choose={choose('outcome')}
        />
        <Pager from={from} size={PAGE} total={data?.total} turn={turn} />
      </div>
      <Shown data={data} error={error}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty>Nothing is recorded that fits.</Empty>
          ) : (
            <Rows
              label="Rollouts"
              columns={[
                'call',
                ['kind', 'hide-narrow'],
                'outcome',
                ['soft', 'n hide-narrow'],
                'asked',
                'reply',
                ['tokens', 'n hide-narrow'],
              ]}
            >
              {rows.map((row) => (
                <tr key={row.key}>
                  <td class="tight">
                    <a class="mono" href={`${linkTo(run.id, 'rollouts')}/${row.key}`}>
                      {short(row.key)}
                    </a>
                  </td>
                  <td class="tight hide-narrow">{row.name}</td>
                  <td>
                    <Badge state={verdict(row)} />
                  </td>
                  <td class="n hide-narrow">{number(row.soft)}</td>
                  <td class="wide">
                    <div class="fold">{row.asked}</div>
                  </td>
                  <td class="wide">
                    <div class="fold">
                      {row.reply}
                      {row.why !== null && <span class="note"> {row.why.slice(0, 160)}</span>}
                    </div>
                  </td>
                  <td class="n hide-narrow">{number(row.tokens)}</td>
                </tr>
              ))}
            </Rows>
          )
        }
      </Shown>
    </Card>
  );
}

export function RolloutPage({ run, callKey }: { readonly run: RunView; readonly callKey: string }): JSX.Element {
  return (
    <Shown {...useRunData<RolloutTrace>(run, `rollouts/${callKey}`)}>
      {(trace) => (
        <div class="grid">
          <Card
            title={
              <span class="mono">
                {trace.name} {short(trace.key)}
              </span>
            }
            note={<Badge state={verdict(trace)} />}
            width="w8"
          >
            {trace.transcript.length === 0 && <Empty>This step has no conversation; its result is beside.</Empty>}
            <div class="chat">
              {trace.transcript.map(({ role, content }, i) => (
                <div key={i} class={role}>
                  <h3>{role}</h3>
                  <pre>{content}</pre>
                </div>
              ))}
            </div>
          </Card>
          <Card title="Verdict" width="w4">
            <ReplyMark key={trace.key} run={run.id} trace={trace} />
            <table>
              <tbody>
                <tr>
                  <td>hard score</td>
                  <td class="n">{number(trace.hard)}</td>
                </tr>
                <tr>
                  <td>soft score</td>
                  <td class="n">{number(trace.soft)}</td>
                </tr>
                <tr>
                  <td>tokens</td>
                  <td class="n">{number(trace.tokens)}</td>
                </tr>
                {trace.outage !== null && (
                  <tr>
                    <td>outage</td>
                    <td>{trace.outage}</td>
                  </tr>
                )}
                {trace.why !== null && (
                  <tr>
                    <td>why</td>
                    <td>{trace.why}</td>
                  </tr>
                )}
              </tbody>
            </table>
            <details style={{ marginTop: '10px' }} open={trace.transcript.length === 0}>
              <summary>Result as it is recorded</summary>
              <pre class="doc" tabIndex={0}>
                {JSON.stringify(trace.result, null, 2).slice(0, 100_000)}
              </pre>
            </details>
          </Card>
        </div>
      )}
    </Shown>
  );
}
