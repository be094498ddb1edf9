import { AgoraError } from '../../agora-error';
import { checkParameters, type AgentParameter } from '../agent-parameters';
import fit from './fitted.json';

/**
 * The model that simulated debaters stand for when no profile is named.
 * @example
 * environments.defaultDebaterProfile in environments.debaterProfiles; // => true
 */
export const defaultDebaterProfile = 'gpt-3.5-turbo';

/** What a debater's skill and length are on each data set; see `valueFor` for other data sets. */
export interface DebaterProfile {
  readonly skill: Readonly<Record<string, number>>;
  readonly length: Readonly<Record<string, number>>;
}

/**
 * The five models of the paper, fitted by lib/scripts/fit-debaters.mjs (fitted.json says to which cells). Skill is in
 * units of a debater's noise, length in tokens of one text.
 * @example
 * Object.keys(environments.debaterProfiles).length; // => 5
 */
export const debaterProfiles: Readonly<Record<string, DebaterProfile>> = fit.profiles;

const profile = debaterProfiles[defaultDebaterProfile] as DebaterProfile;

/**
 * Every parameter of the simulated debaters. Fitted to S2-MAD, Tables 1 and 7 (lib/scripts/fit-debaters.mjs): `skill`
 * and `length`, for each model and data set; `sharedBias` and `recognition`, one value for all, to one cell each.
 * Everything else in the paper was never looked at in the fit.
 * @example
 * environments.debaterParameters.find(({ name }) => name === 'anchor').value; // => 1
 */
export const debaterParameters: readonly AgentParameter[] = [
  {
    name: 'skill',
    value: profile.skill['gsm8k'] ?? 0,
    range: [-20, 20],
    meaning:
      'what the right answer gains in utility on a question of usual difficulty; one number for all data sets when set',
    reason: `fitted to the accuracies of one chain of thought in Table 1 (three models), and of MAD(5,4) in Table 7 (gpt-4o-mini and gpt-4o-0806, for which no chain of thought is printed); here ${defaultDebaterProfile} on GSM8K`,
    fitted: true,
  },
  {
    name: 'sharedBias',
    value: fit.sharedBias,
    range: [0, 0.999],
    meaning:
      "share of the variance of an answer's noise that all debaters of one model have in common, so that they err together",
    reason: `fitted to one cell of Table 1, CoT-SC(40) of gpt-3.5-turbo on GSM8K: the more is shared, the less a vote gains`,
    fitted: true,
  },
  {
    name: 'recognition',
    value: fit.recognition,
    range: [-10, 10],
    meaning:
      'what the right answer gains where it stands in the prompt, its own earlier answer included: above 0 checking is easier than finding, below 0 right answers are given up more readily than wrong ones',
    reason:
      'fitted to one cell of Table 1, MAD(5,4) of gpt-3.5-turbo on GSM8K (83.6), given anchor and conformity; the 85.4 that Table 4 prints for MAD on GSM8K would put it near 0',
    fitted: true,
  },
  {
    name: 'anchor',
    value: 1,
    range: [0, 20],
    meaning: "what a debater's own earlier answer gains: views persist from round to round",
    reason:
      'a guess: asked again with nothing new, the odds of its earlier answer are about four times what they would be, its own noise being 0.7 wide',
    fitted: false,
  },
  {
    name: 'conformity',
    value: 1,
    range: [0, 20],
    meaning: 'what an answer gains by those who are seen with it, times ln(1 + their number)',
    reason:
      'a guess: four others weigh ln 5 = 1.6, more than its own earlier answer, and one other ln 2 = 0.7, less',
    fitted: false,
  },
  {
    name: 'difficultySpread',
    value: 1.95,
    range: [0, 10],
    meaning: "standard deviation of the questions' difficulty, the same for all models",
    reason:
      'as for the simulated raters, where it was measured on 29 real models and the 12,032 questions of MMLU-Pro; taken for all data sets',
    fitted: false,
  },
  {
    name: 'plausibilityDecay',
    value: 0.5,
    range: [0, 10],
    meaning: 'what a wrong answer loses for each place further down the list of those that come to mind',
    reason:
      'a guess: each is chosen about half as often as the one before it, so that wrong answers scatter but not evenly',
    fitted: false,
  },
  {
    name: 'approachShare',
    value: 0.3,
    range: [0, 1],
    meaning:
      'share of the variance of the shared bias that a way of thinking replaces by its own, where agents are asked for different ones',
    reason: 'a guess: most of what a model gets wrong it gets wrong in any way of thinking',
    fitted: false,
  },
  {
    name: 'length',
    value: profile.length['gsm8k'] ?? 0,
    range: [1, 10_000],
    meaning: 'mean number of tokens of a text; one number for all data sets when set',
    reason: `fitted to the tokens that Tables 1 and 7 print, less the prompts; here ${defaultDebaterProfile} on GSM8K`,
    fitted: true,
  },
  {
    name: 'lengthSpread',
    value: 0.35,
    range: [0, 2],
    meaning: 'standard deviation of the logarithm of a length',
    reason:
      "a guess, below the 0.57 (GSM8K) and 0.45 (MMLU) between three different models' first answers to one question in the debates of LLM-Agora",
    fitted: false,
  },
  {
    name: 'ratingNoise',
    value: 0.5,
    range: [0, 10],
    meaning: 'standard deviation of the error when a utility is put on a scale of ratings',
    reason: 'as for the simulated raters',
    fitted: false,
  },
];

/**
 * A value by data set. Other multiple-choice sets take MMLU's, all others GSM8K's (generated questions too; and
 * arithmetic for the two models that the paper does not try on it).
 */
export function valueFor(values: Readonly<Record<string, number>>, dataset: string): number {
  const own = Object.hasOwn(values, dataset) ? values[dataset] : undefined;
  const like = dataset.startsWith('mmlu') || dataset === 'arc-challenge' ? 'mmlu' : 'gsm8k';
  return own ?? values[like] ?? 0;
}

/** The values to act by, and the name under which a model's biases are drawn. */
export interface DebaterValues {
  readonly profile: string;
  readonly skill: (dataset: string) => number;
  readonly length: (dataset: string) => number;
  readonly sharedBias: number;
  readonly recognition: number;
  readonly anchor: number;
  readonly conformity: number;
  readonly difficultySpread: number;
  readonly plausibilityDecay: number;
  readonly approachShare: number;
  readonly lengthSpread: number;
  readonly ratingNoise: number;
}

const resolved = new WeakMap<object, DebaterValues>();

/**
 * The parameters to act by: the defaults, a profile (a model of the paper), single values over them.
 * @throws AgoraError 'setting' naming the parameter or profile and what would do
 */
export function resolveDebater(profile: {
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, number>>;
}): DebaterValues {
  const known = resolved.get(profile);
  if (known !== undefined) return known;
  const name = profile.profile ?? defaultDebaterProfile;
  const model = Object.hasOwn(debaterProfiles, name) ? debaterProfiles[name] : undefined;
  if (model === undefined)
    throw new AgoraError(
      'setting',
      `Simulated debaters have no profile "${name}"; they have ${Object.keys(debaterProfiles).join(', ')}`,
    );
  const own = profile.parameters ?? {};
  checkParameters(debaterParameters, own);
  const single = Object.fromEntries(debaterParameters.map(({ name, value }) => [name, own[name] ?? value]));
  const { skill, length } = own;
  const values = {
    ...single,
    profile: name,
    skill: (dataset: string) => skill ?? valueFor(model.skill, dataset),
    length: (dataset: string) => length ?? valueFor(model.length, dataset),
  } as unknown as DebaterValues;
  resolved.set(profile, values);
  return values;
}
