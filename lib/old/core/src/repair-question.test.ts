import { describe, expect, it } from 'vitest';
import { repairQuestion } from './repair-question';

describe('repairQuestion', () => {
  it('contract: a long answer is shortened without half a surrogate pair, a short one stands as it is', () => {
    const shown = (answer: string) => repairQuestion([], answer, 'why', 'json')[0]?.content;
    expect(shown('{"a": 1')).toBe('{"a": 1');
    expect(shown('  ')).toBe('(no answer)');
    expect(shown(`${'a'.repeat(299)}🥖${'b'.repeat(50)}`)).toBe(`${'a'.repeat(299)} …`);
  });
});
