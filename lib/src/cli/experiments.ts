import { exchangeEconomy, type PreferenceSet } from '../environments';
import type { Environment } from '../environments';
import { metricNames, summarizeEconomy } from './economy-summary';
import { roundTable, type Protocol } from '../protocols';
import type { Run } from '../experiment';
import { roundTableRules, ruleByName } from '../voting';
import { CommandError } from './command-error';

/** The settings that an experiment on the command line can be given, as they were typed. */
export interface ExperimentSettings {
  readonly rule: string;
  readonly agents: number;
  readonly preferences: string;
  readonly rounds: number;
}

/** One run that the command line can start. */
export interface PlannedRun {
  readonly name: string;
  readonly environment: Environment<never, never>;
  readonly protocol: Protocol;
}

/** An experiment by name: what it is, the runs it consists of, and how its results are summed up in a line. */
export interface NamedExperiment {
  readonly name: string;
  readonly description: string;
  plan(settings: ExperimentSettings): PlannedRun[];
  /** The titles of the numbers that `summarize` gives. */
  readonly metrics: readonly string[];
  summarize(run: Run): Promise<readonly string[]>;
}

const preferenceSets: readonly PreferenceSet[] = ['asymmetric', 'symmetric', 'uniform'];

/** Every experiment that `agora run` knows. To add one, add an entry. */
export const experiments: readonly NamedExperiment[] = [
  {
    name: 'roundtable-exchange-economy',
    description: "the exchange economy at a round table (RoundTable's Tables 1 and 6)",
    plan({ rule, agents, preferences, rounds }) {
      const set = preferenceSets.find((known) => known === preferences);
      if (set === undefined) {
        throw new CommandError(`--preferences is one of ${preferenceSets.join(', ')}, got "${preferences}"`);
      }
      const rules = rule === 'all' ? roundTableRules : [ruleByName(rule)];
      return rules.map((each) => ({
        name: `roundtable ${each.name} ${agents} agents ${set}`,
        environment: exchangeEconomy({ agents, preferences: set }) as unknown as Environment<never, never>,
        protocol: roundTable({ rule: each, rounds }),
      }));
    },
    metrics: metricNames,
    summarize: summarizeEconomy,
  },
];

/** @throws CommandError listing the known names */
export function experimentByName(name: string): NamedExperiment {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found !== undefined) return found;
  const known = experiments.map((experiment) => experiment.name).join(', ');
  throw new CommandError(`There is no experiment "${name}". Known: ${known}`);
}
