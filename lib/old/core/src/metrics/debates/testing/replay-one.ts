import { replayFilter, type ReplaySettings } from '../replay';
import { countWords } from './imported-debate';

export const replaySettings: ReplaySettings = { countTokens: countWords };
/** The replay of a debate at its first threshold, with the values that apply to all thresholds. */
export const replayOne = async (
  debate: Parameters<typeof replayFilter>[0],
  more: Partial<ReplaySettings> = {},
) => {
  const { replays, ...rest } = await replayFilter(debate, { ...replaySettings, ...more });
  return { ...rest, ...replays[0]! };
};

/** Cosines of texts that are numbers: 1 minus their distance. */
export const byDistance = (texts: readonly string[]) =>
  Promise.resolve(texts.map((a) => texts.map((b) => Math.max(-1, 1 - Math.abs(Number(a) - Number(b))))));
