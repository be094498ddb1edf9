import { exchangeEconomy } from 'agora-core/environments';
import { economy as economyColumns, fieldsOf } from 'agora-core/internal';
import { averageOver, measure, type Row } from 'agora-core/metrics';
import { roundTable } from 'agora-core/protocols';
import type { Collaboration } from 'agora-core/transcripts';
import { mean } from 'simple-statistics';
import type { PublishedTable } from 'agora-report/internal';
import { majority, type VotingRule } from 'agora-voting';
import { besideNote, besideSetting, modelBeside, type PrintedModels } from '../beside';
import type { Condition, Planned } from '../item';
import { withConfigs } from '../llm-deliberation/configurations';
import { count, rule as ruleSetting, rules as rulesSetting, seed, word, type Setting } from '../setting';
import { withShareLimits } from '../shares';
import { pooled } from './conversations';
import { acceptanceColumns, modelsOfGames, recordedGames, type Standing } from './recorded-negotiations';
import { ruleByName, rules } from './rules';
import { tables } from './tables';

/*
 * The exchange economy behind RoundTable's Tables 1 and 6 and Figures 3 and 20: agents divide goods at a round table, and
 * the current decision after each round is scored. All of these items measure the same runs in the same columns.
 */

const anyBallot = ['choice', 'rating', 'ranking', 'points', 'approval'] as const;

/** The settings that these items share. */
export const economySettings = {
  collaborations: count({
    default: 15,
    whenRecorded: 596,
    paper: '100 (30 of each model in Table 6)',
    does: 'How many collaborations of each condition; of recorded games, how many at most.',
  }),
  rounds: count({
    default: 10,
    paper: 10,
    does: 'How many rounds a collaboration has. Recorded games have 4 whole rounds (6 with four parties, 8 with three): fewer cut them short.',
  }),
  preferences: word(['asymmetric', 'symmetric', 'uniform'], {
    default: 'asymmetric',
    paper: 'asymmetric',
    does: 'Whether agents prefer different goods, all the same good, or no good. Recorded games have their own score sheets.',
  }),
  ties: word(['as in the paper', 'none', 'fixed-order'], {
    default: 'as in the paper',
    paper: 'as in the paper',
    does: 'What several winners mean. The paper selects none where agents vote for one candidate, and the first where they grade them. "none" and "fixed-order" do the one or the other under every rule.',
  }),
  undecided: word(['left out', 'one', 'zero'], {
    default: 'left out',
    paper: 'not stated',
    does: 'What fairness is where nothing was decided at the end: left out, 100 or 0.',
  }),
  seed: seed(),
};

/** The voting rules that are compared. */
export const economyRules = rulesSetting<VotingRule>(
  {
    default: rules,
    paper: rules,
    does: "The rules that are compared: any voting rules; one of your own is given in code (see your-own-rule.ipynb). In a notebook the paper's six are roundtable.rules; its Rated is voting.range on a scale of 1 to 5, its Ranked voting.dowdall.",
  },
  anyBallot,
);

/** How many agents, for items with one number of agents. */
export const economyAgents = count(
  {
    default: 3,
    whenRecorded: 6,
    paper: 3,
    does: 'How many agents, with as many goods. Of recorded games, those of so many parties: 3 to 7.',
  },
  2,
);

/** The one rule of Table 6 and Figure 20. */
export const economyRule = ruleSetting(
  { default: majority, paper: majority, does: 'The voting rule: any.' },
  ruleByName,
);

/** Which decision counts after a round of a recorded game. */
export const economyStanding: Setting<Standing> = word(['computed vote', 'latest deal'], {
  default: 'computed vote',
  whenRecorded: 'latest deal',
  paper: 'the winner of a vote',
  does: 'What stands after a round of a recorded game: what the rule selects on sincere ballots computed from utilities, or the latest whole deal that anybody proposed.',
});

interface EconomySettings {
  readonly collaborations: number;
  readonly rounds: number;
  readonly agents: number;
  readonly preferences: 'asymmetric' | 'symmetric' | 'uniform';
  readonly ties: 'as in the paper' | 'none' | 'fixed-order';
  readonly seed: number;
}

/** What recorded games can be told of them. */
type GamesSettings = Pick<EconomySettings, 'agents' | 'collaborations' | 'rounds' | 'ties'>;

/** One experiment: a rule and a number of agents. */
export function economyOf(rule: VotingRule, settings: EconomySettings): Planned {
  const { agents, preferences, rounds, ties, collaborations } = settings;
  return {
    fields: { rule: rule.name, agents: agents },
    name: `roundtable economy, ${agents} agents, ${rule.name}`,
    environment: exchangeEconomy({ agents: agents, preferences: preferences }) as never,
    protocol: roundTable({ rule: rule, rounds: rounds, ...tiesGiven(ties) }),
    collaborations: collaborations,
    seed: settings.seed,
  };
}

const tiesGiven = (ties: EconomySettings['ties']) => (ties === 'as in the paper' ? {} : { ties: ties });

/** Recorded games of this many parties, under each rule. Votes are computed: nobody cast them. */
export function gamesUnder(wanted: readonly VotingRule[], settings: GamesSettings): Condition[] {
  const fields = { agents: settings.agents, model: 'gpt-4, llama2, llama3 and mixtral' };
  return wanted.map((rule) => ({
    fields: { rule: rule.name, ...fields },
    run: recordedGames({ stands: 'computed vote', ...gamesGiven(rule, settings) }),
  }));
}

/** Recorded games of this many parties, for each model that played them. */
export function gamesOfModels(rule: VotingRule, stands: Standing, settings: GamesSettings): Condition[] {
  return modelsOfGames(settings.agents).map((model) => ({
    fields: { rule: stands === 'latest deal' ? 'none' : rule.name, agents: settings.agents, model: model },
    run: recordedGames({ stands: stands, model: model, ...gamesGiven(rule, settings) }),
  }));
}

function gamesGiven(rule: VotingRule, { agents, collaborations, rounds, ties }: GamesSettings) {
  return {
    rule: rule,
    agents: agents,
    collaborations: collaborations,
    rounds: rounds,
    ...tiesGiven(ties),
  };
}

/** Whether a condition is recorded games, and not a run. */
const isGames = ({ run }: Condition): boolean => run.evidence === 'recorded' && run.description === undefined;

/**
 * Rows of one condition, one for each collaboration and column. Those of recorded games have the field `config`, since games
 * of one configuration are not independent, and the columns of `acceptanceColumns`.
 */
export async function measureEconomy(
  condition: Condition,
  undecided: 'left out' | 'one' | 'zero',
): Promise<Row[]> {
  const settings = { undecided: undecided === 'left out' ? 'exclude' : undecided } as const;
  if (!isGames(condition)) {
    const rows = await measure(condition.run, economyColumns(settings), { each: true });
    return rows.map((row): Row => ({ ...row, ...condition.fields }));
  }
  // Without rationality: these parties answered the deal on the table, and no vote.
  const { rationality: _, ...columns } = economyColumns({ ...settings, at: [3] });
  const rows = await measure(condition.run, { ...columns, ...acceptanceColumns }, { each: true });
  return withConfigs(rows, condition.run as Iterable<Collaboration>).map((row): Row => ({
    ...row,
    ...condition.fields,
  }));
}

/**
 * Rows averaged over the collaborations of each condition. Recorded games are clustered by configuration: see `pooled`. All
 * of these columns are shares in percent.
 */
export function overCollaborations(rows: readonly Row[]): Row[] {
  const others = ['column', 'evidence', 'collaboration', 'config'];
  const fields = new Set(rows.flatMap((row) => Object.keys(fieldsOf(row, others))));
  return pooled(rows, [...fields]).map((row) => withShareLimits(row));
}

const printedColumns = /^(utility|auc@\d+|rationality|fairness|rigidity)$/;

/**
 * Rows averaged over collaborations, in the columns that the paper prints: utility after rounds 3, 5 and 10. The last whole
 * round of recorded games is compared with round 10.
 */
export function inPrintedColumns(rows: readonly Row[]): Row[] {
  const averaged = overCollaborations(rows).filter(({ column }) => printedColumns.test(column));
  return averaged.flatMap((row): Row[] => {
    if (row.column !== 'utility') return [row];
    const round = Number(row['round']);
    if (row.evidence !== 'recorded') return [3, 5, 10].includes(round) ? [row] : [];
    const isLast = !averaged.some(
      (other) => isSameCondition(row, other) && Number(other['round'] ?? 0) > round,
    );
    return [...(round === 3 ? [row] : []), ...(isLast ? [{ ...row, round: 10 }] : [])];
  });
}

function isSameCondition(one: Row, other: Row): boolean {
  return ['rule', 'agents', 'model'].every((field) => one[field] === other[field]);
}

/** Table 1's label of a rule, or the name of a rule that is not in Table 1. */
export function ruleLabel(rule: unknown): string {
  const row = tables.table1.rows.find(({ setting }) => setting?.['rule'] === rule);
  return row?.label ?? String(rule);
}

/** The label of the row that is the mean of Table 6's five models. */
export const meanOfModels = 'mean over models';

/** Table 6 or Figure 20 with one more row: the mean of the paper's models, for comparison with any other model. */
export function withMeanOfModels(table: PublishedTable): PublishedTable {
  const models = table.rows.filter(({ label }) => !label.startsWith('K = '));
  const cells = table.columns.map((column) => {
    const values = models.flatMap((row) => row.cells[column]?.value ?? []);
    return [column, { value: mean(values), standardError: null }] as const;
  });
  return { ...table, rows: [...table.rows, { label: meanOfModels, cells: Object.fromEntries(cells) }] };
}

/** Rows of recorded models, and their mean, which is compared with the mean of the paper's models or with one of them. */
export function withOwnMean(rows: readonly Row[]): Row[] {
  if (rows[0]?.evidence !== 'recorded') return [...rows];
  const label = modelBeside(printedModels(), rows[0]) ?? meanOfModels;
  const means = averageOver(rows, 'model', 'label').map((row) => ({ ...withShareLimits(row), label: label }));
  return [...rows, ...means];
}

/**
 * The row of Table 6 that a model is compared with: its own, or the mean if the paper has no such model. Recorded models
 * played another game: only their mean is compared.
 */
export function modelLabel(row: Row): string {
  if (row.evidence === 'recorded') return String(row['model']);
  return modelBeside(printedModels(), row) ?? meanOfModels;
}

/** The five models of Table 6 and Figure 20. */
function printedModels(): PrintedModels {
  const labels = tables.table6.rows.map(({ label }) => label).filter((label) => !label.startsWith('K = '));
  return Object.fromEntries(labels.map((label) => [label, []]));
}

/** Which of them ours is compared with. */
export const besideModel = besideSetting(printedModels);

/** The note under a comparison whose live model is not among them. Recorded models get none. */
export const economyNote = (rows: readonly Row[]): string =>
  rows[0]?.evidence === 'recorded' ? '' : besideNote(printedModels(), rows);

/** What recorded games have in place of votes and of round 10; of other rows, that they have fewer rounds than the paper's. */
export function gamesNote(rows: readonly Row[]): string {
  const games = rows.filter(({ evidence }) => evidence === 'recorded');
  if (games.length === 0) return roundsNote(rows);
  // Without a rule the latest deal stands: see `gamesOfModels`.
  const isVote = games.some(({ rule }) => rule !== 'none');
  const votes = isVote
    ? [
        'Votes are computed from score sheets: none was cast. In utility, a game that they leave undecided counts as 0.',
      ]
    : [];
  return [...votes, '@10 is the last round of games that have fewer rounds.'].join(' ');
}

const roundsOfPaper = 10;

function roundsNote(rows: readonly Row[]): string {
  const rounds = Math.max(0, ...rows.map(({ round }) => Number(round ?? 0)));
  return rounds === 0 || rounds >= roundsOfPaper
    ? ''
    : `Ours has ${rounds} rounds: @10 is the last of them, and the other columns are over ${rounds} rounds.`;
}

/** The description of the rows in a figure's subtitle. */
export function describeEconomy(rows: readonly Row[], sizes: readonly number[]): string {
  const { evidence, agents } = rows[0] as Row;
  const n = [Math.min(...sizes), Math.max(...sizes)];
  const collaborations = n[0] === n[1] ? `${n[0]}` : `${n[0]} to ${n[1]}`;
  return evidence === 'recorded'
    ? `recorded, ${agents} parties, ${collaborations} games a line`
    : `${evidence}, exchange economy of ${agents} agents, ${collaborations} collaborations a line`;
}
