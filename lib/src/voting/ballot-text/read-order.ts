import type { BallotFault, BallotReading } from '../ballots';
import type { ApprovalBallot, RankingBallot, WeakRankingBallot } from '../voting-rule';
import { optionLists, type OptionList } from './lists';
import { mentions } from './mentions';
import { strangerFault } from './stranger';
import { excerpt, settle, type ProseSettings } from './settle';
import { valueLists, verdictsIn } from './values';

const turnedDown =
  /(?:\b(?:not|never|against|reject\w*|disapprov\w*|except|oppos\w*|exclud\w*|without|neither)\b|n['’]t\b)[^.;\n]{0,20}$/i;
const worstFirst =
  /\b(?:worst|least (?:preferred|favou?rite|liked))\s+(?:to|first|one first)\b[^.\n]{0,60}$/i;
const announced =
  /(?::|\b(?:approve|approved|vote|vote for|select|choose|pick|ballot|approval)(?: of| for| is)?)\s*$/i;

/** "B > A = C", "B, A, C", "1. B 2. A 3. C", or one option a line. */
export function readRankingText(
  text: string,
  options: readonly string[],
  { prefer, names }: ProseSettings,
): BallotReading<RankingBallot | WeakRankingBallot> {
  const lists = explicitLists(text, optionLists(text, mentions(text, options, { numbering: true, names })));
  if (lists.length === 0) return none(text, 'favourite first, like "B > A"');
  const chosen = settle(lists.map(withPlaces), prefer, coversOrder).list;
  const fault = orderFault(text, chosen) ?? strangerFault(text, chosen, options);
  if (fault !== null) return { ok: false, ...fault };
  return chosen.tiers.every((tier) => tier.length === 1)
    ? { ok: true, value: { kind: 'ranking', ranking: chosen.tiers.flat() } }
    : { ok: true, value: { kind: 'weak-ranking', tiers: chosen.tiers } };
}

/** "A and C", "A, C", one option a line, or "A: yes, B: no". */
export function readApprovalText(
  text: string,
  options: readonly string[],
  { prefer, names }: ProseSettings,
): BallotReading<ApprovalBallot> {
  const found = mentions(text, options, { numbering: true, names });
  const verdicts = valueLists(text, verdictsIn(text, found)).map(({ items }) =>
    items.filter(({ value }) => value).map(({ option }) => option),
  );
  const lists = explicitLists(
    text,
    optionLists(text, found).filter(
      ({ start }) => !turnedDown.test(text.slice(Math.max(0, start - 60), start)),
    ),
  );
  const chosen =
    verdicts.length > 0
      ? settle(verdicts, prefer, sameSet)
      : lists.length > 0
        ? settle(
            lists.map((list) => ({ list, approved: list.tiers.flat() })),
            prefer,
            (a, b) => sameSet(a.approved, b.approved),
          )
        : null;
  if (chosen === null) return none(text, 'of all that you approve, like "A, C"');
  if ('list' in chosen) {
    const fault = approvalFormFault(text, chosen.list) ?? strangerFault(text, chosen.list, options);
    if (fault !== null) return { ok: false, ...fault };
  }
  return {
    ok: true,
    value: { kind: 'approval', approved: 'list' in chosen ? chosen.approved : [...chosen] },
  };
}

/**
 * The lists that are meant as lists: chains, numbered lists, one option a line, and commas where they fill a line, are
 * announced, or join three or more. Two options joined within a sentence count only where there is no such list, and a
 * single option only where the text names no other.
 */
function explicitLists(text: string, lists: readonly OptionList[]): readonly OptionList[] {
  const joined = lists.filter(({ tiers }) => tiers.flat().length > 1);
  const explicit = joined.filter(
    (list) =>
      (list.form !== 'commas' && list.form !== 'loose') ||
      (list.form === 'commas' && list.tiers.length > 2) ||
      isSetApart(text, list),
  );
  if (explicit.length > 0) return explicit;
  if (joined.length > 0) return joined;
  const named = new Set(lists.flatMap(({ tiers }) => tiers.flat()));
  return named.size === 1 ? lists.slice(-1) : [];
}

function isSetApart(text: string, { start, end }: OptionList): boolean {
  const before = /[^\n]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  return announced.test(before) || (before.trim() === '' && /^[\s.]*(?:\n|$)/.test(text.slice(end)));
}

interface PlacedList {
  readonly list: OptionList;
  /** The tier of each option. */
  readonly places: ReadonlyMap<string, number>;
}

function withPlaces(list: OptionList): PlacedList {
  return {
    list,
    places: new Map(list.tiers.flatMap((tier, at) => tier.map((option) => [option, at] as const))),
  };
}

/** The fuller list names the other's options in the same order. */
function coversOrder(fuller: PlacedList, other: PlacedList): boolean {
  let last = -1;
  return other.list.tiers.every((tier) => {
    const place = fuller.places.get(tier[0] ?? '') ?? -1;
    const follows = place > last && tier.every((option) => fuller.places.get(option) === place);
    last = place;
    return follows;
  });
}

function sameSet(some: readonly string[], other: readonly string[]): boolean {
  if (some.length !== other.length) return false;
  const named = new Set(other);
  return some.every((option) => named.has(option));
}

function orderFault(text: string, list: OptionList): BallotFault | null {
  if (list.form === 'mixed' || list.form === 'loose')
    return ambiguous(
      `${excerpt(text)} mixes the signs between the options: write one order, favourite first`,
    );
  if (worstFirst.test(text.slice(Math.max(0, list.start - 120), list.start)))
    return ambiguous(`${excerpt(text)} begins with the worst: write your favourite first`);
  return null;
}

function approvalFormFault(text: string, list: OptionList): BallotFault | null {
  if (list.form === 'loose') return ambiguous(`${excerpt(text)} holds several lists in one: write one list`);
  if (list.form !== 'chain' && list.form !== 'mixed') return null;
  return ambiguous(`${excerpt(text)} is an order and not a list of what you approve`);
}

function ambiguous(reason: string): BallotFault {
  return { code: 'ambiguous', reason };
}

function none(text: string, example: string): { readonly ok: false } & BallotFault {
  return {
    ok: false,
    code: 'no-ballot',
    reason: `${excerpt(text)} holds no list of options: write one ${example}`,
  };
}
