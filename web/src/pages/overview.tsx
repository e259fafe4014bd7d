import type { JSX } from 'preact';
import type { Decision } from '../../../src/app/server/views/decision.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import type { LiveStatus } from '../hooks.ts';
import { Badge, Card, Empty, Figure, CertificateLink, Rows } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { Doing } from '../parts/doing.tsx';
import { EventFeed } from '../parts/feed.tsx';
import { IntervalMark } from '../parts/interval-mark.tsx';
import { PairsOf } from '../parts/pairs.tsx';
import { compact, money, number } from '../show.ts';

export function Overview({ run, live }: { readonly run: RunView; readonly live: LiveStatus | undefined }): JSX.Element {
  const status = live?.status ?? run.status;
  const state = live?.state ?? run.state;
  const [main, ...others] = groups(run);
  const tokens = run.used.promptTokens + run.used.completionTokens;
  return (
    <>
      {run.sentence !== null && <p class="lead">{run.sentence}</p>}
      {state === 'running' && <Doing phase={run.phase} status={status} />}
      <dl class="figures">
        <Figure name="score" note={run.scoreBefore === null ? undefined : `from ${number(run.scoreBefore)}`}>
          {number(run.score)}
        </Figure>
        <Figure name="accepted">{run.accepted}</Figure>
        <Figure name="rejected">{run.rejected}</Figure>
        <Figure name="undecided">{run.undecided}</Figure>
        <Figure name="certificates">{run.certificates}</Figure>
        {run.used.rollouts > 0 && <Figure name="rollouts">{compact(run.used.rollouts)}</Figure>}
        {tokens > 0 && (
          <Figure name="tokens" note={`${compact(run.used.calls)} calls`}>
            {compact(tokens)}
          </Figure>
        )}
        {tokens === 0 && run.used.calls > 0 && <Figure name="judge calls">{compact(run.used.calls)}</Figure>}
        {run.used.dollars > 0 && <Figure name="cost">{money(run.used.dollars)}</Figure>}
        <Figure name="events">{number(run.events)}</Figure>
      </dl>
      <div class="grid">
        <div class="stack w8">
          <Card title={main?.title ?? 'Score'} note={main?.note}>
            {main === undefined ? (
              <Empty>
                {state === 'running'
                  ? 'No score yet: it appears with the first measurement.'
                  : 'This run has no curve of scores; what was measured stands under Decisions.'}
              </Empty>
            ) : (
              <Chart
                curves={main.curves}
                height={280}
                says={main.title}
                {...(main.isScore ? { range: [0, 1] as const } : {})}
              />
            )}
          </Card>
          {others.length > 0 && (
            <div class="stack two">
              {others.map((group) => (
                <Card key={group.title} title={group.title} note={group.note}>
                  <Chart curves={group.curves} height={160} says={group.title} />
                </Card>
              ))}
            </div>
          )}
        </div>
        <Budget run={run} />
        <Decisions run={run.id} decisions={run.decisions} />
        <Card title="Events" note={`${number(run.events)} so far`}>
          <EventFeed run={run.id} length={run.events} />
        </Card>
      </div>
    </>
  );
}

interface Group {
  readonly title: string;
  readonly note?: string;
  readonly curves: RunView['curves'];
  readonly isScore: boolean;
}

/** Curves along the same thing that are both scores share a picture. */
function groups({ curves }: RunView): Group[] {
  const found: Group[] = [];
  for (const curve of curves) {
    const isScore = curve.y.every((y) => y >= -1.0001 && y <= 1.0001);
    const same = found.find((group) => group.isScore && isScore && group.curves[0]!.along === curve.along);
    if (same === undefined) {
      found.push({
        title: curve.along === 'trial' ? 'Trials' : title(curve.name),
        curves: [curve],
        isScore,
        ...(curve.band === null ? {} : { note: bands[curve.band] }),
      });
    } else same.curves.push(curve);
  }
  return found;
}

const bands = { interval: '95 % interval', range: 'band: from least to greatest of the points drawn together' };

function title(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function Budget({ run }: { readonly run: RunView }): JSX.Element {
  const used: Readonly<Record<string, number>> = {
    rollouts: run.used.rollouts,
    calls: run.used.calls,
    tokens: run.used.promptTokens + run.used.completionTokens,
    dollars: run.used.dollars,
  };
  return (
    <Card title="Budget and error" width="w4">
      {run.settings.some(({ kind }) => kind === 'model') && (
        <table class="snug">
          <tbody>
            {run.settings
              .filter(({ kind }) => kind === 'model')
              .map(({ name, value }) => (
                <tr key={name}>
                  <td class="tight">{name}</td>
                  <td class="wide">{value}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      <div class="meter">
        {run.limits.map(({ name, most }) => (
          <Meter key={name} name={name} used={used[name] ?? 0} most={most} />
        ))}
        {run.alpha !== null && <Meter name="error budget" used={run.spent} most={run.alpha} />}
      </div>
      {run.limits.length === 0 && run.loop !== 'selfplay' && <p class="note">No limit was set.</p>}
      <details style={{ marginTop: '10px' }}>
        <summary>What was asked</summary>
        <table>
          <tbody>
            {run.settings
              .filter(({ kind }) => kind === 'setting')
              .map(({ name, value }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td class="wide">{value}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
      {run.summary !== null && (
        <details open>
          <summary>What came of it</summary>
          <Facts value={run.summary} />
        </details>
      )}
      <details>
        <summary>Events by type</summary>
        <table>
          <tbody>
            {run.counts.map(({ type, count }) => (
              <tr key={type}>
                <td>{type}</td>
                <td class="n">{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}

function Facts({ value }: { readonly value: RunView['summary'] }): JSX.Element {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const plain = entries.filter(([, fact]) => typeof fact !== 'object' || fact === null);
  return (
    <table>
      <tbody>
        {plain.map(([name, fact]) => (
          <tr key={name}>
            <td class="tight">{name}</td>
            <td class="n">
              {typeof fact === 'number' ? number(fact, 4) : JSON.stringify(fact).replaceAll('"', '').slice(0, 24)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Meter({
  name,
  used,
  most,
}: {
  readonly name: string;
  readonly used: number;
  readonly most: number;
}): JSX.Element {
  return (
    <>
      <span>{name}</span>
      <div class="bar" role="meter" aria-label={name} aria-valuenow={used} aria-valuemin={0} aria-valuemax={most}>
        <i style={{ width: `${Math.min(100, (100 * used) / most)}%` }} />
      </div>
      <span class="note">
        {number(used)} of {number(most)}
      </span>
    </>
  );
}

const SHOWN = 30;

export function Decisions({
  run,
  decisions,
}: {
  readonly run: string;
  readonly decisions: readonly Decision[];
}): JSX.Element {
  const shown = decisions.slice(-SHOWN).toReversed();
  const hasGain = shown.some(({ gain }) => gain !== null);
  return (
    <Card title="Decisions" note={decisions.length > SHOWN ? `the last ${SHOWN} of ${decisions.length}` : undefined}>
      {shown.length === 0 && <Empty>No change has been tried yet.</Empty>}
      {shown.length > 0 && (
        <Rows
          label="Decisions"
          columns={[
            'verdict',
            'change',
            ['before', 'n'],
            ['with it', 'n'],
            ...(hasGain ? ['gain, 90 % interval'] : []),
            ['compared', 'n'],
            ['p', 'n'],
            ['level', 'n'],
            'certificate',
          ]}
        >
          {shown.map((one) => (
            <tr key={one.seq}>
              <td>
                <Badge state={one.verdict} />
              </td>
              <td class="wide">
                {one.what.length > 280 ? `${one.what.slice(0, 280)} …` : one.what}
                {one.why !== null && one.why !== '' && <span class="note"> {one.why.slice(0, 300)}</span>}
                {one.isPaired && <PairsOf run={run} decision={one.seq} />}
              </td>
              <td class="n">{number(one.incumbent)}</td>
              <td class="n">{number(one.candidate)}</td>
              {hasGain && (
                <td title={`gain ${number(one.gain)}, between ${number(one.low)} and ${number(one.high)}`}>
                  {one.gain === null ? '–' : <IntervalMark value={one.gain} low={one.low} high={one.high} />}
                </td>
              )}
              <td class="n">
                {one.wins === null
                  ? one.pairs === null
                    ? '–'
                    : `${one.pairs} pairs`
                  : `${one.wins} won, ${one.losses ?? 0} lost`}
              </td>
              <td class="n">{number(one.pValue)}</td>
              <td class="n">{number(one.alpha)}</td>
              <td>
                <CertificateLink run={run} hash={one.certificate} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}
