import { check, object } from '../../../check';
import { collaborationsGiven, type Collaboration } from '../../../transcripts/collaboration';
import { estimate as estimateOf } from '../../../row';
import { replayFilter, type DebateReplay, type Replay } from './replay-filter';
import { replaySettings, type ReplaySettings } from './replay-settings';

/** A mean over debates, as `data/recomputed` holds it. */
export interface Estimate {
  readonly mean: number | null;
  readonly standardError: number | null;
  readonly n: number;
}

function estimate(values: readonly (number | null)[]): Estimate {
  const { value, standardError, n } = estimateOf(values);
  return { mean: value, standardError, n };
}

/** All replayed debates at one threshold. Shares from 0 to 1, accuracies in percent. */
export interface ReplayRow {
  readonly evidence: 'recomputed';
  /** Null: by answer. */
  readonly threshold: number | null;
  readonly debates: number;
  /** Of the full debates. */
  readonly tokens: number;
  readonly tokensSaved: number;
  /** Saved among all tokens; null where there are none. */
  readonly savedShare: number | null;
  /** Mean over debates of each one's own share, with its standard error. */
  readonly savedPerDebate: Estimate;
  /** Silent turns among all turns from round 2 on. */
  readonly silentShare: number | null;
  /** Dropped texts among all that those turns had to read. */
  readonly droppedShare: number | null;
  readonly accuracyRecorded: Estimate;
  /** If silent agents had kept their answers; see `replayFilter` for what this cannot know. */
  readonly accuracyFrozen: Estimate;
  /** Indices of the debates in which other answers would win. */
  readonly changed: readonly number[];
}

/**
 * `replayFilter` over many debates, one at a time.
 * @throws as `replayFilter` does, at the first debate that is no full one; unfinished ones are counted and left out
 * @example
 * (await metrics.replayDebates([], { countTokens: models.countTokens })).unfinished; // => 0
 */
export async function replayDebates(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  settings: ReplaySettings,
): Promise<{ readonly rows: readonly ReplayRow[]; readonly unfinished: number }> {
  check(
    'replayDebates',
    object('arguments', { collaborations: collaborationsGiven, settings: replaySettings }),
    { collaborations, settings },
  );
  const replays: DebateReplay[] = [];
  let unfinished = 0;
  for await (const collaboration of collaborations)
    if (collaboration.finished === null) unfinished++;
    else replays.push(await replayFilter(collaboration, settings));
  const thresholds = settings.thresholds ?? [null];
  return { rows: thresholds.map((threshold, place) => rowOf(replays, threshold, place)), unfinished };
}

function rowOf(debates: readonly DebateReplay[], threshold: number | null, place: number): ReplayRow {
  const pairs = debates.flatMap((debate) => {
    const replay = debate.replays[place];
    return replay === undefined ? [] : [{ debate, replay }];
  });
  const total = (value: (replay: Replay) => number): number =>
    pairs.reduce((sum, { replay }) => sum + value(replay), 0);
  const turns = total((replay) => replay.turns.length);
  const silent = total((replay) => replay.turns.filter((turn) => turn.silent).length);
  const droppedTexts = total((replay) => replay.turns.reduce((sum, { dropped }) => sum + dropped.length, 0));
  const keptTexts = total((replay) => replay.turns.reduce((sum, { kept }) => sum + kept.length, 0));
  const tokens = pairs.reduce((sum, { debate }) => sum + debate.tokens, 0);
  const tokensSaved = total((replay) => replay.tokensSaved);
  return {
    ...{ evidence: 'recomputed', threshold, debates: pairs.length, tokens, tokensSaved },
    savedShare: shareOf(tokensSaved, tokens),
    savedPerDebate: estimate(pairs.map(({ replay }) => replay.shareSaved)),
    silentShare: shareOf(silent, turns),
    droppedShare: shareOf(droppedTexts, droppedTexts + keptTexts),
    accuracyRecorded: estimate(pairs.map(({ debate }) => 100 * debate.recorded.right)),
    accuracyFrozen: estimate(pairs.map(({ replay }) => 100 * replay.frozen.right)),
    changed: pairs.filter(({ replay }) => replay.changed).map(({ debate }) => debate.collaboration),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
