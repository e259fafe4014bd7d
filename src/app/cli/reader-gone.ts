import { ExitCode } from './command.ts';

/** How a system names a reader that left: of a pipe, of a socket that was full, and of a stream that already said so. */
const codes = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** `pawl … | head` closes the pipe early: that is no error, and whatever would still be written has no reader. */
export function endIfReaderGone(error: NodeJS.ErrnoException): void {
  if (!codes.has(error.code ?? '')) throw error;
  process.exit(ExitCode.ok);
}
