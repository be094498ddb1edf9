import { AgoraError } from '../../../agora-error';
import { checkParameters, type AgentParameter } from '../../agent-parameters';
import fit from './fitted.json';

const fittedReason = "fitted to the majority row of RoundTable's Table 1";

/**
 * Every parameter of the simulated agents of the exchange economy. The fitted ones were found by
 * `npm run fit` against nine numbers, the majority row of the paper's Table 1; all other rows of that table, and
 * all of Table 6, were never looked at in the fit.
 * @example
 * environments.agentParameters.map(({ name }) => name).includes('greed'); // => true
 */
export const agentParameters: readonly AgentParameter[] = [
  {
    name: 'skill',
    value: 0.82,
    range: [0, 0.99],
    meaning:
      "share of a general examination passed; errors scale with what is missing to 1, against gpt-4o-mini's 0.82",
    reason:
      'MMLU accuracy as published with gpt-4o-mini (2024-07-18); set to another model’s score for Table 6',
    fitted: false,
  },
  {
    name: 'candor',
    value: 0.9,
    range: [0, 1],
    meaning: 'probability that a message says which good its writer values most',
    reason: "Table 9 of the paper: nearly every early message informs ('Inform' 0.9 to 1.0 in rounds 1 to 3)",
    fitted: false,
  },
  {
    name: 'attention',
    value: 0.7,
    range: [0, 1],
    meaning: "how far one statement moves a listener's belief from 'values all alike' to what was said",
    reason: 'two statements make a belief nearly certain; not identified by utilities alone, so not fitted',
    fitted: false,
  },
  {
    name: 'reach',
    value: fit.parameters.reach,
    range: [0, 1],
    meaning: 'how far a proposal goes from an even split (0) to the split that its beliefs call best (1)',
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'greed',
    value: fit.parameters.greed,
    range: [0, 1],
    meaning: "extra weight of the proposer's own share",
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'concession',
    value: fit.parameters.concession,
    range: [0, 1],
    meaning: "how far a new proposal moves towards the average of the others' latest",
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'initiative',
    value: fit.parameters.initiative,
    range: [0, 1],
    meaning: 'probability of a new proposal by an agent that already has one',
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'proposalNoise',
    value: fit.parameters.proposalNoise,
    range: [0, 1],
    meaning: 'standard deviation of the logarithm of each proposed share',
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'loyalty',
    value: fit.parameters.loyalty,
    range: [0, 1],
    meaning: "what an agent's own proposal gains in its vote, in log utility",
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'inertia',
    value: fit.parameters.inertia,
    range: [0, 1],
    meaning: 'what the standing decision gains in a vote, in log utility',
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'conformity',
    value: fit.parameters.conformity,
    range: [0, 1],
    meaning: 'what a candidate gains in a vote when all others back it, in log utility',
    reason: fittedReason,
    fitted: true,
  },
  {
    name: 'judgementNoise',
    value: fit.parameters.judgementNoise,
    range: [0, 1],
    meaning: 'standard deviation of an agent’s error in judging a candidate, in log utility',
    reason: fittedReason,
    fitted: true,
  },
];

/** The values of all parameters, by name. */
export interface AgentParameters {
  readonly skill: number;
  readonly candor: number;
  readonly attention: number;
  readonly reach: number;
  readonly greed: number;
  readonly concession: number;
  readonly initiative: number;
  readonly proposalNoise: number;
  readonly loyalty: number;
  readonly inertia: number;
  readonly conformity: number;
  readonly judgementNoise: number;
}

const defaults = Object.fromEntries(
  agentParameters.map(({ name, value }) => [name, value]),
) as unknown as AgentParameters;
const referenceSkill = defaults.skill;

/** Models by the MMLU accuracy that was published with them (five-shot for the Llama models). */
export const publishedSkill: Readonly<Record<string, number>> = {
  'gpt-3.5-turbo': 0.7,
  'gpt-4o-mini': 0.82,
  'gpt-4o': 0.887,
  'llama3-1-8b': 0.694,
  'llama3-1-70b': 0.836,
};

const resolved = new WeakMap<object, AgentParameters>();

/**
 * The parameters to act by: the defaults, a profile (a model of the paper's Table 6, by its skill), single values
 * over them; then all errors scaled by what the skill leaves to be wished for.
 * @throws AgoraError 'setting' naming the parameter and what would do
 */
export function resolveParameters(profile: {
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, number>>;
}): AgentParameters {
  const known = resolved.get(profile);
  if (known !== undefined) return known;
  const values: Record<string, number> = { ...defaults };
  if (profile.profile !== undefined) {
    const skill = publishedSkill[profile.profile];
    if (skill === undefined) {
      throw new AgoraError(
        'setting',
        `The simulated economy has no profile "${profile.profile}"; it has ${Object.keys(publishedSkill).join(', ')}`,
      );
    }
    values['skill'] = skill;
  }
  checkParameters(agentParameters, profile.parameters);
  Object.assign(values, profile.parameters);
  const scaled = scaleErrors(values as unknown as AgentParameters);
  resolved.set(profile, scaled);
  return scaled;
}

function scaleErrors(values: AgentParameters): AgentParameters {
  const scale = (1 - values.skill) / (1 - referenceSkill);
  return {
    ...values,
    reach: Math.max(0, 1 - (1 - values.reach) * scale),
    proposalNoise: values.proposalNoise * scale,
    judgementNoise: values.judgementNoise * scale,
  };
}
