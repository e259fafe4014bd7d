import { Fault } from '#foundation/kernel';
import type { EventEntry, Ledger } from './ledger.ts';

/** The events recorded before, met again one by one while a run is replayed. */
export interface Recording {
  readonly length: number;
  /** Compares an event with the one recorded at its position; a difference is a Fault. */
  meet(position: number, event: EventEntry): void;
}

/** Reads the recorded events in pages, so that resuming a long run needs little memory. */
export function openRecording(ledger: Ledger): Recording {
  let start = 0;
  let page: readonly EventEntry[] = [];
  return {
    length: ledger.length,
    meet(position, event) {
      if (position >= start + page.length) {
        start = position;
        page = ledger.eventsFrom(position);
      }
      const recorded = page[position - start];
      if (recorded?.type === event.type && recorded.text === event.text) return;
      throw new Fault(
        'store/replay-diverged',
        `event ${position} of run ${ledger.run} is ${show(event)}, but ${show(recorded)} was recorded`,
        { details: { run: ledger.run, position, recorded, emitted: event } },
      );
    },
  };
}

function show(event: EventEntry | undefined): string {
  if (event === undefined) return 'nothing';
  const text = `${event.type} ${event.text}`;
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
