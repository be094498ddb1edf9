import { elections as electionColumns, estimateOver } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { eventsOf, recorded, type Collaboration } from 'agora-core/transcripts';
import { plurality, type VotingRule } from 'agora-voting';
import { check, listOf, settings as settingsOf, votingRule, whole } from 'agora-voting/internal';

/*
 * Fourteen models of HELM on 5,700 questions of MMLU-Redux, one letter each (Gema et al. 2024). People found 370 of the
 * questions to have a wrong key or another fault.
 */

export interface FourteenModelsSettings {
  /** How many of the fourteen vote, chosen at random. Default 1, 2, 3, 5, 7, 10 and 14. */
  readonly voters?: readonly number[];
  /** The rule that counts their letters. Default plurality. */
  readonly rule?: VotingRule;
}

const given = settingsOf({
  voters: listOf('numbers of voters', whole(1, 14), 1).optional(),
  rule: votingRule.optional(),
});

/**
 * Accuracy of random groups of the fourteen models, a row a question. The field `key` says whether people found the question
 * and its key sound. An answer that is no letter is an abstention.
 * @throws AgoraError 'setting' for more than 14 voters
 * @example
 * const rows = await papers.realVoters.fourteenModels({ voters: [3] });
 * rows.length; // => 5700
 */
export async function fourteenModels(options: FourteenModelsSettings = {}): Promise<Row[]> {
  check('fourteenModels', given, options);
  const { voters, rule } = options;
  const set = recorded('mmlu-redux-votes');
  const { accuracy } = electionColumns([rule ?? plurality], {
    validity: 'valid ballots',
    quorumOf: 'random',
    quorums: voters ?? [1, 2, 3, 5, 7, 10, 14],
  });
  const keys = [...set].map(keyOf);
  const rows = await measure(set, { accuracy }, { each: true });
  return rows.map((row): Row => ({ ...row, voters: Number(row['quorum']), key: keyAt(keys, row) }));
}

/**
 * The accuracy of each of the fourteen models alone, best first; a row a model and `key`.
 * @example
 * papers.realVoters.eachOfFourteen().length; // => 28
 */
export function eachOfFourteen(): Row[] {
  const set = [...recorded('mmlu-redux-votes')];
  const agents = set[0]?.agents ?? [];
  const rows = ['sound', 'flagged'].flatMap((key) => {
    const own = set.filter((one) => keyOf(one) === key);
    return agents.map((model): Row => ({
      model: model,
      key: key,
      column: 'accuracy',
      evidence: 'recorded',
      ...estimateOver(own.map((one) => (isRight(one, model) ? 100 : 0))),
    }));
  });
  return rows.sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
}

const keyOf = ({ instance }: Collaboration): string =>
  (instance as { errorType: string }).errorType === 'ok' ? 'sound' : 'flagged';

const keyAt = (keys: readonly string[], row: Row): string => keys[Number(row['collaboration'])] ?? '';

function isRight(one: Collaboration, model: string): boolean {
  const { answer } = one.instance as { answer: string };
  return eventsOf(one, 'vote').some(
    ({ by, ballot }) => by === model && (ballot as { choice: string }).choice === answer,
  );
}
