import type { Ballot, Profile } from 'agora-voting';
import { type BallotFaultCode, checkBallot, countFaults, type FaultCounts } from 'agora-voting/internal';
import { readElections, type Election } from './read-elections';
import { differences, recount, recountAsPublished } from './recount';
import { ruleOf } from './rules';

/** One election of llm-voting: its ballots, and its recount next to the published tally. */
export interface ElectionRow {
  readonly name: string;
  readonly ballots: number;
  readonly valid: number;
  readonly invalid: number;
  /** The invalid ones by what is wrong with them. */
  readonly byCode: Readonly<Partial<Record<BallotFaultCode, number>>>;
  /** Of the 24 projects, how many totals differ from the published: all ballots as recorded, by the rule. */
  readonly differing: number;
  /** How many totals differ if the rule has the authors' deviation. */
  readonly differingAsPublished: number;
  /** How many totals differ if only valid ballots count, as in this library. */
  readonly differingValidOnly: number;
  /** How the published tally deviates from the rule, in words; null if it does not. */
  readonly departure: string | null;
  /** The first in the published order, by id. */
  readonly publishedWinner: string;
}

/**
 * The eleven elections of llm-voting, a row each, for a table. No text of the data set is in it.
 * @param folder - the data set's own folder
 * @throws AgoraError 'llm-voting' when a file is missing or has another form
 */
export function summary(folder: string): readonly ElectionRow[] {
  return readElections(folder).map(rowOf);
}

/** The ballots of an election that keep to what voters were asked, as a profile for any rule that takes their kind. */
function validProfile({ options, ballots, settings }: Election): Profile {
  return {
    options,
    ballots: ballots.filter((ballot) => checkBallot(ballot, options, settings).ok),
    electorate: ballots.length,
  };
}

/** The invalid ballots of an election by what is wrong with them. */
function faultsIn({ options, ballots, settings }: Election): FaultCounts {
  return countFaults(ballots.map((ballot: Ballot) => checkBallot(ballot, options, settings)));
}

function rowOf(election: Election): ElectionRow {
  const { name, options, publishedTally, departure = null } = election;
  const { read, valid, invalid, byCode } = faultsIn(election);
  const counted = ruleOf(election).count(validProfile(election)).tally;
  const top = Math.max(...Object.values(publishedTally));
  return {
    name,
    ballots: read,
    valid,
    invalid,
    byCode,
    departure,
    differing: differences(recount(election), publishedTally),
    differingAsPublished: differences(recountAsPublished(election), publishedTally),
    differingValidOnly: differences(counted ?? {}, publishedTally),
    publishedWinner: options.find((option) => publishedTally[option] === top) ?? '',
  };
}
