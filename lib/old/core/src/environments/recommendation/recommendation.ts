import { presentRating } from './present-rating';
import { createHash } from 'node:crypto';
import { AgoraError } from 'agora-voting';
import {
  canonicalJson,
  check,
  listOf,
  number,
  object,
  settings as settingsOf,
  text,
} from 'agora-voting/internal';
import type { GivenCases } from '../environment';
import { recommendationExamples } from './examples';
import { generateRatings } from './generate';
import { backgroundText, formatSchema, formatText, taskText } from './prompts';
import { ratingScale, readRating, scoreRating, showRating } from './rating';
import { agentNames, tableNames } from './roster';
import { ownTable, simulatedRecommender } from './simulated-agent';
import type { RatingProposal, RecommendationInstance } from './types';
import { asShipped } from '../../own-code';

export interface RecommendationSettings {
  /**
   * Collaboration i is about `examples[i]`. There must be at least as many examples as collaborations. Default: 100 about
   * the generated films, `recommendationExamples(generateRatings())`.
   */
  readonly examples?: readonly RecommendationInstance[];
  /**
   * The name of the data in the run's record, for example "MovieLens-100k u1". Default "generated" for the generated
   * films, "unnamed" for given examples.
   */
  readonly dataName?: string;
}

const row = object('a row of a table', {});
const recommendationSettings = settingsOf({
  examples: listOf(
    'examples',
    object('an example, as recommendationExamples gives them', {
      basicInfo: object('basicInfo', { movie: row, user: row }),
      userHistory: listOf('rows', row),
      movieHistory: listOf('rows', row),
      rating: number(ratingScale.least, ratingScale.most),
    }),
    1,
  ).optional(),
  dataName: text().optional(),
});

/**
 * The recommendation system: three agents, each with its own table, jointly predict a user's rating of a movie. Source:
 * RoundTable, section 4.2, Appendix D.3, Figures 18 and 19.
 *
 * All share one objective. Without `examples`, the films and users are generated, as in `agora run
 * roundtable-recommendation`: no real person or film is in them. A digest of the examples is recorded with the settings,
 * so that resuming a run with other data is detected.
 * @throws AgoraError 'setting' for invalid examples or settings, or too few examples
 * @example
 * const examples = environments.recommendationExamples(environments.generateRatings(), { count: 3 });
 * environments.recommendation({ examples }).settings.examples; // => 3
 * environments.recommendation().settings.data; // => 'generated'
 */
export function recommendation(
  settings: RecommendationSettings = {},
): GivenCases<RecommendationInstance, RatingProposal> {
  check('recommendation', recommendationSettings, settings);
  const { examples = generatedExamples() } = settings;
  const { dataName = settings.examples === undefined ? 'generated' : 'unnamed' } = settings;
  checkExamples(examples);
  const digest = createHash('sha256').update(canonicalJson(examples)).digest('hex').slice(0, 16);
  return asShipped<GivenCases<RecommendationInstance, RatingProposal>>({
    name: 'recommendation',
    settings: { data: dataName, examples: examples.length, digest },
    instance: (index) => {
      const example = examples[index];
      if (example === undefined)
        throw new AgoraError(
          'setting',
          `recommendation has ${examples.length} examples, and none for collaboration ${index} (counted from 0); give more examples or ask for fewer collaborations`,
        );
      return structuredClone(example);
    },
    agents: (instance) =>
      tableNames.map((table) => ({ name: agentNames[table], background: backgroundText(instance, table) })),
    task: taskText,
    proposalFormat: () => ({ text: formatText(), schema: formatSchema }),
    readProposal: (_instance, value) => readRating(value),
    proposalKey: ({ rating }) => String(rating),
    showProposal: (_instance, proposal) => showRating(proposal),
    present: presentRating,
    score: scoreRating,
    observe: ownTable,
    simulatedAgent: simulatedRecommender,
  });
}

let generated: readonly RecommendationInstance[] | undefined;

/** The examples about generated films, made once: that takes half a second, and nobody can change them. */
const generatedExamples = () => (generated ??= recommendationExamples(generateRatings()));

/**
 * No example may reveal its answer: the target user's own rating of the target movie must be in neither
 * history.
 * @throws AgoraError 'setting' naming the example, counted from 0
 */
function checkExamples(examples: readonly RecommendationInstance[]): void {
  examples.forEach(({ basicInfo: { movie, user }, userHistory, movieHistory }, place) => {
    if (userHistory.some((row) => row.movie_id === movie.movie_id))
      fail(
        `a userHistory without the target movie in example ${place}, got a row of movie ${movie.movie_id}`,
      );
    if (movieHistory.some((row) => row.user_id === user.user_id))
      fail(`a movieHistory without the target user in example ${place}, got a row of user ${user.user_id}`);
  });
}

function fail(needed: string): never {
  throw new AgoraError('setting', `recommendation needs ${needed}`);
}
