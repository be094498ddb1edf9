import type { GroupSituation } from '../../situation';
import type { RatingProposal, RecommendationInstance } from '../types';

export type Situation = GroupSituation<RecommendationInstance, RatingProposal>;
