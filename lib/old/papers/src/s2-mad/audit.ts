import type { PublishedTable } from 'agora-report/internal';
import { check, object } from 'agora-voting/internal';
import {
  audited,
  labelled,
  less,
  quotedIn,
  quotedNumber,
  same,
  show,
  type Check,
  type Finding,
} from '../finding';
import {
  accuracyOf,
  allConditions,
  cellIn,
  conditionsOf,
  gainOver,
  named,
  splitsOf,
  tokensOf,
  tokensShown,
  type DebateCondition,
  type Split,
} from './conditions';
import { documentChecks } from './document-audit';
import { savingChecks } from './saving-audit';
import { s2MadGiven, tables, type S2MadTables } from './tables';

/** Every statement of S2-MAD that its own printed numbers can check. */
export function audit(paper: S2MadTables = tables): readonly Finding[] {
  check('audit', object('arguments', { paper: s2MadGiven }), { paper });
  return audited('s2-mad', 'audit', {
    ...savingChecks(paper),
    ...costChecks(paper),
    ...lossChecks(paper),
    ...gainChecks(paper),
    ...groupChecks(paper),
    ...ablationChecks(paper),
    ...documentChecks(paper),
  });
}

const own = 'S2-MAD(5,4)';
const mad = 'MAD(5,4)';
const chains = 'CoT-SC(40)';
const against = (condition: DebateCondition, method: string): string =>
  `${named(condition)}, ${tokensShown(tokensOf(condition, own))} against ${tokensShown(tokensOf(condition, method))}`;
const ratioTo = (condition: DebateCondition, method: string): number =>
  tokensOf(condition, method) / tokensOf(condition, mad);

/** What S2-MAD says of costs besides percentages. */
const costChecks = (paper: S2MadTables) => ({
  'always cheaper than MAD': (): Check => {
    const all = allConditions(paper);
    const saved = all.map((one) => 100 * (1 - ratioTo(one, own)));
    return {
      recomputed: `in ${saved.filter((one) => one > 0).length} of ${all.length} cells of Tables 1 and 7, by ${show(Math.min(...saved), 1)} to ${show(Math.max(...saved), 1)}%`,
      agrees: saved.every((one) => one > 0),
      note: `The least is ${named(all[saved.indexOf(Math.min(...saved))] as DebateCondition)}.`,
    };
  },
  'cheapest debate': (): Check => {
    const others = splitsOf(paper, 'GD(8,3)').map(({ tokens }) => tokens);
    const held = [
      ...allConditions(paper).flatMap((one) =>
        [mad, 'S-MAD(5,4)', 'GD(5,4)'].map((method) => tokensOf(one, own) < tokensOf(one, method)),
      ),
      ...splitsOf(paper, 'S2-MAD(8,3)').map(({ tokens }) => tokens < Math.min(...others)),
    ];
    const all = conditionsOf(paper.table7);
    const several = all.filter((one) => tokensOf(one, 'MS2-MAD(5,4)') < tokensOf(one, own));
    return {
      recomputed: `in ${held.filter(Boolean).length} of ${held.length} comparisons with MAD, S-MAD and GD in Tables 1 and 7, and with every grouping of GD in Table 3`,
      agrees: held.every(Boolean),
      note: `Figure 5 prints no numbers; the tables are other settings. MS2-MAD is not counted; it costs less than S2-MAD in ${several.length} of ${all.length} cells: ${several.map((one) => against(one, 'MS2-MAD(5,4)')).join('; ')}.`,
    };
  },
  'cheaper than self-consistency': (): Check => {
    const all = conditionsOf(paper.table1);
    const dearer = all.filter((one) => tokensOf(one, own) > tokensOf(one, chains));
    return {
      recomputed: `cheaper than CoT-SC(40) in ${all.length - dearer.length} of ${all.length} cells; dearer: ${dearer.map((one) => against(one, chains)).join('; ')}`,
      agrees: dearer.length === 0,
      note: `More accurate than CoT-SC(40) in ${all.filter((one) => gainOver(one, chains) > 0).length} of ${all.length} cells.`,
    };
  },
  'as good and cheaper': (): Check => {
    const stated = conditionsOf(paper.table1).filter(({ dataset }) =>
      ['gpqa', 'arithmetic'].includes(dataset),
    );
    const asGood = stated.filter((one) => gainOver(one, chains) >= 0).length;
    const dearer = stated.filter((one) => tokensOf(one, own) >= tokensOf(one, chains));
    return {
      recomputed: `as accurate in ${asGood} of ${stated.length} cells, cheaper in ${stated.length - dearer.length}; not ${dearer.map((one) => against(one, chains)).join('; ')}`,
      agrees: asGood === stated.length && dearer.length === 0,
    };
  },
  'sparse saves': (): Check => {
    const all = allConditions(paper);
    const equal = all.filter((one) => ratioTo(one, 'S-MAD(5,4)') >= 1);
    const rest = all.filter((one) => !equal.includes(one)).map((one) => ratioTo(one, 'S-MAD(5,4)'));
    const told = equal.map(
      (one) =>
        `${named(one)}, ${tokensShown(tokensOf(one, 'S-MAD(5,4)'))} and ${tokensShown(tokensOf(one, mad))}`,
    );
    return {
      recomputed: `in ${rest.length} of ${all.length} cells, ${show(100 * Math.min(...rest), 0)} to ${show(100 * Math.max(...rest), 0)}% of MAD; not ${told.join('; ')}`,
      agrees: equal.length === 0,
    };
  },
  // Tokens count prompts too, if n chains cost n times one.
  'forty chains': (): Check => {
    const ratios = conditionsOf(paper.table1).flatMap((condition) => {
      const [one, forty] = [cellIn(condition, 'CoT', 'tokens'), cellIn(condition, chains, 'tokens')];
      return one && forty ? [forty.value / one.value] : [];
    });
    return {
      recomputed: `it costs ${show(Math.min(...ratios), 1)} to ${show(Math.max(...ratios), 1)} times CoT, ${ratios.length} cells`,
      agrees: ratios.every((ratio) => Math.abs(ratio - 40) <= 0.05 * 40),
    };
  },
});

/** A comparison in which S2-MAD is less accurate than MAD, with the difference. */
interface Loss {
  readonly where: string;
  readonly points: number;
  readonly relative: number;
}

/** Wherever both are printed; S2-MAD by answers in Table 2 repeats a cell of Table 7. */
function losses(paper: S2MadTables): Loss[] {
  const lossOf = (where: string, base: number, value: number): Loss => {
    const points = less(base, value);
    return { where, points, relative: (100 * points) / base };
  };
  return [
    ...allConditions(paper).map((one) =>
      lossOf(`${named(one)} (${one.table.item})`, accuracyOf(one, mad), accuracyOf(one, own)),
    ),
    ...[paper.table2, paper.table3].flatMap(({ item, rows }) => {
      const base = rows[0]?.cells['accuracy']?.value ?? Number.NaN;
      const held = rows.filter(
        ({ label, setting }) => label.startsWith('S2-MAD') && setting?.['similarity'] !== 'extracted answer',
      );
      return held.map(({ label, cells }) =>
        lossOf(`${label} (${item})`, base, cells['accuracy']?.value ?? Number.NaN),
      );
    }),
  ];
}

/** S2-MAD's statements on its loss of accuracy against MAD, compared with Tables 1, 2, 3 and 7. */
function lossChecks(paper: S2MadTables) {
  const lossBelow = (measure: 'points' | 'relative', unit: string) => (): Check => {
    const all = losses(paper);
    const bound = quotedNumber(paper, 'loss of accuracy stays below', 'loss');
    const over = all.filter((loss) => loss[measure] >= bound || same(loss[measure], bound));
    return {
      recomputed: `not in ${over.length} of ${all.length} comparisons: ${over.map((loss) => `${loss.where} ${show(loss[measure], 1)}${unit}`).join('; ')}`,
      agrees: over.length === 0,
      note: `S2-MAD is less accurate than MAD in ${all.filter(({ points }) => points > 0).length} of them, more accurate in ${all.filter(({ points }) => points < 0).length}. Tables 1, 2, 3 and 7.`,
    };
  };
  return {
    'loss in points': lossBelow('points', ' points'),
    'relative loss': lossBelow('relative', '%'),
    'loss where most is saved': (): Check => {
      const [most] = [...conditionsOf(paper.table1)].sort((a, b) => ratioTo(a, own) - ratioTo(b, own));
      const gain = most ? gainOver(most, mad) : Number.NaN;
      return {
        recomputed: `${most ? named(most) : 'none'}: S2-MAD is ${show(Math.abs(gain), 1)} points ${gain < 0 ? 'below' : 'above'} MAD`,
        agrees: gain > -2,
      };
    },
  };
}

/** S2-MAD's statements on its gains in accuracy, compared with Tables 1, 2 and 7. */
const gainChecks = (paper: S2MadTables) => ({
  'largest gain over CoT': (): Check[] =>
    Object.entries(quotedIn(paper, 'largest gain of accuracy over CoT')).map(([dataset, printed]) => {
      const gains = conditionsOf(paper.table1)
        .filter((condition) => condition.dataset === dataset)
        .map((condition) => ({ model: condition.model, gain: gainOver(condition, 'CoT') }))
        .sort((a, b) => b.gain - a.gain);
      return {
        claim: `S2-MAD gains at most this over CoT on ${dataset}`,
        printed: `${show(printed, 1)}% (section 4.2)`,
        recomputed: gains.map(({ model, gain }) => `${show(gain, 1)} points with ${model}`).join(', '),
        agrees: same(gains[0]?.gain ?? Number.NaN, printed),
      };
    }),
  'everywhere over CoT': (): Check => {
    const gains = conditionsOf(paper.table1).map((condition) => gainOver(condition, 'CoT'));
    const above = gains.filter((gain) => gain > 0).length;
    return {
      recomputed: `in ${above} of ${gains.length} cells, by ${show(Math.min(...gains), 1)} to ${show(Math.max(...gains), 1)} points`,
      agrees: above === gains.length,
    };
  },
  'data sets of the largest gains': (): Check => {
    const all = conditionsOf(paper.table1);
    const order = [...new Set(all.map(({ dataset }) => dataset))]
      .map((dataset) => {
        const gains = all.filter((one) => one.dataset === dataset).map((one) => gainOver(one, 'CoT'));
        return { dataset, gain: Math.max(...gains) };
      })
      .sort((a, b) => b.gain - a.gain);
    const first = order.slice(0, 2).map(({ dataset }) => dataset);
    return {
      recomputed: order.map(({ dataset, gain }) => `${dataset} ${show(gain, 1)}`).join(', '),
      agrees: first.includes('gpqa') && first.includes('mmlu'),
    };
  },
  'several prompts': (): Check => {
    const all = conditionsOf(paper.table7);
    const methods = [...new Set(paper.table7.rows.map(({ setting }) => String(setting?.['method'])))];
    const below = all.flatMap((one) => {
      const several = accuracyOf(one, 'MS2-MAD(5,4)');
      const best = Math.max(...methods.map((method) => accuracyOf(one, method)));
      return several < best ? [`${named(one)}, ${show(several, 1)} against ${show(best, 1)}`] : [];
    });
    return {
      recomputed: `the best or tied with it in ${all.length - below.length} of ${all.length} cells; not ${below.join('; ')}`,
      agrees: below.length === 0,
    };
  },
  'gain of embeddings': (): Check => {
    const base = labelled(paper.table2, mad, 'accuracy');
    const gain = less(labelled(paper.table2, lowThreshold, 'accuracy'), base);
    const name = 'embedding cosine at threshold 0.40 against MAD';
    return {
      recomputed: `${show(gain, 1)} points, which is ${show((100 * gain) / base, 1)}% of ${show(base, 1)}`,
      agrees: same(gain, quotedNumber(paper, name, 'gain of accuracy')),
    };
  },
});

/** The statements of section 4.3 on groups, compared with Table 3. */
function groupChecks(paper: S2MadTables) {
  const methods = ['GD(8,3)', 'S2-MAD(8,3)'] as const;
  const told = (tell: (splits: readonly Split[]) => string): string =>
    methods.map((method) => `${method} ${tell(splitsOf(paper, method))}`).join('; ');
  const inEach = (holds: (splits: readonly Split[]) => boolean): boolean =>
    methods.every((method) => holds(splitsOf(paper, method)));
  /** Whether a value never rises as another rises strictly, over all pairs of splits. */
  const falls = (by: (split: Split) => number, value: (split: Split) => number): boolean =>
    inEach((splits) =>
      splits.every((one) => splits.every((other) => by(one) >= by(other) || value(one) >= value(other))),
    );
  const largest = ({ sizes }: Split): number => Math.max(...sizes);
  const ends = (splits: readonly Split[]) => ({
    cheapest: [...splits].sort((a, b) => a.tokens - b.tokens)[0]?.groups,
    best: [...splits].sort((a, b) => b.accuracy - a.accuracy)[0]?.groups,
  });
  return {
    'more groups': (): Check => ({
      recomputed: told((splits) =>
        splits.map(({ sizes, tokens }) => `${sizes.length} groups ${tokensShown(tokens)}`).join(', '),
      ),
      agrees: falls(
        ({ sizes }) => sizes.length,
        ({ tokens }) => tokens,
      ),
    }),
    'larger groups': (): Check => ({
      recomputed: told((splits) =>
        [...splits]
          .sort((a, b) => largest(a) - largest(b))
          .map((split) => `largest group of ${largest(split)} ${show(split.accuracy, 1)}`)
          .join(', '),
      ),
      agrees: falls(
        (split) => -largest(split),
        ({ accuracy }) => accuracy,
      ),
    }),
    'trade-off': (): Check => ({
      recomputed: told(
        (splits) => `is cheapest with ${ends(splits).cheapest}, best with ${ends(splits).best}`,
      ),
      agrees: inEach((splits) => ends(splits).cheapest !== ends(splits).best),
    }),
    'model of Table 3': (): Check => {
      const { accuracy, tokens } = paper.table3.rows[0]?.cells ?? {};
      return {
        recomputed: `MAD(8,3) ${show(accuracy?.value ?? Number.NaN, 1)} for ${tokens?.value} thousand tokens; with five agents and four rounds no model of Tables 1 and 7 can be told from that`,
        agrees: null,
      };
    },
  };
}

const lowThreshold = 'S2-MAD, VecCS, threshold 0.40';
const both = (table: PublishedTable, label: string): readonly [number, number] => [
  labelled(table, label, 'accuracy'),
  labelled(table, label, 'tokens'),
];

/** The statements of sections 4.3 and 4.4 on S2-MAD's parts, compared with Tables 1, 2 and 4. */
const ablationChecks = (paper: S2MadTables) => ({
  'Table 4 in words': (): Check => {
    const stated = Object.entries(quotedIn(paper, 'Table 4 in words')).filter(
      ([name]) => !name.endsWith('saving'),
    );
    const off = stated.filter(([name, value]) => {
      const measure = name.endsWith(' tokens') ? 'tokens' : 'accuracy';
      return labelled(paper.table4, name.slice(0, -measure.length - 1), measure) !== value;
    });
    return {
      recomputed: `${stated.length - off.length} of ${stated.length} numbers are those of the table${off.map(([name]) => `; not ${name}`).join('')}`,
      agrees: off.length === 0,
    };
  },
  'without the filter': (): Check => {
    const [first, without] = ['S2-MAD', 'w/o Filter'].map((label) =>
      labelled(paper.table4, label, 'tokens'),
    ) as [number, number];
    const increase = less(without, first);
    return {
      recomputed: `${show(increase)} thousand, from ${first} to ${without}`,
      agrees: same(increase, quotedNumber(paper, 'increase of tokens without the filter', 'increase'), 0.05),
    };
  },
  'more accurate than MAD': (): Check => {
    const [one, base] = ['S2-MAD', 'MAD'].map((label) => labelled(paper.table4, label, 'accuracy')) as [
      number,
      number,
    ];
    const spread = paper.table4.rows[0]?.cells['accuracy']?.standardError ?? Number.NaN;
    return {
      recomputed: `${show(less(one, base), 1)} points in Table 4`,
      agrees: less(one, base) > 0,
      note: `What is printed behind ± at MAD is ${spread}, ${show(100 * spread, 0)} points if it is a fraction: the gain is within it.`,
    };
  },
  'Tables 1 and 4': (): Check => {
    const gpt = conditionsOf(paper.table1).find(
      ({ model, dataset }) => model.startsWith('GPT-3.5') && dataset === 'gsm8k',
    ) as DebateCondition;
    const compared = ['MAD', 'S2-MAD'].map((method) => ({
      method,
      first: [accuracyOf(gpt, `${method}(5,4)`), tokensOf(gpt, `${method}(5,4)`)],
      fourth: both(paper.table4, method),
    }));
    const saved = (table: 'first' | 'fourth'): string => {
      const [base, less] = compared.map((one) => one[table][1] ?? Number.NaN) as [number, number];
      return show(100 * (1 - less / base), 1);
    };
    return {
      recomputed: compared
        .map(
          ({ method, first, fourth }) =>
            `${method} ${first.join(' for ')} in Table 1, ${fourth.join(' for ')} in Table 4`,
        )
        .join('; '),
      agrees: compared.every(({ first, fourth }) => first.join() === fourth.join()),
      note: `Thousands of tokens. Table 4 states neither agents nor rounds. S2-MAD saves ${saved('first')}% in Table 1, ${saved('fourth')}% in Table 4.`,
    };
  },
  'best threshold': (): Check => {
    const [accuracy, tokens] = both(paper.table2, lowThreshold);
    const all = paper.table2.rows.map(({ label }) => both(paper.table2, label));
    const best = Math.max(...all.map(([one]) => one));
    const least = Math.min(...all.map(([, one]) => one));
    return {
      recomputed: `threshold 0.40: ${show(accuracy, 1)} of at most ${show(best, 1)}, ${tokens} of at least ${least} thousand`,
      agrees: accuracy === best && tokens === least,
    };
  },
  'high threshold': (): Check => {
    const [high, low, answers] = ['S2-MAD, VecCS, threshold 0.96', lowThreshold, 'S2-MAD, RE-Matching'].map(
      (label) => both(paper.table2, label),
    ) as [readonly [number, number], readonly [number, number], readonly [number, number]];
    return {
      recomputed: `${show(high[0], 1)} for ${high[1]} thousand, against ${show(low[0], 1)} for ${low[1]} at 0.40 and ${show(answers[0], 1)} for ${answers[1]} by answers`,
      agrees: [low, answers].every((other) => high[1] > other[1] && high[0] < other[0]),
    };
  },
  // Is anybody left to debate with, if nearly all answers count as alike?
  'low threshold': (): Check => {
    const each = labelled(paper.table2, lowThreshold, 'tokens') / 5;
    const alone = conditionsOf(paper.table1)
      .filter(({ dataset }) => dataset === 'math')
      .map((condition) => `${tokensOf(condition, 'CoT')} with ${condition.model}`);
    return {
      recomputed: `${show(each)} thousand tokens an agent; one CoT on MATH costs ${alone.join(', ')}`,
      agrees: null,
    };
  },
});
