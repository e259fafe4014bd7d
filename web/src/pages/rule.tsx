import type { JSX } from 'preact';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { Card, Empty, Rows } from '../parts/bits.tsx';
import { number, percent } from '../show.ts';

interface Judged {
  readonly right: number;
  readonly rows: number;
  readonly interval: { readonly low: number; readonly high: number };
}

type Cells = Readonly<Record<string, string>>;

/** What a run of learn has come to, as its summary holds it. */
interface Learnt {
  readonly isShown: boolean;
  readonly says: readonly string[];
  readonly judged: Judged;
  readonly training: Judged;
  readonly commonest: { readonly says: string; readonly judged: Judged };
  readonly trials: readonly {
    readonly candidate: string;
    readonly verdict: string;
    readonly wins: number;
    readonly losses: number;
    readonly pValue: number;
    readonly alpha: number;
  }[];
  readonly contradictions: {
    readonly count: number;
    readonly rows: readonly {
      readonly row: number;
      readonly cells: Cells;
      readonly answer: string;
      readonly says: string;
    }[];
  };
  readonly rivals: readonly { readonly says: readonly string[]; readonly agreement: number }[];
  readonly ask: {
    readonly cells: Cells;
    readonly says: readonly { readonly answer: string; readonly rules: number }[];
  } | null;
}

/** A rule that was learnt from a table: the rule in words, how often it is right, what contradicts it, and what else would fit. */
export function RulePage({ run }: { readonly run: RunView }): JSX.Element {
  if (run.summary === null) return <Empty>The rule appears when the search has ended.</Empty>;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only runs of learn have this page, and learn writes these
  const [learnt, { answer }] = [run.summary, run.config] as unknown as [Learnt, { readonly answer: string }];
  return (
    <>
      <p class="lead">{sentence(learnt, answer)}</p>
      <div class="grid">
        <Card
          title={`${answer} is`}
          note={learnt.isShown ? 'shown on rows held out' : 'not shown to be better'}
          width="w8"
        >
          <ol class="rule">
            {learnt.says.map((line, i) => (
              <li key={i}>{line}</li>
            ))}
          </ol>
        </Card>
        <Card title="How often it is right" note="with 95 % intervals" width="w4">
          <Share name="on rows held out" judged={learnt.judged} />
          <Share name={`always ${learnt.commonest.says}`} judged={learnt.commonest.judged} />
          <Share name="on rows learnt from" judged={learnt.training} />
        </Card>
        <Contradictions learnt={learnt} answer={answer} />
        <Rivals learnt={learnt} />
        <Trials learnt={learnt} />
      </div>
    </>
  );
}

function sentence({ isShown, judged, commonest }: Learnt, answer: string): string {
  const { right, rows, interval } = judged;
  const share = `right on ${right} of ${rows} rows that it did not learn from (95 % interval ${percent(interval.low)} to ${percent(interval.high)})`;
  const rival = `“always ${commonest.says}” is right on ${commonest.judged.right}`;
  return isShown
    ? `The rule for ${answer} is ${share}; ${rival}.`
    : `No rule for ${answer} was shown to be better than the commonest answer. The best one found is ${share}; ${rival}.`;
}

function Share({
  name,
  judged: { right, rows, interval },
}: {
  readonly name: string;
  readonly judged: Judged;
}): JSX.Element {
  const at = (share: number): number => 4 + 192 * share;
  const share = rows === 0 ? 0 : right / rows;
  return (
    <div class="share">
      <div>
        {name} <span class="note">{`${right} of ${rows}`}</span>
      </div>
      <svg
        viewBox="0 0 200 14"
        preserveAspectRatio="xMinYMid"
        role="img"
        aria-label={`${name}: ${percent(share)}, between ${percent(interval.low)} and ${percent(interval.high)}`}
      >
        <line x1="4" x2="196" y1="7" y2="7" class="wire" />
        <line x1={at(interval.low)} x2={at(interval.high)} y1="7" y2="7" stroke="var(--ink-faint)" stroke-width="4" />
        <circle cx={at(share)} cy="7" r="4" fill="var(--good)" />
      </svg>
    </div>
  );
}

function Contradictions({ learnt, answer }: { readonly learnt: Learnt; readonly answer: string }): JSX.Element {
  const { count, rows } = learnt.contradictions;
  const names = Object.keys(rows[0]?.cells ?? {});
  return (
    <Card
      title="Rows that contradict it"
      note={count > rows.length ? `the first ${rows.length} of ${count}` : String(count)}
      width="w8"
    >
      {rows.length === 0 ? (
        <Empty>No row contradicts it.</Empty>
      ) : (
        <Rows label="Rows that contradict the rule" columns={['row', ...names, answer, 'the rule says']} height={320}>
          {rows.map(({ row, cells, answer: is, says }) => (
            <tr key={row}>
              <td>{row}</td>
              {names.map((name) => (
                <td key={name}>{cells[name]}</td>
              ))}
              <td>{is}</td>
              <td>{says}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}

function Rivals({ learnt: { rivals, ask } }: { readonly learnt: Learnt }): JSX.Element {
  return (
    <Card title="What else would fit" width="w4">
      {ask !== null && (
        <p>
          Ask about{' '}
          {Object.entries(ask.cells)
            .map(([name, cell]) => `${name} ${cell}`)
            .join(', ')}
          :{' '}
          {ask.says
            .map(({ answer, rules }) => `${rules} ${rules === 1 ? 'rule says' : 'rules say'} ${answer}`)
            .join(', ')}
          .
        </p>
      )}
      {rivals.length === 0 ? (
        <Empty>No other rule was found that fits as well.</Empty>
      ) : (
        <ul class="rule">
          {rivals.map(({ says, agreement }, i) => (
            <li key={i}>
              {says.join('; ')} <span class="note">{`the same on ${percent(agreement)} of thought-up rows`}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Trials({ learnt: { trials } }: { readonly learnt: Learnt }): JSX.Element {
  return (
    <Card title="Trials" note="each rule against the one in force, on the rows held out">
      <Rows
        label="Trials"
        columns={['rule', 'right where the other was wrong', 'wrong where it was right', 'p', 'level', 'verdict']}
      >
        {trials.map(({ candidate, verdict, wins, losses, pValue, alpha }, i) => (
          <tr key={candidate}>
            <td title={candidate}>{i + 1}</td>
            <td>{wins}</td>
            <td>{losses}</td>
            <td>{pValue.toPrecision(2)}</td>
            <td>{number(alpha)}</td>
            <td>{verdict === 'accept' ? 'stays' : 'does not stay'}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}
