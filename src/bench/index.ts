/** The benchmark suite: fixed configurations, peers, referee, scoring. */
export {
  benchRoute,
  fullRouteBench,
  quickRouteBench,
  type RouteBenchOptions,
  type RouteBenchRow,
  type RouteFigures,
} from './route.ts';
