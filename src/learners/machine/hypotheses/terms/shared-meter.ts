import { Meter as SearchMeter } from '../../terms/meter.ts';
import type { Meter } from '../meter.ts';

/** The effort of one search, counted against the race too. */
export class SharedMeter extends SearchMeter {
  private readonly race: Meter;
  private allowed = 0;

  constructor(race: Meter, limit: number) {
    super(limit);
    this.race = race;
  }

  /** More for what ends a search: growth has had its part. */
  allow(more: number): void {
    this.allowed = this.spent + more;
  }

  override get isEmpty(): boolean {
    return this.spent >= Math.max(this.limit, this.allowed);
  }

  override spend(units: number): void {
    super.spend(units);
    this.race.spend(units);
  }
}
