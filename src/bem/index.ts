/** The Boolean Expert Machine: ROUTE, which finds experts by their codes, and the macros experts are made from. */
export { type Macro, type MacroInstance, type MacroKnob, type Port } from './macros/macro.ts';
export { findMacro, macros } from './macros/macros.ts';
export { type MacroProof, proveMacro } from './macros/prove-macro.ts';
export { grayCodeOf, grayDecode, grayEncode } from './route/gray-code.ts';
export { type KeyRule, laneKeys, type LanePlanes } from './route/lane-keys.ts';
export type { BucketOccupancy } from './route/partition.ts';
export {
  type Approximation,
  createRouteIndex,
  type RouteAnswer,
  type RouteEntry,
  type RouteFilter,
  RouteIndex,
} from './route/route-index.ts';
export { routeKnobs, type RouteKnobs } from './route/route-knobs.ts';
