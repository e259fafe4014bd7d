import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type BaseClock, findBaseClock } from './base-clock.ts';
import { estimateCoreGHz } from './core-clock.ts';
import { microarchitectureOf } from './microarchitecture.ts';

/** The machine a result was measured on. @source spec/benchmark-suite §1.2 and §6.1: what implementations MUST report */
export interface Hardware {
  readonly cpu: string;
  readonly microarchitecture: string;
  readonly baseClock: BaseClock;
  /** The clock of the core when the benchmark began, by a calibrated chain; `bench micro` takes it around each section. */
  readonly estimatedGHz: number;
  /** Bits of the widest vectors of the CPU, and of those WebAssembly has, which is what the machine runs on (W_hw). */
  readonly nativeSimdBits: number;
  readonly simdBits: 128;
  readonly cores: number;
  /** Runnable processes when the benchmark began. */
  readonly loadAverage: number;
  readonly node: string;
}

/** Asks the system. */
export function describeHardware(): Hardware {
  const cpu = cpus()[0]?.model ?? 'unknown';
  const info = cpuInfo();
  const flags = info['flags']?.split(' ') ?? [];
  return {
    cpu,
    microarchitecture: microarchitectureOf(info, process.arch),
    baseClock: findBaseClock(cpu, info),
    estimatedGHz: estimateCoreGHz(),
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
