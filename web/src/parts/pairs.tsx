import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CertificateView } from '../../../src/app/server/views/certificates-view.ts';
import type { TrialView } from '../../../src/app/server/views/trial-view.ts';
import { useData } from '../hooks.ts';
import { Empty, Rows, Shown } from './bits.tsx';

/** One block per task that both sides did: won, lost or the same. */
export function Pairs({ pairs }: { readonly pairs: CertificateView['pairs'] }): JSX.Element {
  const wins = pairs.filter(({ candidate, incumbent }) => candidate > incumbent).length;
  const losses = pairs.filter(({ candidate, incumbent }) => candidate < incumbent).length;
  const says = `${wins} won, ${losses} lost, ${pairs.length - wins - losses} the same`;
  return (
    <>
      <div class="pairs" role="img" aria-label={says}>
        {pairs.slice(0, 1000).map(({ task, incumbent, candidate }, i) => (
          <i
            key={i}
            class={candidate > incumbent ? 'win' : candidate < incumbent ? 'loss' : ''}
            title={`${task}: ${incumbent} → ${candidate}`}
          />
        ))}
      </div>
      <p class="note">{says}</p>
      <details>
        <summary>Task by task</summary>
        <Rows label="Task by task" height={320} columns={['task', ['before', 'n'], ['with it', 'n']]}>
          {pairs.slice(0, 500).map(({ task, incumbent, candidate }, i) => (
            <tr key={i}>
              <td class="mono">{task}</td>
              <td class="n">{incumbent}</td>
              <td class="n">{candidate}</td>
            </tr>
          ))}
        </Rows>
      </details>
    </>
  );
}

/** The paired outcomes behind a decision, asked for when they are opened. */
export function PairsOf({ run, decision }: { readonly run: string; readonly decision: number }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useData<TrialView>(
    isOpen ? `/runs/${encodeURIComponent(run)}/decisions/${decision}` : undefined,
  );
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Paired outcomes</summary>
      {isOpen && (
        <Shown data={data} error={error}>
          {({ pairs }) =>
            pairs === null ? (
              <Empty>This run was made before outcomes of candidates that did not stay were kept.</Empty>
            ) : (
              <Pairs pairs={pairs} />
            )
          }
        </Shown>
      )}
    </details>
  );
}
