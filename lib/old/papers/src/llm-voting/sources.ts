import type { BallotKind, BallotSettings } from 'agora-voting';

/** One of the eleven files of ballots, and how its authors counted it. */
export interface Source {
  readonly name: string;
  readonly voters: 'GPT-4' | 'humans';
  readonly kind: BallotKind;
  /** What voters were asked for. */
  readonly settings: BallotSettings;
  /** The files, below the data set's folder. */
  readonly votes: string;
  readonly published: string;
  /** Humans: the field of responses.json with the data that the votes file lacks. */
  readonly field?: 'voteA' | 'voteB' | 'voteD' | 'voteE';
  /** How the published tally deviates from the rule, in words. */
  readonly departure?: string;
  /** The published tally as a function of ours, if it deviates. */
  readonly publishedFrom?: 'ids as shown' | 'ranks as points';
}

const five = { least: 5, most: 5 };
const anyNumber: BallotSettings = {};
const exactlyFive: BallotSettings = { approvals: five };
const tenPoints: BallotSettings = { points: 10 };
const fiveRanked: BallotSettings = { truncated: true, places: five };

/**
 * The data set llm-voting (https://github.com/ethz-coss/LLM_voting): GPT-4, and students in a laboratory, vote on 24
 * city projects. 180 ballots a file.
 */
export const sources: readonly Source[] = Object.freeze<Source[]>([
  gpt('GPT-4 approval', 'approval', anyNumber, 'appr'),
  gpt('GPT-4 5-approval', 'approval', exactlyFive, 'kapp'),
  gpt('GPT-4 cumulative', 'points', tenPoints, 'cumu'),
  gpt('GPT-4 cumulative, corrected', 'points', tenPoints, 'cumu_corrected'),
  gpt('GPT-4 ranked', 'ranking', fiveRanked, 'rank'),
  gpt('GPT-4 5-approval, table reversed', 'approval', exactlyFive, 'reversed_order'),
  {
    ...gpt('GPT-4 5-approval, ids reversed', 'approval', exactlyFive, 'reversed_id'),
    publishedFrom: 'ids as shown',
    departure:
      'the votes file was turned back to the true ids, the tally was not: its counts are of the ids as shown, beside the names of the true ids',
  },
  human('humans approval', 'approval', anyNumber, 'appr', 'voteA'),
  human('humans 5-approval', 'approval', exactlyFive, 'kapp', 'voteB'),
  human('humans cumulative', 'points', tenPoints, 'cumu', 'voteD'),
  {
    ...human('humans ranked', 'ranking', fiveRanked, 'rank', 'voteE'),
    publishedFrom: 'ranks as points',
    departure:
      'voteE holds points (5 for the favourite), the tally takes them for ranks and counts 6 less the points: 1 for the favourite, 5 for the fifth',
  },
]);

function gpt(name: string, kind: BallotKind, settings: BallotSettings, file: string): Source {
  const folder = 'outcome/gpt_vote';
  return {
    name,
    voters: 'GPT-4',
    kind,
    settings,
    votes: `${folder}/votes_${file}.json`,
    published: `${folder}/outcome_${file}.csv`,
  };
}

function human(
  name: string,
  kind: BallotKind,
  settings: BallotSettings,
  file: string,
  field: NonNullable<Source['field']>,
): Source {
  const folder = 'outcome/lab_vote';
  return {
    name,
    voters: 'humans',
    kind,
    settings,
    field,
    votes: `${folder}/votes_${file}.json`,
    published: `${folder}/outcome_lab_${file}.csv`,
  };
}
