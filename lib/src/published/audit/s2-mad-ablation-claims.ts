import { AgoraError } from '../../agora-error';
import type { S2MadPaper } from '../s2-mad';
import { conditionsOf, quotedIn } from '../s2-mad-conditions';
import { less, same } from './cells';
import { show, type Finding } from './finding';
import { accuracyOf, labelled, tokensOf } from './s2-mad-cells';

/** What sections 4.3 and 4.4 say of S2-MAD's parts, held against Tables 1, 2 and 4. */
export function s2MadAblationClaims(paper: S2MadPaper): Finding[] {
  return [
    inWords(paper),
    withoutFilter(paper),
    overMad(paper),
    sameCondition(paper),
    bestThreshold(paper),
    highThreshold(paper),
    lowThreshold(paper),
  ];
}

function inWords(paper: S2MadPaper): Finding {
  const stated = Object.entries(quotedIn(paper, 'Table 4 in words')).filter(
    ([name]) => !name.endsWith('saving'),
  );
  const measures = ['accuracy', 'tokens'] as const;
  const off = stated.filter(([name, value]) => {
    const measure = measures.find((one) => name.endsWith(` ${one}`)) ?? 'accuracy';
    return labelled(paper.table4, name.slice(0, -measure.length - 1), measure) !== value;
  });
  return {
    claim: 'section 4.4 repeats the accuracies and tokens of Table 4',
    printed: 'section 4.4',
    recomputed: `${stated.length - off.length} of ${stated.length} numbers are those of the table${off.map(([name]) => `; not ${name}`).join('')}`,
    agrees: off.length === 0,
    note: '',
  };
}

function withoutFilter(paper: S2MadPaper): Finding {
  const printed = quotedIn(paper, 'increase of tokens without the filter')['increase'] ?? Number.NaN;
  const [own, without] = ['S2-MAD', 'w/o Filter'].map((label) => labelled(paper.table4, label, 'tokens'));
  const increase = less(without ?? Number.NaN, own ?? Number.NaN);
  return {
    claim: 'without the filter tokens rise by this much',
    printed: `${show(printed, 1)} thousand (section 4.4)`,
    recomputed: `${show(increase)} thousand, from ${own} to ${without}`,
    agrees: same(increase, printed, 0.05),
    note: 'An increase to 13.4, not of 13.4.',
  };
}

function overMad(paper: S2MadPaper): Finding {
  const gain = less(labelled(paper.table4, 'S2-MAD', 'accuracy'), labelled(paper.table4, 'MAD', 'accuracy'));
  const spread = paper.table4.rows[0]?.cells['accuracy']?.standardError;
  return {
    claim: 'S2-MAD slightly improves on the accuracy of MAD',
    printed: 'section 4.4',
    recomputed: `${show(gain, 1)} points in Table 4`,
    agrees: gain > 0,
    note: `What is printed behind ± at MAD is ${spread}, ${show(100 * (spread ?? Number.NaN), 0)} points if it is a fraction: the gain is within it.`,
  };
}

function sameCondition(paper: S2MadPaper): Finding {
  const gpt = conditionsOf(paper.table1).find(
    ({ model, dataset }) => model.startsWith('GPT-3.5') && dataset === 'gsm8k',
  );
  if (!gpt) throw new AgoraError('published-data', 'Table 1 has no GPT-3.5 on gsm8k');
  const pairs = ['MAD', 'S2-MAD'].map((method) => ({
    method,
    first: [accuracyOf(gpt, `${method}(5,4)`), tokensOf(gpt, `${method}(5,4)`)],
    fourth: [labelled(paper.table4, method, 'accuracy'), labelled(paper.table4, method, 'tokens')],
  }));
  const saved = (table: 'first' | 'fourth'): string =>
    show(100 * (1 - (pairs[1]?.[table][1] ?? Number.NaN) / (pairs[0]?.[table][1] ?? Number.NaN)), 1);
  return {
    claim: 'reading: MAD and S2-MAD of Table 4 are those of Table 1 (GPT-3.5-turbo on GSM8K)',
    printed: 'Tables 1 and 4',
    recomputed: pairs
      .map(
        ({ method, first, fourth }) =>
          `${method} ${first.join(' for ')} in Table 1, ${fourth.join(' for ')} in Table 4`,
      )
      .join('; '),
    agrees: pairs.every(({ first, fourth }) => first.join() === fourth.join()),
    note: `Thousands of tokens. Table 4 states neither agents nor rounds. S2-MAD saves ${saved('first')}% in Table 1, ${saved('fourth')}% in Table 4.`,
  };
}

function bestThreshold({ table2 }: S2MadPaper): Finding {
  const values = (measure: 'accuracy' | 'tokens'): number[] =>
    table2.rows.map(({ label }) => labelled(table2, label, measure));
  const at = 'S2-MAD, VecCS, threshold 0.40';
  const [accuracy, tokens] = [labelled(table2, at, 'accuracy'), labelled(table2, at, 'tokens')];
  return {
    claim: 'at one threshold embeddings have the best accuracy and the lowest cost',
    printed: 'section 4.3',
    recomputed: `threshold 0.40: ${show(accuracy, 1)} of at most ${show(Math.max(...values('accuracy')), 1)}, ${tokens} of at least ${Math.min(...values('tokens'))} thousand`,
    agrees: accuracy === Math.max(...values('accuracy')) && tokens === Math.min(...values('tokens')),
    note: 'Of the four rows of Table 2.',
  };
}

function highThreshold({ table2 }: S2MadPaper): Finding {
  const at = (label: string) =>
    [
      labelled(table2, `S2-MAD, ${label}`, 'accuracy'),
      labelled(table2, `S2-MAD, ${label}`, 'tokens'),
    ] as const;
  const [high, low, answers] = [at('VecCS, threshold 0.96'), at('VecCS, threshold 0.40'), at('RE-Matching')];
  return {
    claim: 'at threshold 0.96 more tokens go with less accuracy',
    printed: 'section 4.3',
    recomputed: `${show(high[0], 1)} for ${high[1]} thousand, against ${show(low[0], 1)} for ${low[1]} at 0.40 and ${show(answers[0], 1)} for ${answers[1]} by answers`,
    agrees: [low, answers].every((other) => high[1] > other[1] && high[0] < other[0]),
    note: 'The text says that the tokens lead to the loss; the table shows that they go together.',
  };
}

/** Is anybody left to debate with, if nearly all answers count as alike? */
function lowThreshold({ table1, table2 }: S2MadPaper): Finding {
  const each = labelled(table2, 'S2-MAD, VecCS, threshold 0.40', 'tokens') / 5;
  const alone = conditionsOf(table1)
    .filter(({ dataset }) => dataset === 'math')
    .map((condition) => `${tokensOf(condition, 'CoT')} with ${condition.model}`);
  return {
    claim:
      'reading: at threshold 0.40 hardly anybody debates, and the result is a vote of five first answers',
    printed: 'Table 2',
    recomputed: `${show(each)} thousand tokens an agent; one CoT on MATH costs ${alone.join(', ')}`,
    agrees: null,
    note: 'The paper prints no CoT with GPT-4o-mini. If so, the row compares a plain vote with a debate, and the best accuracy of Table 2 is that of no debate.',
  };
}
