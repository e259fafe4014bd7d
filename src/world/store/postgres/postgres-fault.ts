import { Fault, type FaultCode } from '#foundation/kernel';
import type { DriverError } from './postgres-thread.ts';

/** By SQLSTATE, or the first two characters of it, its class. */
const codes: Readonly<Record<string, FaultCode>> = {
  '28': 'store/refused', // invalid authorization
  '3D': 'store/no-database',
  '42501': 'store/not-permitted', // insufficient privilege
  '25006': 'store/unwritable', // read-only transaction
  '40': 'store/busy', // deadlock, serialization
  '53100': 'store/disk-full',
  '53300': 'store/busy', // too many connections
  '55P03': 'store/busy', // lock timeout
  XX001: 'store/corrupt',
  XX002: 'store/corrupt',
};

/** Classes and codes after which the connection is gone, or was never there, though the server itself says so. */
const gone = /^(08...|57P0[123]|57P05|25P03|53300)$/;

/** What the driver says as a fault with a hint. */
export function postgresFault({ message, code, fromServer }: DriverError, shown: string): Fault {
  const details = { store: shown, postgres: code };
  const known = fromServer ? (codes[code] ?? codes[code.slice(0, 2)]) : undefined;
  const fault = known ?? (isAboutPassword(message) ? 'store/refused' : undefined);
  const lost = !fromServer || gone.test(code) ? 'store/unreachable' : 'store/broken';
  return new Fault(fault ?? lost, `${shown}: ${message === '' ? code : message}`, { details });
}

/** Whether to connect again may help. */
export function isLost({ message, code, fromServer }: DriverError): boolean {
  return fromServer ? gone.test(code) : !isAboutPassword(message);
}

/** Where the server asks for a password and there is none, the driver itself complains. */
function isAboutPassword(message: string): boolean {
  return message.startsWith('SASL') || message.includes('password must be a string');
}
