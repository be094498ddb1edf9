import { AgoraError } from '../../agora-error';
import { checkParameters } from '../agent-parameters';
import { debaterParameters, debaterProfiles, defaultDebaterProfile, valueFor } from './parameters';

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
