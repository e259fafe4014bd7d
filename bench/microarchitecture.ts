/** Names of microarchitectures by vendor and family, and the models they cover. @source vendors' revision guides and Linux `intel-family.h` */
const known: readonly {
  readonly vendor: string;
  readonly family: number;
  readonly models: readonly (number | readonly [number, number])[];
  readonly name: string;
}[] = [
  { vendor: 'AuthenticAMD', family: 23, models: [[0, 47]], name: 'Zen' },
  { vendor: 'AuthenticAMD', family: 23, models: [[48, 175]], name: 'Zen 2' },
  {
    vendor: 'AuthenticAMD',
    family: 25,
    models: [
      [0, 15],
      [32, 47],
      [80, 95],
    ],
    name: 'Zen 3',
  },
  { vendor: 'AuthenticAMD', family: 25, models: [[64, 79]], name: 'Zen 3+' },
  {
    vendor: 'AuthenticAMD',
    family: 25,
    models: [
      [16, 31],
      [96, 127],
      [160, 175],
    ],
    name: 'Zen 4',
  },
  { vendor: 'AuthenticAMD', family: 26, models: [[0, 255]], name: 'Zen 5' },
  { vendor: 'GenuineIntel', family: 6, models: [60, 63, 69, 70], name: 'Haswell' },
  { vendor: 'GenuineIntel', family: 6, models: [61, 71, 79, 86], name: 'Broadwell' },
  { vendor: 'GenuineIntel', family: 6, models: [78, 94, 142, 158], name: 'Skylake' },
  { vendor: 'GenuineIntel', family: 6, models: [85], name: 'Skylake-SP or Cascade Lake' },
  { vendor: 'GenuineIntel', family: 6, models: [106, 108, 125, 126], name: 'Ice Lake' },
  { vendor: 'GenuineIntel', family: 6, models: [140, 141], name: 'Tiger Lake' },
  { vendor: 'GenuineIntel', family: 6, models: [151, 154], name: 'Alder Lake' },
  { vendor: 'GenuineIntel', family: 6, models: [143], name: 'Sapphire Rapids' },
  { vendor: 'GenuineIntel', family: 6, models: [207], name: 'Emerald Rapids' },
];

/** The name and the numbers it comes from; without numbers, the instruction set and that the rest is unknown. */
export function microarchitectureOf(info: Readonly<Record<string, string>>, instructionSet: string): string {
  const vendor = info['vendor_id'];
  const family = Number(info['cpu family']);
  const model = Number(info['model']);
  if (vendor === undefined || !Number.isInteger(family) || !Number.isInteger(model)) {
    return `unknown (${instructionSet}; looked for vendor, family and model in /proc/cpuinfo)`;
  }
  const row = known.find(
    (each) =>
      each.vendor === vendor &&
      each.family === family &&
      each.models.some((of) => (typeof of === 'number' ? of === model : model >= of[0] && model <= of[1])),
  );
  return `${row?.name ?? 'unknown'} (${vendor} family ${family} model ${model} stepping ${info['stepping'] ?? '?'})`;
}
