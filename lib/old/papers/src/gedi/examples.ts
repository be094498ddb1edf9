import type { Row } from 'agora-core/metrics';
import { barFigure, type PlotlyFigure } from 'agora-report';
import { AgoraError, searchCounterexample, type BallotKind, type VotingRule } from 'agora-voting';
import { ballotOrder, cast, type Opinions } from 'agora-voting/internal';
import { item } from '../item';
import { rules as rulesSetting, shortName, word } from '../setting';
import { figures, type Figure } from './figures';

/*
 * Shared code of GEDI's Figures 8 to 11: each shows a few votes on which a rule breaks a criterion. Any other rule can count them.
 */

/** One of these figures as an item. */
export function exampleItem(figure: Figure['figure'], caption: string) {
  const example = figures.find((one) => one.figure === figure) as Figure;
  return item({
    paper: 'GEDI',
    item: `Figure ${figure}`,
    notebook: 'gedi-elections.ipynb',
    published: () => ({ paper: 'GEDI', item: `Figure ${figure}`, caption: caption, rows: [] }),
    plusMinus: null,
    notes: [
      'A picture: its votes are not in the text. `papers.gedi.figures` has votes of ours that fit the caption.',
    ],
    departs: 'The votes are ours: the paper has them in a picture only.',

    settings: exampleSettings(example),

    computed: (settings) => exampleRows(example, settings),

    figure: (rows) => exampleFigure(example, rows),
  });
}

/** Rankings can be counted by rules on rankings and on choices; ratings give rankings, too. */
const countedAs = ({ rule }: Figure): readonly BallotKind[] =>
  rule.ballot === 'rating' ? ['rating', 'ranking', 'choice'] : ['ranking', 'choice'];

const exampleSettings = (example: Figure) => ({
  rules: rulesSetting<VotingRule>(
    {
      default: [example.rule],
      paper: [example.rule],
      does: 'Which rules count the votes: any on rankings or choices.',
    },
    countedAs(example),
  ),
  votes: word(['of the caption', 'fewest'], {
    default: 'of the caption',
    paper: 'a picture, of which the caption tells parts',
    does: 'Votes of ours that fit the caption; or the fewest on which the first rule breaks the criterion, found by search.',
  }),
});

interface ExampleSettings {
  readonly rules: readonly VotingRule[];
  readonly votes: 'of the caption' | 'fewest';
}

interface NamedVotes {
  readonly label: string;
  readonly profile: Opinions;
}

/** The tally of every option in each election under each rule, and whether it wins. */
function exampleRows(example: Figure, { rules, votes }: ExampleSettings): Row[] {
  const elections = votes === 'fewest' ? fewest(example, rules[0] as VotingRule) : example.elections;
  return elections.flatMap(({ label, profile }) =>
    rules.flatMap((rule) => {
      const { tally, winners } = rule.count(cast(rule, opinionsFor(rule, profile)));
      return profile.options.map((option): Row => ({
        election: label,
        rule: shortName(rule),
        option: option,
        wins: winners.includes(option) ? 1 : 0,
        votes: written(profile),
        column: 'tally',
        value: tally[option] ?? 0,
        standardError: null,
        low: null,
        high: null,
        n: profile.electorate,
        evidence: 'recomputed',
      }));
    }),
  );
}

/** The fewest votes on which the rule breaks the figure's criterion. */
function fewest({ figure, criteria }: Figure, rule: VotingRule): readonly NamedVotes[] {
  const [criterion] = criteria;
  const outcome = searchCounterexample(rule, criterion as NonNullable<typeof criterion>);
  if (outcome.kind === 'violated') return outcome.counterexample.elections;
  throw new AgoraError(
    'setting',
    `gedi.figure${figure} needs a rule that breaks "${String(criterion)}": no votes were found on which ${rule.name} does`,
  );
}

/** Ratings as rankings, for a rule that does not count ratings. Ties cannot be ranked. */
function opinionsFor(rule: VotingRule, profile: Opinions): Opinions {
  if (rule.ballot === 'rating') return profile;
  const ballots = profile.ballots.map((ballot) => ({
    kind: 'ranking' as const,
    ranking: ballotOrder(ballot, profile.options).flat(),
  }));
  return { ...profile, ballots: ballots };
}

/** "6 Amber > Blue, 4 Blue > Amber". */
function written({ ballots, counts, options }: Opinions): string {
  return ballots
    .map((ballot, place) => {
      const text =
        ballot.kind === 'ranking'
          ? ballot.ranking.join(' > ')
          : options.map((option) => `${option} ${ballot.ratings[option]}`).join(' ');
      return `${counts?.[place] ?? 1} ${text}`;
    })
    .join(', ');
}

/** Bars of the tally, a colour an election; winners are named in the subtitle. */
function exampleFigure({ criteria }: Figure, rows: readonly Row[]): PlotlyFigure {
  const distinct = (field: string): string[] => [...new Set(rows.map((row) => String(row[field])))];
  const [elections, rules, options] = [distinct('election'), distinct('rule'), distinct('option')];
  const bars = rules.flatMap((rule) => options.map((option) => ({ rule: rule, option: option })));
  const at = (election: string, { rule, option }: { rule: string; option: string }) =>
    rows.find((row) => row['election'] === election && row['rule'] === rule && row['option'] === option);
  const told = rules.flatMap((rule) =>
    elections.map((election) => {
      const winning = options.filter(
        (option) => at(election, { rule: rule, option: option })?.['wins'] === 1,
      );
      const where = elections.length > 1 ? `${election}: ` : '';
      return `${where}${winning.join(' and ')} wins${rules.length > 1 ? ` by ${rule}` : ''}`;
    }),
  );
  return barFigure(
    elections.map((election) => ({
      name: election,
      values: bars.map((bar) => at(election, bar)?.value ?? null),
    })),
    {
      title: `${String(rows[0]?.n)} votes counted by ${rules.join(' and ')}: ${criteria.join(', ')}`,
      subtitle: `recomputed: exact counts, so no error bars. ${told.join('; ')}`,
      categories: bars.map(({ rule, option }) => (rules.length === 1 ? option : `${option}, ${rule}`)),
      valueTitle: rules.length === 1 ? 'Tally' : 'Tally, of each rule on its own scale',
    },
  );
}
