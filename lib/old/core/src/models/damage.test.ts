import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { readJson } from '../read-json';
import { damage, damageKinds } from './damage';

const answer = {
  proposal: { Ann: { wine: 33.5, bread: 0 }, Bob: { wine: 66.5, bread: 100 } },
  reason: "It's fair: I need bread, and Bob doesn't (he said so).",
  target: ['Bob', 'Cy'],
  final: true,
  note: null,
};

describe('damage', () => {
  it('known: each kind reads back as its row in the table says', () => {
    for (const kind of damageKinds) {
      const { text, finish } = kind.make(answer, Random.from(1));
      const reading = readJson(text);
      expect(text, kind.name).not.toBe(JSON.stringify(answer));
      expect(finish, kind.name).toBe(kind.name === 'cut off' ? 'length' : 'stop');
      if (kind.read === 'nothing') expect(reading.ok, kind.name).toBe(false);
      else if (kind.read === 'same') expect(reading, kind.name).toEqual({ ok: true, value: answer });
      else {
        expect(reading.ok, kind.name).toBe(true);
        expect(reading, kind.name).not.toEqual({ ok: true, value: answer });
      }
    }
  });

  it('known: the weights are parts in a hundred, and are drawn so', () => {
    expect(damageKinds.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    const random = Random.from(5);
    let empty = 0;
    let fenced = 0;
    for (let i = 0; i < 10_000; i++) {
      const { text } = damage(answer, random);
      if (text === '') empty++;
      if (text.startsWith('```')) fenced++;
    }
    // Binomial standard errors: sqrt(10,000 x 0.04 x 0.96) = 20 and sqrt(10,000 x 0.18 x 0.82) = 38; five of them.
    expect(Math.abs(empty - 400)).toBeLessThan(100);
    expect(Math.abs(fenced - 1800)).toBeLessThan(190);
  });

  it('contract: every value of another type is mistyped, and a single value too', () => {
    const mistype = damageKinds.find(({ name }) => name === 'wrong types')!;
    const mistyped = JSON.parse(mistype.make(answer, Random.from(1)).text) as Record<string, unknown>;
    expect(mistyped).toEqual({
      proposal: {
        Ann: { wine: 'about 33.5', bread: 'about 0' },
        Bob: { wine: 'about 66.5', bread: 'about 100' },
      },
      reason: [answer.reason],
      target: '"Bob" and "Cy"',
      final: 'yes',
      note: 'none',
    });
  });

  it('contract: plain text is cut, lost or refused, never quoted', () => {
    const random = Random.from(2);
    const text = 'I need bread 🍞🍞 and little else, what about you?';
    for (let i = 0; i < 200; i++) {
      const damaged = damage(text, random).text;
      expect(
        damaged === '' || text.startsWith(damaged) || /sorry|AI model|more information/.test(damaged),
      ).toBe(true);
      expect(damaged).not.toBe(text);
      expect(Buffer.from(damaged).toString()).toBe(damaged);
    }
  });
});
