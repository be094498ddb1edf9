import {
  type Environment,
  exchangeEconomy,
  hiddenProfile,
  type PreferenceSet,
  questions,
  recommendation,
} from 'agora-core/environments';
import { election, type Protocol, roundTable } from 'agora-core/protocols';
import { gedi, roundtable, s2mad } from 'agora-papers';
import { AgoraError, range, ruleByName, type VotingRule } from 'agora-voting';
import { oneOf } from 'agora-voting/internal';
import { checkOption } from './options';
import { debateQuestions, electionQuestions, recommendationData } from './sources';
import {
  debateSummary,
  economySummary,
  electionSummary,
  profileSummary,
  ratingSummary,
  type Summary,
} from './summaries';

/** Options that belong to some experiments only. */
const ownOptions = ['agents', 'preferences', 'data', 'rounds', 'method'] as const;
type OwnOption = (typeof ownOptions)[number];

/** The settings of an experiment on the command line; undefined if not given. */
export interface ExperimentSettings {
  readonly agents?: number;
  readonly preferences?: string;
  readonly data?: string;
  readonly rounds?: number;
  readonly method?: string;
  readonly rule?: string;
  readonly collaborations: number;
  readonly seed: number;
}

/** A run that the command line can start. */
export interface PlannedRun {
  readonly name: string;
  readonly environment: Environment<never, never>;
  readonly protocol: Protocol;
}

/** An experiment by name: its description, its own options, and its runs. */
export interface NamedExperiment {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OwnOption[];
  plan(settings: ExperimentSettings): PlannedRun[];
  readonly summary: Summary;
}

/** All experiments of `agora run`. To add one, add an entry. */
export const experiments: readonly NamedExperiment[] = [
  {
    name: 'roundtable-exchange-economy',
    description: "the exchange economy at a round table (RoundTable's Tables 1 and 6)",
    options: ['agents', 'preferences', 'rounds'],
    plan({ rule, agents = 3, preferences = 'asymmetric', rounds = 10 }) {
      checkOption('--preferences', oneOf('asymmetric', 'symmetric', 'uniform'), preferences);
      const set = preferences as PreferenceSet;
      return rulesOf(rule).map((each) => ({
        name: `roundtable ${each.name} ${agents} agents ${set}`,
        environment: exchangeEconomy({ agents, preferences: set }) as never,
        protocol: roundTable({ rule: each, rounds }),
      }));
    },
    summary: economySummary,
  },
  {
    name: 'roundtable-recommendation',
    description: "the recommendation system at a round table (RoundTable's Table 7)",
    options: ['data', 'rounds'],
    plan({ rule, rounds = 10, data = 'generated', ...wanted }) {
      const rules = rulesOf(rule);
      const source = recommendationData(data, wanted);
      const environment = recommendation(source) as never;
      return rules.map((each) => ({
        name: `roundtable recommendation ${each.name} ${source.dataName}`,
        environment,
        protocol: roundTable({ rule: each, rounds }),
      }));
    },
    summary: ratingSummary,
  },
  {
    name: 'gedi-election',
    description: "an election on multiple-choice questions, by all rules at once (GEDI's Table 2)",
    options: ['agents', 'data'],
    plan({ rule = 'all', agents = 10, data = 'generated', ...wanted }) {
      const set = electionQuestions(data, wanted);
      return [
        {
          name: `gedi ${agents} raters ${set.name}`,
          environment: questions({ set, agents }) as never,
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
    plan({ rule, agents = 5, rounds, data = 'gsm8k-sample', method = 'S2-MAD', ...wanted }) {
      const { name, environment } = debateQuestions(data, { agents, ...wanted });
      return debateProtocols(method, rounds, rule).map((each) => ({
        name: `s2-mad ${each.name} ${agents} agents ${name}`,
        environment,
        protocol: each.protocol,
      }));
    },
    summary: debateSummary,
  },
  {
    name: 'hidden-profile',
    description: 'hidden profiles at a round table: what all members know misleads (24 cases of our own)',
    options: ['agents', 'rounds'],
    plan({ rule, agents, rounds = 10 }) {
      const environment = hiddenProfile(agents === undefined ? {} : { agents }) as never;
      return rulesOf(rule).map((each) => ({
        name: `hidden profile ${each.name}${agents === undefined ? '' : ` ${agents} agents`}`,
        environment,
        protocol: roundTable({ rule: each, rounds }),
      }));
    },
    summary: profileSummary,
  },
];

function rulesOf(name = 'majority'): readonly VotingRule[] {
  return name === 'all' ? roundtable.rules : [roundtable.ruleByName(name)];
}

/** All rules of GEDI; the one that is named comes first, and so decides the outcome. */
function electionRules(name: string): readonly VotingRule[] {
  const rules: readonly VotingRule[] = [...gedi.rules, range];
  checkOption('--rule', oneOf('all', ...rules.map((rule) => rule.name)), name);
  return rules.toSorted((a, b) => Number(b.name === name) - Number(a.name === name));
}

export const debateMethods = Object.keys(s2mad.methods) as (keyof typeof s2mad.methods)[];

/** The protocols that `--method` names. @throws AgoraError for a rule or a number of rounds where they do nothing */
function debateProtocols(method: string, rounds: number | undefined, rule: string | undefined) {
  checkOption('--method', oneOf('all', ...debateMethods), method);
  if (method === 'CoT' && rule !== undefined)
    throw new AgoraError('command', '--rule does nothing in CoT, which has one answer');
  if (method.startsWith('CoT') && rounds !== undefined)
    throw new AgoraError('command', `--rounds does nothing in ${method}, whose agent answers once`);
  const settings = { rounds: rounds ?? 4, ...(rule === undefined ? {} : { rule: ruleByName(rule) }) };
  return debateMethods
    .filter((name) => method === 'all' || name === method)
    .map((name) => ({ name, protocol: s2mad.methods[name](settings) }));
}

/** @throws AgoraError 'setting' listing the known names */
export function experimentByName(name: string): NamedExperiment {
  const [first = '', ...others] = experiments.map((experiment) => experiment.name);
  checkOption('experiment', oneOf(first, ...others), name);
  return experiments.find((experiment) => experiment.name === name)!;
}

/**
 * The runs of an experiment.
 * @throws AgoraError 'command' for an option of another experiment
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
