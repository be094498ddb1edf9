import { AgoraError } from 'agora-voting';
import type { SimulatedAgent } from '../simulated-agent';
import { ratingScale } from './rating';
import { agentNames } from './roster';
import type {
  BasicInfo,
  MovieHistoryRow,
  RatingProposal,
  RecommendationInstance,
  UserHistoryRow,
} from './types';

/** What an agent may know of a case: its own table. */
export type OwnTable =
  | { readonly name: 'basicInfo'; readonly basicInfo: BasicInfo }
  | { readonly name: 'movieHistory'; readonly rows: readonly MovieHistoryRow[] }
  | { readonly name: 'userHistory'; readonly rows: readonly UserHistoryRow[] };

/** @throws AgoraError 'setting' when the agent is not one of the three */
export function ownTable(instance: RecommendationInstance, agent: string): OwnTable {
  const { basicInfo, movieHistory, userHistory } = instance;
  switch (agent) {
    case agentNames.basicInfo:
      return { name: 'basicInfo', basicInfo };
    case agentNames.movieHistory:
      return { name: 'movieHistory', rows: movieHistory };
    case agentNames.userHistory:
      return { name: 'userHistory', rows: userHistory };
    default:
      throw new AgoraError(
        'setting',
        `The agents of the recommendation system are ${Object.values(agentNames).join(', ')}; there is no "${agent}"`,
      );
  }
}

/** What is expected of a movie and a user without any rating: people rate what they chose to see. A guess. */
const usualRating = 3.5;
/** A difference of ratings that one just notices, in stars. A guess. */
const noticed = 0.5;

const ratings: readonly RatingProposal[] = Array.from(
  { length: ratingScale.most - ratingScale.least + 1 },
  (_, place) => ({ rating: ratingScale.least + place }),
);

/** The simulated agent of the recommendation system expects the mean of the ratings in its own table. */
export const simulatedRecommender: SimulatedAgent<RatingProposal, OwnTable> = {
  utility: ({ observed }, { rating }) => -Math.abs(rating - expected(observed)) / noticed,
  options: () => ratings,
  sentence: ({ observed }) =>
    observed.name === 'basicInfo'
      ? 'My table has no ratings, so I expect a usual one.'
      : `The ${observed.rows.length} ratings in my table have a mean of ${expected(observed).toFixed(2)}.`,
};

function expected(table: OwnTable): number {
  if (table.name === 'basicInfo' || table.rows.length === 0) return usualRating;
  let sum = 0;
  for (const { rating } of table.rows) sum += rating;
  return sum / table.rows.length;
}
