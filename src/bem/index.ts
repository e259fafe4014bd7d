/** The Boolean Expert Machine: ROUTE, which finds experts by their codes, and the macros experts are made from. */
export {
  type RouteAnswer,
  type RouteEntry,
  type RouteFilter,
  createRouteIndex,
  RouteIndex,
} from './route/route-index.ts';
export type { BucketOccupancy } from './route/partition.ts';
