import { describe, expect, it } from 'vitest';
import { eventsOf, recorded } from 'agora-core/transcripts';
import { dealIn, withoutTags } from './deal';
import { seatsOf, type Deal } from './game';
import byHand from './testing/deals-by-hand.json';

const sheet = { A: [1, 2, 3], B: [1, 2], C: [4, 5] };
const keyOf = (deal: Deal | null) =>
  deal &&
  Object.entries(deal)
    .flat()
    .join('')
    .replace(/(\d)(?=.)/g, '$1,');

describe('dealIn', () => {
  it('known: in tags, in a sentence, in a list; the last place counts', () => {
    expect(dealIn('<DEAL>A1, B2, C1</DEAL>', sheet)).toEqual({ A: 1, B: 2, C: 1 });
    expect(dealIn('I heard A1, B1, C1. I take park (A3), quota (B2) and C 2 instead.', sheet)).toEqual({
      A: 3,
      B: 2,
      C: 2,
    });
    expect(dealIn('We propose:\n- A2: water\n\n- B1: quota\n- C1: loan\nThank you.', sheet)).toEqual({
      A: 2,
      B: 1,
      C: 1,
    });
    expect(dealIn('<DEAL>A1,B1,C1</DEAL> Or rather A2, B1, C1?', sheet)).toEqual({ A: 2, B: 1, C: 1 });
  });

  it('known: two options of an issue, a missing issue or a deal over two sentences are none', () => {
    expect(dealIn('A1 or A2, B1, C1', sheet)).toBeNull();
    expect(dealIn('A1, B1', sheet)).toBeNull();
    expect(dealIn('I agree on A1. For the rest, B1 and C1.', sheet)).toBeNull();
    expect(dealIn('', sheet)).toBeNull();
  });

  it('known: a half option is the one below, and one that the game lacks makes a text without a deal', () => {
    expect(dealIn('A1.5, B1, C1', sheet)).toEqual({ A: 1, B: 1, C: 1 });
    expect(dealIn('A1, B1, C1. No: A1, B3, C1', sheet)).toBeNull();
    expect(withoutTags('so <DEAL>A1</DEAL>').trim()).toBe('so  A1');
  });

  it('reference: of 40 turns without tags that were read by hand, it finds 35 of 38 deals and no other', () => {
    const games = new Map([...recorded('llm-deliberation')].map((game) => [game.index, game]));
    let found = 0;
    for (const { game, message, deal } of byHand.turns) {
      const one = games.get(game)!;
      const read = dealIn(eventsOf(one, 'message')[message]!.text, seatsOf(one)[0]!.scores);
      if (read === null) continue;
      expect(keyOf(read), `${game}, ${message}`).toBe(deal);
      found++;
    }
    const deals = byHand.turns.filter(({ deal }) => deal !== null).length;
    expect([byHand.turns.length, deals, found]).toEqual([40, 38, 35]);
  });

  it('reference: where the authors read a tag, it reads the same deal in 13,016 of 13,050 turns', () => {
    let [tagged, same] = [0, 0];
    for (const game of recorded('llm-deliberation')) {
      const { scores } = seatsOf(game)[0]!;
      const messages = eventsOf(game, 'message');
      eventsOf(game, 'proposal').forEach(({ proposal }, place) => {
        if (proposal === null) return;
        tagged++;
        if (keyOf(dealIn(messages[place]!.text, scores)) === keyOf(sorted(proposal as Deal))) same++;
      });
    }
    expect([tagged, same]).toEqual([13050, 13016]); // the others leave an issue open: "C1 or C2"
  });
});

const sorted = (deal: Deal): Deal => Object.fromEntries(Object.entries(deal).sort());
