import { summary } from '../llm-voting/summary';

/** The real ballots of llm-voting, every published tally counted again. */
export function realBallots(folder: string) {
  return { elections: summary(folder) };
}
