import { z } from 'zod';
import { locateDataset } from 'agora-core/datasets';
import {
  exchangeEconomy,
  generateRatings,
  readMovieLens,
  recommendation,
  recommendationExamples,
} from 'agora-core/environments';
import { basedOn } from 'agora-core/internal';
import { cueLabeller, llmLabeller, type Labeller } from 'agora-core/language';
import type { Row } from 'agora-core/metrics';
import { fromEnvironment } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import { estimate } from 'agora-core/statistics';
import { recorded, type Collaboration } from 'agora-core/transcripts';
import type { PublishedTable } from 'agora-report/internal';
import { AgoraError, Random, type VotingRule } from 'agora-voting';
import { either, whole } from 'agora-voting/internal';
import { cellValue, mean } from '../finding';
import type { Condition, Planned } from '../item';
import { clustersOf, withConfigs } from '../llm-deliberation/configurations';
import { modelsIn } from '../recorded-row';
import { count, numberOf, rules as rulesSetting, seed, word, words, type Setting } from '../setting';
import { environments, type Environment } from './cells';
import { rules } from './rules';

/*
 * The conversations behind RoundTable's items on language and on stopping: its two tasks under its six rules, one run each,
 * so that all of these items find the same runs on disk; and recorded negotiations, in which nobody votes.
 */

/** The tasks as the tables print them. */
export const printedNames: Readonly<Record<Environment, string>> = {
  'exchange-economy': 'Exchange economy',
  recommendation: 'Recommendation system',
};

/** The environment and rule in rows of recorded games. */
export const negotiation = { environment: 'negotiation', rule: 'no vote' } as const;
export const isNegotiation = ({ environment }: Row): boolean => environment === negotiation.environment;

/** The number of agents in both tasks of the paper. */
export const agentsOfPaper = 3;

const agents: Setting<number | 'any'> = {
  default: 3,
  whenRecorded: 'any',
  paper: 3,
  does: 'How many agents share the exchange economy; the recommendation system always has three, one for each table of data. Of recorded games, those with so many parties.',
  is: either('a whole number of at least 2, or "any" for all recorded games,', whole(2), z.literal('any')),
  read: numberOf,
};

/** The settings that these items share. */
export const conversationSettings = {
  environments: words(environments, {
    default: environments,
    paper: environments,
    does: 'Which tasks are talked about. Recorded games have a task of their own.',
  }),
  rules: rulesSetting<VotingRule>(
    {
      default: rules,
      paper: rules,
      does: 'The voting rules, one run for each: any rule. In recorded games nobody votes.',
    },
    ['choice', 'rating', 'ranking', 'points', 'approval'],
  ),
  collaborations: count({
    default: 3,
    whenRecorded: 365,
    paper: 100,
    does: 'How many collaborations under each rule. More extend a run. Of recorded games, how many of each model at most.',
  }),
  rounds: count({
    default: 10,
    paper: 10,
    does: 'How many rounds a collaboration has. Recorded games are cut after them.',
  }),
  agents,
  ratings: word(['generated', 'ml-100k'], {
    default: 'generated',
    paper: 'ml-100k',
    does: 'What the recommendation system predicts: generated ratings, or MovieLens-100k, where "npx agora data ml-100k" has brought it.',
  }),
  seed: seed(),
};

/** The setting `labeller`: how dialogue acts are read. */
export const labellerSetting = word(['cues', 'model'], {
  default: 'cues',
  paper: 'Llama-3.1-8b-Instruct',
  does: 'What reads dialogue acts: cues of English, which need no model and of real talk hear little but Inform and Request; or the model that AGORA_MODEL names, one call a message.',
});

export function labellerOf(name: 'cues' | 'model'): Labeller {
  return name === 'cues' ? cueLabeller : llmLabeller(fromEnvironment());
}

/** The setting `distance`: how information distance is measured. */
export const distanceSetting = word(['words', 'embeddings'], {
  default: 'words',
  paper: 'embeddings by paraphrase-MiniLM-L6-v2',
  does: 'How information distance is taken: by shared words, at once; or by sentence embeddings as in the paper (its smaller sister L3, unless AGORA_EMBEDDING_MODEL names another), some 5 ms a message the first time.',
});

export interface ConversationSettings {
  readonly environments: readonly Environment[];
  readonly rules: readonly VotingRule[];
  readonly collaborations: number;
  readonly rounds: number;
  readonly agents: number | 'any';
  readonly ratings: 'generated' | 'ml-100k';
  readonly seed: number;
}

/**
 * One run for each task and rule. All rules get the same cases. Names and settings are those of Tables 1 and 7, whose runs
 * these are.
 */
export function conversations(settings: ConversationSettings): Planned[] {
  return settings.environments.flatMap((environment) => {
    const isEconomy = environment === 'exchange-economy';
    const task = isEconomy ? economy(settings) : predictions(settings);
    const name = isEconomy ? `economy, ${settings.agents} agents` : 'recommendation';
    return settings.rules.map((rule) => ({
      fields: {
        environment: environment,
        rule: rule.name,
        agents: isEconomy ? settings.agents : agentsOfPaper,
      },
      name: `roundtable ${name}, ${rule.name}`,
      environment: task as never,
      protocol: roundTable({ rule: rule, rounds: settings.rounds }),
      collaborations: settings.collaborations,
      seed: settings.seed,
    }));
  });
}

function economy({ agents: wanted }: ConversationSettings) {
  if (wanted !== 'any') return exchangeEconomy({ agents: wanted });
  throw new AgoraError(
    'setting',
    'roundtable needs a number of agents where a game is played, got "any", which is for recorded games',
  );
}

/** As many as the paper predicts, in an order of their own: a run takes the first. */
const examplesOfPaper = 100;
/** The most rows of each history that an agent is shown. */
const rowsShown = 20;

function predictions({ ratings, collaborations }: ConversationSettings) {
  if (collaborations > examplesOfPaper)
    throw new AgoraError(
      'setting',
      `roundtable needs at most ${examplesOfPaper} as collaborations: the recommendation system has no more examples, got ${collaborations}`,
    );
  const data = ratings === 'generated' ? generateRatings() : readMovieLens(movieLens());
  const examples = recommendationExamples(data, { count: examplesOfPaper, rows: rowsShown });
  return recommendation({ examples: examples, dataName: data.name });
}

function movieLens(): string {
  const folder = locateDataset('ml-100k');
  if (folder !== null) return folder;
  throw new AgoraError('dataset-absent', 'ml-100k is not here yet: npx agora data ml-100k');
}

/** What a recorded game says of itself. */
interface Game {
  readonly model: string;
  readonly parties: number;
}
const gameOf = ({ instance }: Collaboration): Game => instance as unknown as Game;

/** gpt-3.5 in any role beside gpt-4 is one model. */
function modelOf(game: Collaboration): string {
  const { model } = gameOf(game);
  return model.includes(' with gpt-3.5') ? 'gpt-4 with gpt-3.5 in a role' : model.replace('_', '-');
}

/** The games that have been read once; reading them takes seconds. */
let read: readonly Collaboration[] | undefined;

/** A model's recorded games. */
export interface ModelsGames {
  readonly model: string;
  readonly games: readonly Collaboration[];
  /** The number of recorded games of the model, with any number of parties. */
  readonly onRecord: number;
}

/**
 * LLM-Deliberation's negotiations of three to seven parties (Abdelnabi et al.), by model; 50 that broke off are left out. Left
 * out of each game is the leader's opening, to which nobody has answered yet; and the last round, in which the leader speaks
 * alone, unless `leader` keeps it.
 */
export function recordedGames(
  {
    collaborations,
    rounds,
    agents: parties,
    seed: order,
  }: Pick<ConversationSettings, 'collaborations' | 'rounds' | 'agents' | 'seed'>,
  leader = false,
): ModelsGames[] {
  read ??= [...recorded('llm-deliberation')].filter(
    ({ finished }) => finished !== null && finished.cause !== 'broken off',
  );
  const all = read.filter((game) => parties === 'any' || gameOf(game).parties === parties);
  if (all.length === 0)
    throw new AgoraError(
      'setting',
      `roundtable needs 3 to 7 as agents of recorded games, or "any", got ${parties}`,
    );
  const models = [...new Set(all.map(modelOf))].sort();
  return models.map((model) => {
    const own = all.filter((game) => modelOf(game) === model);
    const drawn = Random.from(order, 'recorded games', model).shuffle(own).slice(0, collaborations);
    const onRecord = read!.filter((game) => modelOf(game) === model).length;
    return { model: model, games: drawn.map((game) => upTo(game, rounds, leader)), onRecord: onRecord };
  });
}

/** A game without its opening, cut after some rounds, or after the leader's last word. */
function upTo(game: Collaboration, rounds: number, leader: boolean): Collaboration {
  const { finished } = game;
  if (finished === null) return game;
  const last = leader ? finished.rounds : Math.min(rounds, finished.rounds - 1);
  const events = game.events.filter((event) => {
    const isOpening = 'phase' in event && event.phase === 'opening';
    return !isOpening && !('round' in event && event.round > last);
  });
  return { ...game, events: events, finished: { ...finished, rounds: last } };
}

/** Recorded games as conditions, one for each model. */
export function recordedConversations(settings: ConversationSettings): Condition[] {
  return recordedGames(settings).map(({ model, games, onRecord }) => ({
    onRecord: onRecord,
    fields: { ...negotiation, model: model, ...partiesIn(settings) },
    run: Object.assign([...games], { evidence: 'recorded' as const, name: `${model}, negotiations` }),
  }));
}

/** The number of parties, where there is one. */
const partiesIn = ({ agents: parties }: ConversationSettings) =>
  parties === 'any' ? {} : { agents: parties };

/** Rows of a condition with its fields. Rows of recorded games also have their configuration. */
export function ofCondition(rows: readonly Row[], { run, fields }: Condition): Row[] {
  const isRecorded = fields['environment'] === negotiation.environment;
  const placed = isRecorded ? withConfigs(rows, run as Iterable<Collaboration>) : rows;
  return placed.map((row): Row => ({ ...row, ...fields }));
}

/** The numbers of agents in these rows that differ from the paper's, in order. Empty if all have three, or if none is known. */
export function otherSizes(rows: readonly Row[]): number[] {
  const sizes = new Set(rows.flatMap(({ agents: size }) => (typeof size === 'number' ? [size] : [])));
  return [...sizes].filter((size) => size !== agentsOfPaper).sort((one, other) => one - other);
}

/** "Ours has 4 agents, the paper's rows 3.", in the economy alone: the recommendation system always has three. Empty for three. */
export function sizesNote(rows: readonly Row[]): string {
  const sizes = otherSizes(rows);
  if (sizes.length === 0) return '';
  const isOfBoth = rows.some(({ environment }) => environment === 'recommendation');
  const where = isOfBoth ? ' in the exchange economy' : '';
  return `Ours has ${sizes.join(', ')} agents${where}, the paper's rows ${agentsOfPaper}.`;
}

/** The case of a row: numbers of recorded games are their own, those of a task are shared by all rules. */
const caseOf = ({ environment, collaboration }: Row): string => `${environment} ${collaboration}`;

/**
 * Means of the rows that agree in their column and in some fields. Collaborations are independent of each other; rows of one
 * collaboration (its rounds, or the same case under several rules) are not, nor are recorded games of one configuration.
 */
export function pooled(rows: readonly Row[], by: readonly string[]): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.column, row.evidence, ...by.map((field) => row[field] ?? null)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((members) => {
    const [first] = members as [Row];
    const known = members.filter(({ value }) => value !== null);
    const values = known.map(({ value }) => Number(value));
    const { clusters: _, ...found } = estimate(values, { clusters: clustersOf(known, caseOf) });
    const fields = Object.fromEntries(by.flatMap((field) => (field in first ? [[field, first[field]]] : [])));
    const row: Row = {
      model: modelsIn(members),
      ...fields,
      column: first.column,
      evidence: first.evidence,
      ...found,
    };
    return basedOn(row, members);
  });
}

/** The mean over the six rules' printed rows of a task. */
export function meanOfRules(table: PublishedTable, environment: Environment) {
  const own = table.rows.filter(({ setting }) => setting?.['environment'] === environment);
  return Object.fromEntries(
    table.columns.map((column) => {
      const values = own.map((row) => cellValue(row, column));
      return [column, { value: mean(values), standardError: null }] as const;
    }),
  );
}

/** The row that a recorded model is compared with: the exchange economy's, since both are bargains over private utilities. */
export const labelBeside = (model: unknown): string => `${String(model)}, beside the exchange economy`;

/** A printed table with a row for each recorded model: the mean of the exchange economy's rows, whose task is the most similar. */
export function withRowsBeside(table: PublishedTable, rows: readonly Row[]): PublishedTable {
  const models = [...new Set(rows.filter(isNegotiation).map(({ model }) => model))];
  const cells = meanOfRules(table, 'exchange-economy');
  return {
    ...table,
    rows: [...table.rows, ...models.map((model) => ({ label: labelBeside(model), cells }))],
  };
}
