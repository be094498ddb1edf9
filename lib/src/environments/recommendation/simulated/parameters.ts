import { AgoraError } from '../../../agora-error';
import { checkParameters, type AgentParameter } from '../../agent-parameters';
import { publishedSkill } from '../../exchange-economy/simulated';

const guess = 'a guess at what is common, made before any result was looked at';

/**
 * Every parameter of the simulated agents of the recommendation system. None was fitted, neither to the paper's
 * tables nor to MovieLens: the paper's results for this environment are all held out.
 * @example
 * environments.recommendationAgentParameters.some(({ fitted }) => fitted); // => false
 */
export const recommendationAgentParameters: readonly AgentParameter[] = [
  {
    name: 'skill',
    value: 0.82,
    range: [0, 0.99],
    meaning:
      "share of a general examination passed; errors scale with what is missing to 1, against gpt-4o-mini's 0.82",
    reason: 'MMLU accuracy as published with gpt-4o-mini (2024-07-18)',
    fitted: false,
  },
  {
    name: 'openness',
    value: 0.95,
    range: [0, 1],
    meaning: 'probability that an agent says what is due: an answer, or a number it has not given yet',
    reason: 'all want the same, so nothing is kept back on purpose; what is missing to 1 is oversight',
    fitted: false,
  },
  {
    name: 'attention',
    value: 0.6,
    range: [0, 1],
    meaning: 'how much of the trust that is missing to 1 a listener gains each time a number comes up',
    reason: guess,
    fitted: false,
  },
  {
    name: 'readingNoise',
    value: 0.25,
    range: [0, 2],
    meaning: 'standard deviation of the error in a number read off the own table, in stars',
    reason:
      'language models average a long list by eye; the rating of a user varies by about one star. A guess',
    fitted: false,
  },
  {
    name: 'stubbornness',
    value: 0.5,
    range: [0, 1],
    meaning: 'how much of the numbers it gave before an agent keeps when it looks at its table again',
    reason: guess,
    fitted: false,
  },
  {
    name: 'conformity',
    value: 0.2,
    range: [0, 1],
    meaning: 'how far an estimate moves towards the average rating that the others want',
    reason: guess,
    fitted: false,
  },
  {
    name: 'initiative',
    value: 0.5,
    range: [0, 1],
    meaning:
      'probability that an agent with a proposal thinks it over; it proposes anew only when the rating changes',
    reason: guess,
    fitted: false,
  },
  {
    name: 'inertia',
    value: 0.1,
    range: [0, 4],
    meaning: 'what the standing decision gains in a vote, in stars of closeness',
    reason: guess,
    fitted: false,
  },
  {
    name: 'judgementNoise',
    value: 0.25,
    range: [0, 2],
    meaning: 'standard deviation of the error in judging a candidate, in stars',
    reason: 'as large as the error in reading a table',
    fitted: false,
  },
  {
    name: 'usualRating',
    value: 3.5,
    range: [1, 5],
    meaning: 'what an agent expects of a user and a movie it knows nothing about',
    reason: 'people rate what they chose to see: a little above the middle of the scale',
    fitted: false,
  },
  {
    name: 'userDamping',
    value: 10,
    range: [0, 1000],
    meaning: 'ratings by the user at which their mean counts half',
    reason: 'Koren (2010), Factor in the Neighbors, section 2.1: the usual damping of user means',
    fitted: false,
  },
  {
    name: 'movieDamping',
    value: 25,
    range: [0, 1000],
    meaning: 'ratings of the movie at which their mean counts half',
    reason: 'Koren (2010), the same place: the usual damping of item means',
    fitted: false,
  },
];

/** The values of all parameters, by name. */
export interface AgentParameters {
  readonly skill: number;
  readonly openness: number;
  readonly attention: number;
  readonly readingNoise: number;
  readonly stubbornness: number;
  readonly conformity: number;
  readonly initiative: number;
  readonly inertia: number;
  readonly judgementNoise: number;
  readonly usualRating: number;
  readonly userDamping: number;
  readonly movieDamping: number;
}

const defaults = Object.fromEntries(
  recommendationAgentParameters.map(({ name, value }) => [name, value]),
) as unknown as AgentParameters;
const resolved = new WeakMap<object, AgentParameters>();

/**
 * The parameters to act by: the defaults, a profile (a model by its published skill), single values over them; then
 * all errors scaled by what the skill leaves to be wished for.
 * @throws AgoraError 'setting' naming the parameter and what would do
 */
export function resolveParameters(profile: {
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, number>>;
}): AgentParameters {
  const known = resolved.get(profile);
  if (known !== undefined) return known;
  const values: Record<string, number> = { ...defaults };
  if (profile.profile !== undefined) values['skill'] = skillOf(profile.profile);
  checkParameters(recommendationAgentParameters, profile.parameters);
  Object.assign(values, profile.parameters);
  const scaled = scaleErrors(values as unknown as AgentParameters);
  resolved.set(profile, scaled);
  return scaled;
}

function skillOf(profile: string): number {
  const skill = publishedSkill[profile];
  if (skill !== undefined) return skill;
  throw new AgoraError(
    'setting',
    `The simulated recommendation system has no profile "${profile}"; it has ${Object.keys(publishedSkill).join(', ')}`,
  );
}

function scaleErrors(values: AgentParameters): AgentParameters {
  const scale = (1 - values.skill) / (1 - defaults.skill);
  return {
    ...values,
    attention: Math.max(0, 1 - (1 - values.attention) * scale),
    readingNoise: values.readingNoise * scale,
    judgementNoise: values.judgementNoise * scale,
  };
}
