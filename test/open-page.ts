import { chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findProgram } from '../src/app/cli/doctor/programs.ts';

/** A page in Debian's Chromium, with everything that goes wrong in it. */
export interface OpenedPage {
  readonly tab: Page;
  /** Closes the browser and returns what went wrong: errors of the console and of scripts, and requests to other hosts. */
  close(): Promise<readonly string[]>;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

/** Opens an address in a browser of its own, which ends with the test at the latest and leaves the signals of this process alone. */
export async function openPage(
  address: string,
  { width = 1600, height = 1000, dark = false }: PageOptions = {},
): Promise<OpenedPage> {
  const executablePath = findProgram('chromium', process.env['PATH'] ?? '');
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  // On a busy machine a page waits for its turn; what hangs is ended by the limit of the test.
  context.setDefaultTimeout(120_000);
  const tab = await context.newPage();
  const wrong: string[] = [];
  const own = new URL(address).host;
  tab.on('pageerror', (error) => wrong.push(`script: ${error.message}`));
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`console: ${message.text()}`);
  });
  tab.on('request', (request) => {
    const url = new URL(request.url());
    if (url.host !== own && url.protocol !== 'data:' && url.protocol !== 'blob:') wrong.push(`request: ${url.href}`);
  });
  await tab.goto(address);
  return {
    tab,
    async close() {
      await browser.close();
      return wrong;
    },
  };
}
