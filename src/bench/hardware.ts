import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { estimateCoreGHz } from './core-clock.ts';

/** The machine a result was measured on. @source seed 003 §1.2 and §6.1: what implementations MUST report */
export interface Hardware {
  readonly cpu: string;
  /** Family and model, which name the microarchitecture. */
  readonly microarchitecture: string;
  readonly reportedGHz: number;
  readonly estimatedGHz: number;
  /** How cycles come about in this result. */
  readonly cycles: string;
  /** Bits of the widest vectors of the CPU, and of those WebAssembly has. */
  readonly nativeSimdBits: number;
  readonly simdBits: 128;
  readonly cores: number;
  readonly loadAverage: number;
  readonly node: string;
}

/** Asks the system. */
export function describeHardware(): Hardware {
  const [first] = cpus();
  const info = cpuInfo();
  const flags = info['flags']?.split(' ') ?? [];
  const microarchitecture =
    info['cpu family'] === undefined
      ? process.arch
      : `${info['vendor_id'] ?? ''} family ${info['cpu family']} model ${info['model'] ?? '?'} stepping ${info['stepping'] ?? '?'}`.trim();
  return {
    cpu: first?.model ?? 'unknown',
    microarchitecture,
    reportedGHz: (first?.speed ?? 0) / 1000,
    estimatedGHz: estimateCoreGHz(),
    cycles: 'estimated: CPU time × the core clock of a calibrated dependent chain',
    nativeSimdBits: flags.includes('avx512f') ? 512 : flags.includes('avx2') ? 256 : 128,
    simdBits: 128,
    cores: cpus().length,
    loadAverage: loadavg()[0]!,
    node: process.version,
  };
}

/** The fields of the first processor in /proc/cpuinfo; none where there is no such file. */
function cpuInfo(): Readonly<Record<string, string>> {
  try {
    const [first] = readFileSync('/proc/cpuinfo', 'utf8').split('\n\n');
    const lines = (first ?? '').split('\n').map((line) => line.split(':').map((part) => part.trim()));
    return Object.fromEntries(lines.filter((parts) => parts.length >= 2).map(([key, value]) => [key!, value!]));
  } catch {
    return {};
  }
}
