/** The routing policy learns from rewards. */
export {
  type PickBatch,
  type PickEpisode,
  RoutingPolicyUpdate,
  type RoutingUpdateKnobs,
  type RoutingUpdateReport,
} from './routing-policy-update.ts';
