import { requested } from 'agora-core/datasets';
import { eliminationGames, madDebates } from './conversations';
import { climateClaims } from './claims';
import { committed } from './committed';
import { councils, evidenceDebates } from './evidence';
import { groupDiscussions } from './group-discussions';
import { solutionsRead } from './gsm8k';
import { realDebates } from './llm-agora';
import { realBallots } from './llm-voting';
import { movieLens } from './ml-100k';
import { realEnsemble } from './mmlu-pro';
import { meetings } from './mrda';
import { duDebates, slmDebates } from './round-debates';
import { recordedDebaters } from './zeroeval';

/** By data set: how its committed numbers (data/recomputed) are computed from its folder. */
const computations = {
  'climate-fever': climateClaims,
  'council-governance': councils,
  'du-debates-unlicensed': duDebates,
  'elimination-game': eliminationGames,
  'evidence-debates-small-models-unlicensed': evidenceDebates,
  'group-discussion-gsm8k': groupDiscussions,
  gsm8k: solutionsRead,
  'llm-agora': realDebates,
  'llm-voting': realBallots,
  'mad-debates': madDebates,
  'ml-100k': movieLens,
  'mmlu-pro': realEnsemble,
  'mrda-dialogue-acts': meetings,
  'slm-debates': slmDebates,
  zeroeval: recordedDebaters,
};

export type RecomputedName = keyof typeof computations;
export const recomputedNames = Object.keys(computations) as RecomputedName[];
type Numbers<Name extends RecomputedName> = Awaited<ReturnType<(typeof computations)[Name]>>;

/** Computes the committed numbers of a data set from its folder. Numbers have at most six decimals. */
export async function recompute<Name extends RecomputedName>(
  name: Name,
  folder: string,
): Promise<Numbers<Name>> {
  const compute = computations[name] as (folder: string) => Promise<Numbers<Name>>;
  const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(6)) : value);
  return JSON.parse(JSON.stringify(await compute(folder), round)) as Numbers<Name>;
}

/**
 * Numbers from a data set that is not in the repository: the committed ones, or, if the data set was requested (see
 * `datasets.requested`), the same computed now. `source` says which, for a caption.
 * @throws AgoraError 'dataset-absent' when the data set was requested and is missing
 * @example
 * const { ensemble, source } = await recomputed('mmlu-pro')
 */
export async function recomputed<Name extends RecomputedName>(
  name: Name,
  asked?: string,
): Promise<Numbers<Name> & { readonly source: string }> {
  const folder = requested(name, asked);
  if (folder !== null) return { ...(await recompute(name, folder)), source: `computed now from ${name}` };
  const again = `"npx agora data ${name}" and AGORA_DATA=${name} compute them again`;
  return {
    ...committed<Numbers<Name>>(name),
    source: `committed numbers; the data are not in the repository; ${again}`,
  };
}
