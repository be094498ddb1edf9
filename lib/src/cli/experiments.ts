import { exchangeEconomy, recommendation, type PreferenceSet } from '../environments';
import type { Environment } from '../environments';
import { roundTable, type Protocol } from '../protocols';
import type { Run } from '../experiment';
import { roundTableRules, ruleByName, type VotingRule } from '../voting';
import { CommandError } from './command-error';
import { economySummary } from './economy-summary';
import { ratingSummary } from './rating-summary';
import { recommendationData } from './recommendation-data';

/** The options that belong to some experiments only; undefined where they were not typed. */
export interface OwnOptions {
  readonly agents?: number;
  readonly preferences?: string;
  readonly data?: string;
}

/** The settings that an experiment on the command line can be given. */
export interface ExperimentSettings extends OwnOptions {
  readonly rule: string;
  readonly rounds: number;
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
    options: ['agents', 'preferences'],
    plan({ rule, agents = 3, preferences = 'asymmetric', rounds }) {
      const set = preferenceSets.find((known) => known === preferences);
      if (set === undefined) {
        throw new CommandError(`--preferences is one of ${preferenceSets.join(', ')}, got "${preferences}"`);
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
    options: ['data'],
    plan({ rule, rounds, data = 'generated', collaborations, seed }) {
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
];

function rulesOf(name: string): readonly VotingRule[] {
  return name === 'all' ? roundTableRules : [ruleByName(name)];
}

/** @throws CommandError listing the known names */
export function experimentByName(name: string): NamedExperiment {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found !== undefined) return found;
  const known = experiments.map((experiment) => experiment.name).join(', ');
  throw new CommandError(`There is no experiment "${name}". Known: ${known}`);
}

/**
 * The runs of an experiment.
 * @throws CommandError when an option was typed that belongs to other experiments
 */
export function planOf(experiment: NamedExperiment, settings: ExperimentSettings): PlannedRun[] {
  for (const option of ['agents', 'preferences', 'data'] as const) {
    if (settings[option] === undefined || experiment.options.includes(option)) continue;
    const owners = experiments.filter(({ options }) => options.includes(option)).map(({ name }) => name);
    throw new CommandError(
      `--${option} does nothing in ${experiment.name}; it belongs to ${owners.join(', ')}`,
    );
  }
  return experiment.plan(settings);
}
