import { spawn } from 'node:child_process';
import { Fault } from '#foundation/kernel';
import { type PlannedRun, type PlayedRun, startReferee } from './referee.ts';

/** How a competitor is started: a command line in which `{url}` stands for the referee's address. */
export interface Contestant {
  readonly name: string;
  readonly command: readonly string[];
}

/**
 * Lets a competitor play runs in a process of its own, over the protocol and nothing else. It also finds the address in PAWL_REFEREE.
 */
export async function playRuns(contestant: Contestant, plans: readonly PlannedRun[]): Promise<readonly PlayedRun[]> {
  if (plans.length === 0) return [];
  const referee = await startReferee(plans);
  try {
    const [program = '', ...args] = contestant.command.map((word) => word.replaceAll('{url}', referee.url));
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PAWL_REFEREE: referee.url },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2000);
    });
    const ended = new Promise<never>((_resolve, reject) => {
      const give = (how: string): void => {
        reject(new Fault('bench/competitor', `${contestant.name} ${how}: ${said.trim()}`));
      };
      child.on('error', (error) => give(error.message));
      // What was submitted last may still be on its way when the process is gone.
      child.on('exit', (code) => setTimeout(() => give(`ended with code ${code} before its runs were played`), 500));
    });
    try {
      return await Promise.race([referee.done, ended]);
    } finally {
      child.kill();
    }
  } finally {
    await referee.close();
  }
}
