import type { Row } from 'agora-core/metrics';
import { contrast, type Effect } from 'agora-core/statistics';
import { AgoraError } from 'agora-voting';
import { check, listOf, object, oneOf, settings, text, whole } from 'agora-voting/internal';
import { haveSeveralConfigs } from '../llm-deliberation/configurations';

/** How a number changed from the first to the last round of each collaboration. */
export interface FirstToLast extends Effect {
  /** The model of the collaborations; absent if rows have no model. */
  readonly model?: string;
}

const given = object('arguments', {
  rows: listOf('rows', object('a row of measure', { column: text() }), 1),
  column: text(),
  options: settings({
    from: whole(1).optional(),
    before: whole().optional(),
    as: oneOf('growth', 'difference').optional(),
  }),
});

/**
 * The change of a number over a collaboration, by model: the growth of the sum in percent, or the mean difference, each from a
 * round (`from`, by default the first) to the last one, or this many rounds `before` it. Its 95% interval is by the delta method.
 * Its clusters are collaborations; or configurations (the field `config` of recorded games), if a model has several.
 * Collaborations without both rounds are left out.
 * @param rows - of collaborations, each with `round`, as RoundTable's Table 8 and Figure 5 have them
 * @throws AgoraError 'rows' if no row has the column
 * @example
 * const rest = { column: 'length', standardError: null, low: null, high: null, n: 1, evidence: 'recorded' } as const;
 * const said = (collaboration, lengths) => lengths.map((value, place) => ({ ...rest, collaboration, round: place + 1, value }));
 * const [change] = papers.roundtable.firstToLast([...said(1, [10, 12]), ...said(2, [10, 16])], 'length');
 * change.effect; // => 40
 */
export function firstToLast(
  rows: readonly Row[],
  column: string,
  options: { readonly from?: number; readonly before?: number; readonly as?: 'growth' | 'difference' } = {},
): FirstToLast[] {
  check('firstToLast', given, { rows, column, options });
  const { from = 1, before = 0, as = 'growth' } = options;
  const wanted = rows.filter((row) => row.column === column && row.value !== null);
  if (wanted.length === 0) throw new AgoraError('rows', `firstToLast needs rows of ${column}, got none`);
  const keyOf = ({ model, collaboration }: Row): string => JSON.stringify([model ?? null, collaboration]);
  const last = new Map<string, number>();
  for (const row of wanted) last.set(keyOf(row), Math.max(last.get(keyOf(row)) ?? 0, Number(row['round'])));
  const placed = wanted.map((row) => {
    const round = Number(row['round']);
    const end = (last.get(keyOf(row)) ?? 0) - before;
    // A collaboration whose end is where it begins has no change.
    const when = end <= from ? 'neither' : round === from ? 'first' : round === end ? 'last' : 'between';
    return { ...row, model: row['model'] ?? '', collaboration: keyOf(row), when: when };
  });
  const models = [...new Set(placed.map(({ model }) => model))];
  return models.map((model) => {
    const own = placed.filter((row) => row.model === model);
    const found = contrast(own, {
      treatment: { when: 'last' },
      baseline: { when: 'first' },
      as: as,
      clusters: haveSeveralConfigs(own) ? 'config' : 'collaboration',
    });
    return model === '' ? found : { model: String(model), ...found };
  });
}
