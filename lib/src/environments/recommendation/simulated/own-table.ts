import { AgoraError } from '../../../agora-error';
import { agentNames } from '../roster';
import type { BasicInfo, MovieHistoryRow, RecommendationInstance, UserHistoryRow } from '../types';

/** All that a simulated agent may read of an instance: its own table. */
export type OwnTable =
  | { readonly name: 'basicInfo'; readonly basicInfo: BasicInfo }
  | { readonly name: 'movieHistory'; readonly rows: readonly MovieHistoryRow[] }
  | { readonly name: 'userHistory'; readonly rows: readonly UserHistoryRow[] };

/**
 * Hands an agent its own table. This is the only place where simulated agents touch an instance, so that none can
 * peek at the others' tables or at the rating.
 * @throws AgoraError 'setting' when the agent is none of the three
 */
export function ownTable(instance: RecommendationInstance, agent: string): OwnTable {
  switch (agent) {
    case agentNames.basicInfo:
      return { name: 'basicInfo', basicInfo: instance.basicInfo };
    case agentNames.movieHistory:
      return { name: 'movieHistory', rows: instance.movieHistory };
    case agentNames.userHistory:
      return { name: 'userHistory', rows: instance.userHistory };
    default:
      throw new AgoraError(
        'setting',
        `Simulated agents of the recommendation system are ${Object.values(agentNames).join(', ')}; there is no "${agent}"`,
      );
  }
}
