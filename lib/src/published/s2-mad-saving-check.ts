import { AgoraError } from '../agora-error';
import type { PublishedRow } from './published-table';
import { printedTokens, savingVerdict, tokenSaving, tokensText } from './s2-mad-token-saving';
import type { SavingVerdict, TokenSaving } from './s2-mad-token-saving';

/** A saving, and the printed costs that it is recomputed from: "GPT-4-0613, gsm8k: 2.78 against 50.4". */
export interface SavingFrom extends TokenSaving {
  readonly cells: string;
}

/** A saving that the paper prints, held against the printed tokens. */
export interface SavingCheck extends SavingFrom {
  /** "Table 3", "section 4.2". */
  readonly where: string;
  /** What saves, of what. */
  readonly what: string;
  /** In percent. */
  readonly printed: number;
  /** The other models and data sets that the words may mean, largest saving first. */
  readonly others: readonly SavingFrom[];
  readonly verdict: SavingVerdict;
  /** Whether the printed tokens allow the printed saving. */
  readonly agrees: boolean;
}

/** No saving where one of the two costs is a dash. */
export function savingFrom(
  name: string,
  row: PublishedRow | undefined,
  base: PublishedRow | undefined,
  column = 'tokens',
): SavingFrom[] {
  const [cost, other] = [printedTokens(row, column), printedTokens(base, column)];
  if (!cost || !other) return [];
  return [{ ...tokenSaving(cost, other), cells: `${name}${tokensText(cost)} against ${tokensText(other)}` }];
}

/**
 * Of the savings that the paper's words may mean, the one nearest to the printed number is held against it.
 * @throws AgoraError 'published-data' when there is none
 */
export function checkSaving(
  { where, what, printed }: Pick<SavingCheck, 'where' | 'what' | 'printed'>,
  candidates: readonly SavingFrom[],
): SavingCheck {
  const [nearest, ...rest] = [...candidates].sort(
    (a, b) => Math.abs(a.percent - printed) - Math.abs(b.percent - printed),
  );
  if (!nearest)
    throw new AgoraError(
      'published-data',
      `checkSaving needs printed tokens for "${what}" (${where}), and there are none`,
    );
  const verdict = savingVerdict(printed, nearest);
  const others = rest.sort((a, b) => b.percent - a.percent);
  return { where, what, printed, ...nearest, others, verdict, agrees: verdict !== 'cannot be' };
}
