import { describe, expect, it } from 'vitest';
import { proposedDeal, readDeal, type Deal } from './deals';
import byHand from './reference/deals-by-hand.json';

const issues = { A: 3, B: 2, C: 2 };
const written = (deal: Deal | null | undefined): string | null =>
  deal ? Object.entries(deal).map(([issue, option]) => `${issue}${option}`).join(',') : null; // prettier-ignore

describe('proposedDeal', () => {
  it.each([
    ['<DEAL>A1, B2, C1</DEAL>', 'A1,B2,C1'],
    ['I heard A1, B1, C1. I take park (A3), quota (B2) and C 2 instead.', 'A3,B2,C2'],
    ['We propose:\n- A2: water\n\n- B1: quota\n- C1: loan\nThank you.', 'A2,B1,C1'],
    ['<DEAL>A1,B1,C1</DEAL> Or rather A2, B1, C1?', 'A2,B1,C1'],
    ['A1.5, B1, C1', 'A1,B1,C1'],
    // The deal spans two sentences.
    ['I propose a park (A1) and a quota (B2). For the rest, I suggest C1.', 'A1,B2,C1'],
    ['You wanted A3. I propose A1 and B2. I am happy with C1.', 'A1,B2,C1'],
    ['I agree on A1. For the rest, B1 and C1.', 'A1,B1,C1'],
    // An incomplete deal, an open choice, an unknown option.
    ['A1, B1', null],
    ['A1 or A2, B1, C1', null],
    ['I propose A1 and B1. If need be A2. And C1.', null],
    ['A1, B1, C1. No: A1, B3, C1', null],
    ['I propose A1 and B3. And C1.', null],
    ['', null],
  ])('known: %j proposes %j', (text, expected) => {
    expect(written(proposedDeal(text, issues))).toBe(expected);
  });
});

describe('readDeal', () => {
  it.each([
    ["I agree with the mayor's proposal: A2, B1, C1.", 'supports'],
    ['I agree with the proposal made by SportCo: A2, B1, C1. C1 matters most to us.', 'supports'],
    ['I support the proposed deal of A2, B1 and C1.', 'supports'],
    ['We can also accept your offer (A2, B1, C1).', 'supports'],
    ["I agree with the mayor's proposal (A2, B1). I support C1 as well.", 'supports'],
    ["I agree with the mayor's proposal. <DEAL>A2,B1,C1</DEAL>", 'proposes'],
    ['I propose that we accept the deal A2, B1, C1.', 'proposes'],
    ["I agree with the mayor's idea, but I suggest the deal A2, B1, C1.", 'proposes'],
    ['I agree that something must be done: A2, B1, C1.', 'proposes'],
  ])('known: in %j, the speaker %s', (text, kind) => {
    expect(readDeal(text, issues)).toEqual({ kind, deal: { A: 2, B: 1, C: 1 } });
  });

  it('known: agreement that changes an option supports no whole deal', () => {
    expect(
      readDeal("I agree with the mayor's proposal: A2, B1, C1. However, I prefer C2.", issues),
    ).toBeNull();
  });

  it('reference: the reader agrees with 147 of 150 turns read by hand', () => {
    const missed: (string | null)[] = [];
    for (const { text, options, deal } of byHand.turns) {
      const sizes = Object.fromEntries(options.map((size, place) => [String.fromCharCode(65 + place), size]));
      const found = written(proposedDeal(text, sizes));
      if (found === deal) continue;
      expect(found).toBeNull();
      missed.push(deal);
    }
    expect(byHand.turns.filter(({ deal }) => deal !== null)).toHaveLength(135);
    // Described only in words: "a $1 billion federal loan".
    expect(missed).toEqual(['A2,B2,C1,D3,E1', 'A2,B2,C3,D2,E3', 'A2,B2,C1,D1,E2']);
  });
});
