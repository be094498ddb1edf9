import { AgoraError } from '../agora-error';
import { exchangeEconomy, recommendation, type PreferenceSet } from '../environments';
import type { Environment } from '../environments';
import { questions } from '../environments/questions';
import { election, roundTable, type Protocol } from '../protocols';
import type { Run } from '../experiment';
import { roundTableRules, ruleByName, type VotingRule } from '../voting';
import { gediRules } from '../voting/ranking';
import { range } from '../voting/rating';
import { debateQuestions } from './debate-data';
import { debateProtocols } from './debate-methods';
import { debateSummary } from './debate-summary';
import { economySummary } from './economy-summary';
import { electionSummary } from './election-summary';
import { questionData } from './question-data';
import { ratingSummary } from './rating-summary';
import { recommendationData } from './recommendation-data';

/** The options that belong to some experiments only; undefined where they were not typed. */
export interface OwnOptions {
  readonly agents?: number;
  readonly preferences?: string;
  readonly data?: string;
  readonly rounds?: number;
  readonly method?: string;
}

/** Options that belong to some experiments only, by name. */
const ownOptions = ['agents', 'preferences', 'data', 'rounds', 'method'] as const;

/** The settings that an experiment on the command line can be given. */
export interface ExperimentSettings extends OwnOptions {
  /** Default: the experiment's own. */
  readonly rule?: string;
  readonly collaborations: number;
  readonly seed: number;
}

/** One run that the command line can start. */
export interface PlannedRun {
  readonly name: string;
  readonly environment: Environment<never, never>;
  readonly protocol: Protocol;
}

/** How an experiment's results are summed up in a line. */
export interface Summary {
  /** The titles of the numbers. */
  readonly titles: readonly string[];
  of(run: Run): Promise<readonly string[]>;
}

/** An experiment by name: what it is, which options are its own, and the runs it consists of. */
export interface NamedExperiment {
  readonly name: string;
  readonly description: string;
  readonly options: readonly (keyof OwnOptions)[];
  plan(settings: ExperimentSettings): PlannedRun[];
  readonly summary: Summary;
}

const preferenceSets: readonly PreferenceSet[] = ['asymmetric', 'symmetric', 'uniform'];

/** Every experiment that `agora run` knows. To add one, add an entry. */
export const experiments: readonly NamedExperiment[] = [
  {
    name: 'roundtable-exchange-economy',
    description: "the exchange economy at a round table (RoundTable's Tables 1 and 6)",
    options: ['agents', 'preferences', 'rounds'],
    plan({ rule, agents = 3, preferences = 'asymmetric', rounds = 10 }) {
      const set = preferenceSets.find((known) => known === preferences);
      if (set === undefined) {
        throw new AgoraError(
          'command',
          `--preferences is one of ${preferenceSets.join(', ')}, got "${preferences}"`,
        );
      }
      return rulesOf(rule).map((each) => ({
        name: `roundtable ${each.name} ${agents} agents ${set}`,
        environment: exchangeEconomy({ agents, preferences: set }) as unknown as Environment<never, never>,
        protocol: roundTable({ rule: each, rounds }),
      }));
    },
    summary: economySummary,
  },
  {
    name: 'roundtable-recommendation',
    description: "the recommendation system at a round table (RoundTable's Table 7)",
    options: ['data', 'rounds'],
    plan({ rule, rounds = 10, data = 'generated', collaborations, seed }) {
      const rules = rulesOf(rule);
      const source = recommendationData(data, collaborations, seed);
      const environment = recommendation(source);
      return rules.map((each) => ({
        name: `roundtable recommendation ${each.name} ${source.dataName}`,
        environment: environment as unknown as Environment<never, never>,
        protocol: roundTable({ rule: each, rounds }),
      }));
    },
    summary: ratingSummary,
  },
  {
    name: 'gedi-election',
    description: "an election on multiple-choice questions, by all rules at once (GEDI's Table 2)",
    options: ['agents', 'data'],
    plan({ rule = 'all', agents = 10, data = 'generated', collaborations, seed }) {
      const set = questionData(data, collaborations, seed);
      return [
        {
          name: `gedi ${agents} raters ${set.name}`,
          environment: questions({ set, raters: agents }) as unknown as Environment<never, never>,
          protocol: election({ rules: electionRules(rule) }),
        },
      ];
    },
    summary: electionSummary,
  },
  {
    name: 's2-mad-debate',
    description: "debates and single agents on questions with one right answer (S2-MAD's Table 1)",
    options: ['agents', 'data', 'rounds', 'method'],
    plan({ rule, agents = 5, rounds, data = 'gsm8k-sample', method = 'S2-MAD', collaborations, seed }) {
      const { name, environment } = debateQuestions(data, { agents, collaborations, seed });
      return debateProtocols(method, rounds, rule).map((each) => ({
        name: `s2-mad ${each.name} ${agents} agents ${name}`,
        environment,
        protocol: each.protocol,
      }));
    },
    summary: debateSummary,
  },
];

/** All rules of GEDI; the one that is named comes first, and so decides the outcome. */
function electionRules(name: string): readonly VotingRule[] {
  const rules: readonly VotingRule[] = [...gediRules, range];
  if (name === 'all') return rules;
  const first = rules.find((rule) => rule.name === name);
  if (first === undefined)
    throw new AgoraError(
      'command',
      `--rule is all or one of ${rules.map((rule) => rule.name).join(', ')} in gedi-election, got "${name}"`,
    );
  return [first, ...rules.filter((rule) => rule !== first)];
}

function rulesOf(name = 'majority'): readonly VotingRule[] {
  return name === 'all' ? roundTableRules : [ruleByName(name)];
}

/** @throws AgoraError 'command' listing the known names */
export function experimentByName(name: string): NamedExperiment {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found !== undefined) return found;
  const known = experiments.map((experiment) => experiment.name).join(', ');
  throw new AgoraError('command', `There is no experiment "${name}". Known: ${known}`);
}

/**
 * The runs of an experiment.
 * @throws AgoraError 'command' when an option was typed that belongs to other experiments
 */
export function planOf(experiment: NamedExperiment, settings: ExperimentSettings): PlannedRun[] {
  for (const option of ownOptions) {
    if (settings[option] === undefined || experiment.options.includes(option)) continue;
    const owners = experiments.filter(({ options }) => options.includes(option)).map(({ name }) => name);
    throw new AgoraError(
      'command',
      `--${option} does nothing in ${experiment.name}; it belongs to ${owners.join(', ')}`,
    );
  }
  return experiment.plan(settings);
}
