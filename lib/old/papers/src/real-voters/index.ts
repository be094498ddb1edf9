export { eachOfFourteen, fourteenModels, type FourteenModelsSettings } from './fourteen-models';
export { judgements, turned, type Judgement } from './judges';
export { fiveVotes, type FiveVotes } from './five-votes';
