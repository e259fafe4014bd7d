import { setMaxListeners } from 'node:events';
import type { Journal, Timer } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { endStartedCommands } from '#world/models/harness';
import type { Shell } from '../command.ts';
import { endChildren } from '../end-children.ts';
import { exitCodes } from '../exit-on-signal.ts';

/** Signals that are heard while a run is at work. */
export interface Interrupts {
  readonly isAsked: () => boolean;
  /** The journal and the timer of a run that can be stopped: no step begins and no wait goes on after it is asked. */
  over(journal: Journal, timer: Timer): { readonly journal: Journal; readonly timer: Timer };
  /** Stops listening. */
  end(): void;
}

/**
 * Ctrl-C once: calls under way are finished and kept, and nothing new begins. Twice, or another signal that ends processes: at once, with
 * all that was started. Either way the run can be taken up again; `resume` says how.
 */
function listenForInterrupts(shell: Pick<Shell, 'note'>, resume: string): Interrupts {
  const stop = new AbortController();
  // Every wait listens, and there may be hundreds at once.
  setMaxListeners(0, stop.signal);
  const endNow = (signal: keyof typeof exitCodes): void => {
    endStartedCommands();
    endChildren();
    shell.note(`Ended by ${signal}; calls that were under way are lost. ${resume}`);
    process.exit(exitCodes[signal]);
  };
  const onInterrupt = (): void => {
    if (stop.signal.aborted) return endNow('SIGINT');
    shell.note('Stopping: calls under way are finished and kept. Press Ctrl-C again to end at once.');
    stop.abort();
  };
  const onTerminate = (): void => endNow('SIGTERM');
  const onHangUp = (): void => endNow('SIGHUP');
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  process.on('SIGHUP', onHangUp);
  return {
    isAsked: () => stop.signal.aborted,
    over: (journal, timer) => ({
      journal: stoppable(journal, stop.signal),
      timer: {
        ...timer,
        sleep: (milliseconds, signal) =>
          timer.sleep(milliseconds, signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])),
      },
    }),
    end() {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
      process.off('SIGHUP', onHangUp);
    },
  };
}

/** Refuses the next step instead of ending the one under way, so that whatever was paid for is recorded. */
function stoppable(journal: Journal, signal: AbortSignal): Journal {
  const requireGoing = (): void => {
    if (signal.aborted) throw new Fault('cli/interrupted', `run ${journal.run} was stopped as asked`);
  };
  return {
    run: journal.run,
    async step(name, inputs, work) {
      requireGoing();
      return journal.step(name, inputs, work);
    },
    async call(name, inputs, work) {
      requireGoing();
      return journal.call(name, inputs, work);
    },
    lostCalls: (name, inputs) => journal.lostCalls(name, inputs),
    emit: (type, data) => journal.emit(type, data),
    putBlob: (bytes) => journal.putBlob(bytes),
    certify: (certificate) => journal.certify(certificate),
  };
}

/** How a shell counts a process that Ctrl-C ended. */
export const INTERRUPTED = 130;

/** Does the work and hears signals meanwhile. Whatever ends it early, the reader is told how to go on; nothing where it was stopped as asked. */
export async function takingInterrupts<T>(
  resume: string,
  shell: Pick<Shell, 'note'>,
  work: (interrupts: Interrupts) => Promise<T>,
): Promise<T | undefined> {
  const interrupts = listenForInterrupts(shell, resume);
  try {
    return await work(interrupts);
  } catch (error) {
    if (!(error instanceof Fault) || interrupts.isAsked()) {
      shell.note(interrupts.isAsked() ? `Stopped. ${resume}` : resume);
      if (error instanceof Fault && error.code === 'cli/interrupted') return undefined;
      throw error;
    }
    // Below what happened, where a reader ends.
    const { code, message, hint, details } = error;
    throw new Fault(code, message, { details, cause: error, hint: `${hint}\n${resume}` });
  } finally {
    interrupts.end();
  }
}
