/** ROUTE: codes and the index that finds the nearest experts. */
export { grayEncode } from './gray-code.ts';
export { type Approximation, createRouteIndex, RouteIndex } from './route-index.ts';
