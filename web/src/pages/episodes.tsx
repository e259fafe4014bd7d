import type { JSX } from 'preact';
import type { MachineView } from '../../../src/app/server/views/machine-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { useData } from '../hooks.ts';
import { Card, Empty } from '../parts/bits.tsx';
import { TaskStepper } from '../parts/stepper.tsx';
import { RolloutsPage } from './rollouts.tsx';

/** Episodes of a machine: any task of what it learnt, played again before your eyes; and the steps that were recorded. */
export function EpisodesPage({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  const { data } = useData<MachineView>(
    run.loop === 'evolve' ? `/runs/${encodeURIComponent(run.id)}/machine` : undefined,
  );
  const slots = data?.fragments.map(({ id }) => id) ?? [];
  const slot = query.get('skill') ?? slots[0];
  return (
    <div class="grid">
      {run.loop === 'evolve' && (
        <Card title="Skill">
          {data === undefined && <p class="note">Loading …</p>}
          {data?.fragments.length === 0 && <Empty>No machine skill has been accepted yet.</Empty>}
          <div class="expert-list">
            {slots.map((id) => (
              <a
                key={id}
                class="badge"
                aria-current={id === slot ? 'true' : undefined}
                href={`#/runs/${encodeURIComponent(run.id)}/episodes?skill=${encodeURIComponent(id)}`}
                style={{ fontWeight: id === slot ? 600 : 400 }}
              >
                {id}
              </a>
            ))}
          </div>
        </Card>
      )}
      {slot !== undefined && run.loop === 'evolve' && <TaskStepper key={slot} run={run.id} slot={slot} />}
      <RolloutsPage run={run} />
    </div>
  );
}
