import { readFileSync } from 'node:fs';

/** The clock the system reports for the CPU, and who says so; a plain type, so that it is JSON as it stands. */
export type BaseClock = {
  /** Null when nobody says. */
  readonly ghz: number | null;
  readonly source: string;
};

interface Place {
  readonly name: string;
  readonly look: () => number | undefined;
}

/** Looks in the places that may know, best first. */
export function findBaseClock(
  model: string,
  cpuInfo: Readonly<Record<string, string>>,
  read: (file: string) => string | undefined = readText,
): BaseClock {
  const number = (text: string | undefined, unit: number): number | undefined => {
    const value = Number(text?.trim()) * unit;
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  const cpu = '/sys/devices/system/cpu/cpu0';
  const places: readonly Place[] = [
    { name: 'cpufreq/base_frequency', look: () => number(read(`${cpu}/cpufreq/base_frequency`), 1e-6) },
    { name: 'acpi_cppc/nominal_freq', look: () => number(read(`${cpu}/acpi_cppc/nominal_freq`), 1e-3) },
    { name: 'the model name', look: () => number(/@\s*([\d.]+)\s*GHz/.exec(model)?.[1], 1) },
    { name: 'cpu MHz of /proc/cpuinfo', look: () => number(cpuInfo['cpu MHz'], 1e-3) },
  ];
  const silent: string[] = [];
  for (const { name, look } of places) {
    const ghz = look();
    const rest = silent.length === 0 ? '' : ` (not in ${silent.join(', ')})`;
    if (ghz !== undefined) return { ghz, source: `${name}${rest}` };
    silent.push(name);
  }
  return { ghz: null, source: `unknown: looked in ${silent.join(', ')}` };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
