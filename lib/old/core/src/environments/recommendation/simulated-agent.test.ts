import { describe, expect, it } from 'vitest';
import { asking } from '../../simulation/testing/asking';
import { recommendation } from './recommendation';
import { agentNames } from './roster';
import { ownTable } from './simulated-agent';
import { smallCase } from './testing/small-case';

const environment = recommendation({ examples: [smallCase] });
const agents = Object.values(agentNames);
const ask = asking(environment, smallCase, { agents });
const exact = { noise: 0, words: 0 };
const mean = (rows: readonly { readonly rating: number }[]) =>
  rows.reduce((sum, { rating }) => sum + rating, 0) / rows.length;

describe('the simulated agent of the recommendation system', () => {
  it('known: each expects the mean of its own table, and who has no ratings 3.5', () => {
    const rating = (agent: string) =>
      (ask({ act: 'propose', agent, mayKeep: false }, 1, exact).answer as { proposal: { rating: number } })
        .proposal.rating;
    expect(rating(agentNames.movieHistory)).toBe(Math.round(mean(smallCase.movieHistory)));
    expect(rating(agentNames.userHistory)).toBe(Math.round(mean(smallCase.userHistory)));
    // 3 and 4 are equally near
    expect(rating(agentNames.basicInfo)).toBe(3);
    const { message } = ask({ act: 'speak', agent: agentNames.movieHistory }, 1, exact).answer as {
      message: string;
    };
    expect(message).toContain(`have a mean of ${mean(smallCase.movieHistory).toFixed(2)}.`);
  });

  it('known: of two ratings that are equally near it takes the one with others behind it', () => {
    const by = agents.filter((name) => name !== agentNames.basicInfo);
    const told = { act: 'propose', agent: agentNames.basicInfo, mayKeep: false } as const;
    const candidates = [{ id: '1', proposal: { rating: 4 }, by }];
    const { proposal } = ask({ ...told, candidates }, 1, exact).answer as { proposal: unknown };
    expect(proposal).toEqual({ rating: 4 });
  });

  it('contract: an unknown agent is named', () => {
    expect(() => ownTable(smallCase, 'Critic')).toThrow('there is no "Critic"');
  });
});
