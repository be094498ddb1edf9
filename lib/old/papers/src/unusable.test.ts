import { describe, expect, it } from 'vitest';
import type { Row } from 'agora-core/metrics';
import type { Condition } from './item';
import { table1 } from './gedi/items/table1';
import { unusableText } from './unusable';

const none = { column: 'accuracy', value: null, evidence: 'live' } as unknown as Row;

/** A run of one collaboration with these answers. */
function runOf(kinds: readonly string[]): Condition {
  const events = kinds.flatMap((kind, place) => {
    const at = { round: 1, phase: 'vote', agent: `Agent ${place}`, repeat: 0 };
    const replies = [0, 1].map((attempt) => ({ type: 'reply', attempt: attempt, ...at }));
    return kind === 'usable' ? replies.slice(0, 1) : [...replies, { type: 'failure', kind: kind, ...at }];
  });
  const run = Object.assign([{ events: events }], { evidence: 'live', description: {} });
  return { fields: {}, run: run as never };
}

describe('unusableText', () => {
  it('known: all answers, by kind; a repeated question counts once', async () => {
    expect(await unusableText([none], [runOf(['unparsed', 'unparsed', 'refused'])])).toBe(
      'All 3 answers are unusable (2 unparsed, 1 refused), so there is no number of ours: npx agora explore FOLDER shows them.',
    );
    expect(await unusableText([], [runOf(['unparsed', 'usable'])])).toMatch(/^1 of 2 answers are unusable/);
  });

  it('law: nothing is said where there is a number, or no answer failed', async () => {
    expect(await unusableText([{ ...none, value: 1 }], [runOf(['unparsed'])])).toBeNull();
    expect(await unusableText([none], [runOf(['usable'])])).toBeNull();
  });

  it('known: the comparison ends with it, as text and in a notebook', async () => {
    const why = 'All 3 answers are unusable (3 unparsed).';
    const { text, html } = table1.compare({ ...(await table1.run()), unusable: why });
    expect(text.endsWith(why)).toBe(true);
    expect(html.endsWith(why)).toBe(true);
  });
});
