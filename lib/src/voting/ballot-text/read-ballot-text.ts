import { z } from 'zod';
import { check, object, oneOf, settings as settingsOf } from '../../check';
import { ballotKind, checkBallot, forBallots, optionNames, type BallotReading } from '../ballots';
import type { Ballot, BallotKind, BallotSettings } from '../voting-rule';
import { readBallot } from '../read-ballot';
import { ballotsInJson } from './json-in-text';
import { readChoiceText } from './read-choice';
import { readNumbersText } from './read-numbers';
import { readApprovalText, readRankingText } from './read-order';
import { settle, type Preference, type ProseSettings } from './settle';

/** What a ballot must satisfy, and what to do with a text that holds several. */
export interface BallotTextSettings extends BallotSettings {
  /**
   * Which explicit list counts: the last (the default: models think first and answer last), or the first (where the
   * answer comes first and is then explained).
   */
  readonly prefer?: Preference;
  /** What options are also called, by option: the answer behind a letter, the project behind a number. */
  readonly names?: Readonly<Record<string, string>>;
}

const asked = object('arguments', {
  kind: ballotKind,
  text: z.string({ error: 'a text' }),
  options: optionNames,
  settings: settingsOf({
    ...forBallots,
    prefer: oneOf('last', 'first').optional(),
    names: z.record(z.string(), z.string({ error: 'texts' }), { error: 'names by option' }).optional(),
  }),
});

/**
 * Reads a ballot out of a model's own words: "B > A > D > C", "B, A, D, C", numbered lists, "A = C > B", "A: 7",
 * "A - 7/10", "I vote for B", JSON in prose or in a fence. Own definition; the grammar stands in the files beside.
 *
 * Nothing is guessed silently. JSON of the right shape counts before prose. An explicit list counts before options
 * that a sentence mentions, so that naming an option again in an explanation is no repetition; where explicit lists
 * differ, `prefer` decides. What stays open is turned away as `ambiguous` or `no-ballot`, and what is read is then
 * checked as `checkBallot` does. A text that is empty, "none" or "abstain" reads as null: an abstention.
 *
 * Of a longer text the first and the last 20,000 characters are read: a ballot stands at the beginning or at the end.
 * @example
 * voting.readBallotText('choice', 'A is dear. I vote for B.', ['A', 'B']); // => { ok: true, value: { kind: 'choice', choice: 'B' } }
 */
export function readBallotText(
  kind: BallotKind,
  text: string,
  options: readonly string[],
  textSettings: BallotTextSettings = {},
): BallotReading<Ballot | null> {
  check('readBallotText', asked, { kind, text, options, settings: textSettings });
  const { prefer = 'last', names = {}, ...settings } = textSettings;
  const said = unquoted(endsOf(text.trim()));
  if (options.includes(said) && kind !== 'rating' && kind !== 'points')
    return readBallot(kind, kind === 'choice' ? said : [said], options, settings);
  const bare = said.length > 100 ? said : said.replace(/^["'`*]+|["'`*.!]+$/g, '');
  if (said === '' || (/^(?:none|null|(?:i )?abstain)$/i.test(bare) && !options.includes(bare)))
    return { ok: true, value: null };
  const inJson = ballotsInJson(said, kind, options);
  if (inJson.length === 0) {
    const reading = readProse(kind, said, options, settings, { prefer, names });
    return reading.ok ? checkBallot(reading.value, options, settings) : reading;
  }
  const chosen = settle(inJson, prefer, (a, b) => a.json === b.json);
  return typeof chosen.ballot === 'string'
    ? readBallotText(kind, chosen.ballot, options, { prefer, names, ...settings })
    : readBallot(kind, chosen.ballot, options, settings);
}

function readProse(
  kind: BallotKind,
  text: string,
  options: readonly string[],
  settings: BallotSettings,
  prose: ProseSettings,
): BallotReading<Ballot> {
  switch (kind) {
    case 'choice':
      return readChoiceText(text, options, prose);
    case 'ranking':
      return readRankingText(text, options, prose);
    case 'approval':
      return readApprovalText(text, options, prose);
    case 'rating':
    case 'points':
      return readNumbersText(kind, text, options, settings, prose);
  }
}

const mostRead = 40_000;

function endsOf(text: string): string {
  return text.length <= mostRead ? text : `${text.slice(0, mostRead / 2)}\n\n${text.slice(-mostRead / 2)}`;
}

/** A text that is one JSON string says what the string says. */
function unquoted(text: string): string {
  if (!/^"[\s\S]*"$/.test(text)) return text;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
