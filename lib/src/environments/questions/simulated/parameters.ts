import { AgoraError } from '../../../agora-error';
import { checkParameters, type AgentParameter } from '../../agent-parameters';
import fit from './fitted.json';

/**
 * The model that simulated raters stand for when no profile is named.
 * @example
 * environments.defaultRaterProfile in environments.raterProfiles; // => true
 */
export const defaultRaterProfile = 'gpt-3.5-turbo';

/**
 * The skill of the paper's eight models by data set ("mmlu", "mmlu-pro", "arc-challenge"), in units of a rater's noise:
 * fitted to the column 'Blind Dicta.' of GEDI's Table 2 by lib/scripts/fit-raters.mjs. A data set that is not among
 * them (gpqa, generated) takes the skill for mmlu.
 * @example
 * Object.keys(environments.raterProfiles).length; // => 8
 */
export const raterProfiles: Readonly<Record<string, Readonly<Record<string, number>>>> = fit.skill;

/**
 * Every parameter of the simulated raters. Two are fitted (lib/scripts/fit-raters.mjs): `skill`, a value for each model and data set, to Table 2's
 * column 'Blind Dicta.'; `sharedBias`, one value for all, to one cell, glm-4-9b's 'Plurality' on MMLU. All other cells
 * of Table 2, and all of Figures 3 to 7, were never looked at in the fit.
 * @example
 * environments.raterParameters.filter(({ fitted }) => fitted).map(({ name }) => name); // => ['skill', 'sharedBias']
 */
export const raterParameters: readonly AgentParameter[] = [
  {
    name: 'skill',
    value: raterProfiles[defaultRaterProfile]?.['mmlu'] ?? 0,
    range: [-20, 20],
    meaning:
      'what a right option gains in utility on a question of usual difficulty; one number for all data sets when set',
    reason: `fitted to GEDI, Table 2, 'Blind Dicta.', for each of 8 models and 3 data sets; here ${defaultRaterProfile} on MMLU`,
    fitted: true,
  },
  {
    name: 'sharedBias',
    value: fit.sharedBias,
    range: [0, 0.999],
    meaning:
      "share of the variance of an option's noise that all raters of one model have in common, so that they err together",
    reason:
      "fitted to one cell of GEDI's Table 2, glm-4-9b's 'Plurality' on MMLU (64.6): of the eight models the one whose gain there, +2.9, is nearest to the mean gain, +2.15; all other gains are held out",
    fitted: true,
  },
  {
    name: 'difficultySpread',
    value: 1.95,
    range: [0, 10],
    meaning: "standard deviation of the questions' difficulty, the same for all models",
    reason:
      'makes the share of 29 real models that are right vary between the 12,032 questions of MMLU-Pro as it does (reference/difficulty-spread.py); taken for all data sets',
    fitted: false,
  },
  {
    name: 'subjectSpread',
    value: 0.5,
    range: [0, 10],
    meaning: "standard deviation of a model's offset on a subject, where a data set has subjects",
    reason: "a guess: a quarter of the questions' spread",
    fitted: false,
  },
  {
    name: 'ratingNoise',
    value: 0.5,
    range: [0, 10],
    meaning: 'standard deviation of the error when a utility is put on a scale of ratings',
    reason: "a guess: less than half of a rater's noise (whose standard deviation is 1.28 in all)",
    fitted: false,
  },
  {
    name: 'trust',
    value: 0.5,
    range: [0, 1],
    meaning:
      'weight of the ballots that a rater is shown against its own utilities, both put on a scale from 0 to 1',
    reason: 'as much as its own view: a guess, so that informed and mis-informed dictators are held out',
    fitted: false,
  },
];

/** The values to act by, and the name under which a model's offsets and biases are drawn. */
export interface RaterValues {
  readonly profile: string;
  /** By data set; `null` when one number was set for all. */
  readonly skills: Readonly<Record<string, number>> | null;
  readonly skill: number;
  readonly sharedBias: number;
  readonly difficultySpread: number;
  readonly subjectSpread: number;
  readonly ratingNoise: number;
  readonly trust: number;
}

const resolved = new WeakMap<object, RaterValues>();

/**
 * The parameters to act by: the defaults, a profile (a model of the paper), single values over them.
 * @throws AgoraError 'setting' naming the parameter or profile and what would do
 */
export function resolveParameters(profile: {
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, number>>;
}): RaterValues {
  const known = resolved.get(profile);
  if (known !== undefined) return known;
  const name = profile.profile ?? defaultRaterProfile;
  const skills = Object.hasOwn(raterProfiles, name) ? raterProfiles[name] : undefined;
  if (skills === undefined)
    throw new AgoraError(
      'setting',
      `Simulated raters have no profile "${name}"; they have ${Object.keys(raterProfiles).join(', ')}`,
    );
  const own = profile.parameters ?? {};
  checkParameters(raterParameters, own);
  const values = Object.fromEntries(raterParameters.map(({ name, value }) => [name, own[name] ?? value]));
  const result = {
    ...values,
    profile: name,
    skills: own['skill'] === undefined ? skills : null,
  } as unknown as RaterValues;
  resolved.set(profile, result);
  return result;
}
