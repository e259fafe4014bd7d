import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Fault, isRecord } from '#foundation/kernel';

/** A learner outside of this program: each message is answered by one. */
export interface Outsider {
  readonly name: string;
  ask(message: object): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

/** An address is asked by POST, anything else is a command line that reads and writes lines of JSON. */
export function openOutsider(where: string): Outsider {
  return /^https?:\/\//u.test(where) ? overHttp(where) : overStdio(where);
}

function overHttp(url: string): Outsider {
  return {
    name: url,
    async ask(message) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });
      if (!response.ok) throw new Fault('bench/failed', `${url} answered ${response.status}`);
      return readAnswer(url, await response.text());
    },
    close: () => undefined,
  };
}

function overStdio(command: string): Outsider {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  let failure: Fault | undefined;
  const fail = (why: string): void => {
    failure ??= new Fault('bench/failed', `${command} ${why}`);
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  child.on('error', (error) => fail(`did not start: ${error.message}`));
  child.on('exit', (code) => fail(`ended with ${code} before it was told to`));
  child.stdin.on('error', () => fail('reads no more'));
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
  return {
    name: command,
    async ask(message) {
      if (failure !== undefined) throw failure;
      const line = await new Promise<string>((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${JSON.stringify(message)}\n`);
      });
      return readAnswer(command, line);
    },
    close: () => child.stdin.end(),
  };
}

function readAnswer(name: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // told below, with what came
  }
  throw new Fault('bench/failed', `${name} answered ${JSON.stringify(text.slice(0, 80))}, which is no JSON object`);
}
