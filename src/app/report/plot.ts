/** A line of a plot: points (x, y). */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

/** A picture of a report. */
export interface Plot {
  readonly title: string;
  readonly x: { readonly label: string; readonly scale: 'linear' | 'log' };
  readonly y: { readonly label: string; readonly scale: 'linear' | 'log' };
  readonly series: readonly Series[];
}
