import { bootstrap } from 'agora-core/statistics';
import type { Collaboration } from 'agora-core/transcripts';
import { mean } from 'simple-statistics';
import { finishedGames } from './finished-games';
import { seatsOf } from './game';
import { told, type Telling } from './told';

const kinds = ['score', 'minimum', 'enough', 'wish'] as const;

/** How often one kind of private fact was told, and how often the statement was false. */
export interface ToldRate {
  readonly kind: Telling['kind'];
  readonly said: number;
  readonly true: number;
  readonly 'in part': number;
  readonly false: number;
  /** Percent of what was said, with its 95% interval from a bootstrap over configurations. */
  readonly 'false (%)': number;
  readonly low: number | null;
  readonly high: number | null;
}

/** How many parties of a model tell anything of their score sheet in a game. */
export interface TellingRate {
  readonly model: string;
  /** The number of parties, counted once for each game. */
  readonly parties: number;
  readonly telling: number;
  readonly percent: number;
}

/**
 * What parties of the 597 finished games tell of their score sheets: by model, and by kind of fact with its truth.
 * @example
 * papers.llmDeliberation.toldRates().byKind.map(({ kind }) => kind).includes('wish'); // => true
 */
export function toldRates(): {
  readonly byModel: readonly TellingRate[];
  readonly byKind: readonly ToldRate[];
} {
  const games = finishedGames().all;
  const tellings = games.flatMap((game) => told(game).map((telling) => ({ ...telling, ...aboutOf(game) })));
  const models = [...new Set(games.map((game) => aboutOf(game).model))];
  return {
    byModel: models.map((model): TellingRate => {
      const own = games.filter((game) => aboutOf(game).model === model);
      const parties = own.reduce((sum, game) => sum + seatsOf(game).length, 0);
      const heard = tellings.filter((telling) => telling.model === model);
      const telling = new Set(heard.map(({ game, agent }) => `${game} ${agent}`)).size;
      return { model: model, parties: parties, telling: telling, percent: (100 * telling) / parties };
    }),
    byKind: kinds.map((kind): ToldRate => {
      const own = tellings.filter((telling) => telling.kind === kind);
      const count = (is: Telling['is']): number => own.filter((telling) => telling.is === is).length;
      const untrue = bootstrap(own, (some) => mean(some.map(({ is }) => (is === 'false' ? 100 : 0))), {
        clusters: own.map(({ config }) => config),
        seed: 7,
      });
      return {
        kind: kind,
        said: own.length,
        true: count('true'),
        'in part': count('in part'),
        false: count('false'),
        'false (%)': untrue.value ?? NaN,
        low: untrue.low,
        high: untrue.high,
      };
    }),
  };
}

function aboutOf({ index, instance }: Collaboration): { game: number; config: string; model: string } {
  const { config, model } = instance as { config: string; model: string };
  return { game: index, config: config, model: model };
}
