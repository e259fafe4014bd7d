import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../src/server/views/run-view.ts';
import type { SelfPlayView } from '../../../src/server/views/self-play-view.ts';
import { useData } from '../hooks.ts';
import { Badge, Card, Empty, Figure, Shown } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { number, percent } from '../show.ts';

export function SelfPlayPage({ run }: { readonly run: RunView }): JSX.Element {
  const { data, error } = useData<SelfPlayView>(
    `/runs/${encodeURIComponent(run.id)}/selfplay`,
    run.state === 'running' ? 2000 : 0,
  );
  return (
    <Shown data={data} error={error}>
      {(view) => <SelfPlay view={view} />}
    </Shown>
  );
}

function SelfPlay({ view }: { readonly view: SelfPlayView }): JSX.Element {
  const picture = (title: string, note: string, curves: SelfPlayView['solver']): JSX.Element | null =>
    curves.length === 0 ? null : (
      <Card title={title} note={note} width="w6">
        <Chart curves={curves} says={title} height={200} />
      </Card>
    );
  return (
    <>
      <dl class="figures">
        <Figure name="questions">{number(view.total)}</Figure>
        <Figure name="kept" note={view.total === 0 ? '' : percent(view.kept / view.total)}>
          {number(view.kept)}
        </Figure>
      </dl>
      <div class="grid">
        {picture('Solver', 'on held-out questions', view.solver)}
        {picture('Questions', 'made, kept and turned into pairs', view.yield)}
        {picture('Generator', 'drift, novelty, entropy: a collapse shows here', view.generator)}
        {picture('Judge', 'agreement with itself and with others', view.judge)}
        <Card title="Filtered out" note="and why" width="w4">
          {view.reasons.length === 0 ? (
            <Empty>Nothing was filtered out yet.</Empty>
          ) : (
            <table>
              <tbody>
                {view.reasons.map(({ why, count }) => (
                  <tr key={why}>
                    <td>{why}</td>
                    <td class="n">{number(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Card>
        <Questions view={view} />
      </div>
    </>
  );
}

const PAGE = 50;

function Questions({ view }: { readonly view: SelfPlayView }): JSX.Element {
  const [which, setWhich] = useState('');
  const [shown, setShown] = useState(PAGE);
  const rows = view.questions.filter(({ kept }) => which === '' || kept === (which === 'kept')).toReversed();
  return (
    <Card
      title="Questions"
      width="w8"
      note={
        <select
          aria-label="Which questions"
          value={which}
          onChange={({ currentTarget }) => setWhich(currentTarget.value)}
          style={{ minHeight: '24px', padding: '0 4px' }}
        >
          <option value="">all</option>
          <option value="kept">kept</option>
          <option value="filtered">filtered out</option>
        </select>
      }
    >
      {rows.length === 0 && <Empty>No question was judged yet.</Empty>}
      {rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Questions">
          <table>
            <thead>
              <tr>
                <th class="n">iteration</th>
                <th>question</th>
                <th class="n">consistency</th>
                <th class="n">separation</th>
                <th class="n">stability</th>
                <th class="n">combined</th>
                <th>verdict</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((one, i) => (
                <tr key={i}>
                  <td class="n">{one.iteration}</td>
                  <td>{one.question.slice(0, 400)}</td>
                  <td class="n">{number(one.cons, 2)}</td>
                  <td class="n">{number(one.sep, 2)}</td>
                  <td class="n">{number(one.stab, 2)}</td>
                  <td class="n">{number(one.combined, 2)}</td>
                  <td>
                    {one.kept ? <Badge state="accepted" /> : <span class="note">{one.why ?? 'filtered out'}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          More
        </button>
      )}
    </Card>
  );
}
