/** What a database says of itself: whose it is, and how many tables it has. */
export interface Header {
  readonly version: number;
  readonly owner: number;
  readonly tables: number;
}
