import { answers } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { type Collaboration, eventsOf, recorded } from 'agora-core/transcripts';
import { elections } from 'agora-core/internal';
import { informedDictatorial, misinformedDictatorial, rules, type VotingRule } from 'agora-voting';
import { check, listOf, object, votingRule } from 'agora-voting/internal';
import { recordedRow } from '../recorded-row';
import { majorityVote } from './ways';

/*
 * Ways of several papers that can be read from one recorded debate, so that they can be compared question by question.
 */

interface RecordedWay {
  readonly name: string;
  readonly paper: string;
  readonly agents: 1 | 3;
  /** After which round it ends. */
  readonly end: (debate: Collaboration) => number;
}

const rounds = [1, 2, 3] as const;

const ways: readonly RecordedWay[] = [
  { name: 'one agent', paper: 'no talk', agents: 1, end: () => 1 },
  { name: majorityVote, paper: 'GEDI', agents: 3, end: () => 1 },
  { name: 'debate, two rounds', paper: 'S2-MAD', agents: 3, end: () => 2 },
  { name: 'debate, three rounds', paper: 'S2-MAD', agents: 3, end: () => 3 },
  {
    name: 'debate until all agree',
    paper: 'RoundTable',
    agents: 3,
    end: (debate) => firstRound(debate, allAgree),
  },
  {
    name: 'debate until nobody changes',
    paper: 'RoundTable',
    agents: 3,
    end: (debate) => firstRound(debate, isSettled),
  },
];

/**
 * Three agents of Claude answer 198 questions of GPQA, read each other and answer again, twice. That record contains one
 * agent, a vote, and debates of several lengths. Tokens are the provider's counts; votes are by plurality, a tie counts by
 * its share; "one agent" is the mean of the three.
 * @returns rows for `wayTable`
 * @example
 * const rows = await papers.across.recordedWays();
 * rows[0].way; // => 'one agent'
 */
export async function recordedWays(): Promise<Row[]> {
  const set = recorded('gpqa-debates');
  const debates = Object.assign([...set], { evidence: set.evidence });
  const rightBy = async (scoring: 'majority' | 'mean agent'): Promise<Map<string, number>> => {
    const rows = await measure(debates, { right: answers({ scoring: scoring }).accuracy } as never, {
      each: true,
    });
    return new Map(
      rows.map((row) => [`${String(row['collaboration'])} ${String(row['round'])}`, Number(row.value)]),
    );
  };
  const [byMajority, byMean] = [await rightBy('majority'), await rightBy('mean agent')];
  return ways.flatMap(({ name, paper, agents, end }) =>
    debates.flatMap((debate) => {
      const last = end(debate);
      const right = (agents === 1 ? byMean : byMajority).get(`${debate.index} ${last}`) ?? NaN;
      const tokens = rounds
        .filter((round) => round <= last)
        .reduce((sum, round) => sum + (tokensIn(debate, round) * agents) / 3, 0);
      const values = { accuracy: right, rounds: last, calls: agents * last, tokens: tokens };
      return Object.entries(values).map(([column, value]) =>
        recordedRow(debate, column, value, { way: name, paper: paper }),
      );
    }),
  );
}

const answersIn = (debate: Collaboration, round: number): (string | null)[] =>
  eventsOf(debate, 'proposal')
    .filter((proposal) => proposal.round === round)
    .map(({ candidate }) => candidate);

function allAgree(debate: Collaboration, round: number): boolean {
  const given = answersIn(debate, round);
  return given[0] !== null && new Set(given).size === 1;
}

/** Nobody changes in the round after one in which all agreed, as RoundTable's consecutive agreements. */
function isSettled(debate: Collaboration, round: number): boolean {
  const before = answersIn(debate, round - 1);
  return (
    round > 1 &&
    allAgree(debate, round - 1) &&
    answersIn(debate, round).every((one, at) => one === before[at])
  );
}

function firstRound(debate: Collaboration, ends: (debate: Collaboration, round: number) => boolean): number {
  return rounds.find((round) => ends(debate, round)) ?? 3;
}

function tokensIn({ events }: Collaboration, round: number): number {
  return events.reduce(
    (sum, event) =>
      event.type === 'reply' && event.round === round ? sum + event.inputTokens + event.outputTokens : sum,
    0,
  );
}

/**
 * Rules on rankings that ask nobody a second time.
 * @example
 * papers.across.rulesOnRankings.includes(voting.borda); // => true
 */
export const rulesOnRankings: readonly VotingRule[] = rules.filter(
  ({ ballot, name }) =>
    ballot === 'ranking' && ![informedDictatorial.name, misinformedDictatorial.name].includes(name),
);

const given = object('arguments', { counted: listOf('voting rules', votingRule, 1) });

/**
 * LLaMA-13B ranked the options of MMLU under ten prompts. Each rule counts the same ten ballots, on the 1,692 questions on
 * which no ballot has a tie; "one rater" is the mean of the ten.
 * @returns accuracy of each question, with the rule as `way`
 * @example
 * const rows = await papers.across.recordedRules([voting.borda]);
 * papers.across.ruleTable(rows).text.includes('borda'); // => true
 */
export async function recordedRules(counted: readonly VotingRule[] = rulesOnRankings): Promise<Row[]> {
  check('recordedRules', given, { counted });
  const set = recorded('mmlu-rater-probabilities');
  const strict = [...set].filter((one) =>
    eventsOf(one, 'vote').every(({ ballot }) => 'ranking' in (ballot as object)),
  );
  const run = Object.assign(strict, { evidence: set.evidence });
  const byRule = await measure(run, { accuracy: elections(counted).accuracy }, { each: true });
  const alone = await measure(run, { accuracy: firstChoicesRight }, { each: true });
  return [
    ...byRule.map((row): Row => ({ ...row, way: String(row['rule']), paper: 'GEDI' })),
    ...alone.map((row): Row => ({ ...row, way: oneRater, paper: 'GEDI' })),
  ];
}

/**
 * The mean of the ten raters.
 * @example
 * papers.across.oneRater; // => 'one rater'
 */
export const oneRater = 'one rater';

function firstChoicesRight(one: Collaboration): number {
  const { answer } = one.instance as { answer: string };
  const firsts = eventsOf(one, 'vote').map(
    ({ ballot }) => (ballot as unknown as { ranking: string[] }).ranking[0],
  );
  return (100 * firsts.filter((first) => first === answer).length) / firsts.length;
}
