import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { experiment, type Run } from '../../experiment';
import { measure } from '../../metrics';
import { failures, ratings } from '../../metrics/columns';
import { simulated } from '../../models';
import { roundTable } from '../../protocols';
import { majority, Random } from 'agora-voting';
import { usualBehaviour } from '../../models/simulated-settings';
import { simulate } from '../../simulation/agent';
import { eventsOf } from '../../transcripts/collaboration';
import { recommendation } from './recommendation';
import { agentNames } from './roster';
import { smallCase } from './testing/small-case';
import type { RecommendationInstance } from './types';

const home = mkdtempSync(join(tmpdir(), 'agora-recommendation-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (name: string, examples: readonly RecommendationInstance[], rounds = 10): Promise<Run> =>
  experiment({
    environment: recommendation({ examples }),
    protocol: roundTable({ rule: majority, rounds }),
    model: simulated({ malformedRate: 0.05 }),
    collaborations: examples.length,
    folder: join(home, name),
    progress: 'none',
  });

/** What an additive world gives: user and movie each raise or lower a rating by about half a star. */
function madeCase(random: Random): RecommendationInstance {
  const star = (mean: number) => Math.min(5, Math.max(1, Math.round(random.normal(mean, 0.8))));
  const [user, movie] = [random.normal(0, 0.7), random.normal(0, 0.7)];
  const averages = Array.from({ length: 60 }, () => random.normal(3.5, 0.5));
  return {
    ...smallCase,
    userHistory: averages.map((_, i) => ({
      ...smallCase.userHistory[i % 4]!,
      rating: star(3.5 + user + random.normal(0, 0.5)),
    })),
    movieHistory: averages.map((average, i) => ({
      ...smallCase.movieHistory[i % 3]!,
      personal_average_score: Number(average.toFixed(2)),
      rating: star(average + movie),
    })),
    rating: star(3.5 + user + movie),
  };
}

describe('a group of simulated agents', () => {
  it('law: the rating to predict changes no prompt and no answer of a whole collaboration', async () => {
    const answers = async (rating: number) =>
      [...(await run(`rating ${rating}`, [{ ...smallCase, rating }]))].flatMap((collaboration) =>
        eventsOf(collaboration, 'reply').map(({ request, text }) => `${request} ${text}`),
      );
    const first = await answers(1);
    expect(first.length).toBeGreaterThanOrEqual(90);
    expect(await answers(5)).toEqual(first);
  });

  it('law: a group is closer than any of its members alone, and closer than in its first round', async () => {
    const examples = Array.from({ length: 100 }, (_, i) => madeCase(Random.from(4, i)));
    const rows = await measure(await run('made', examples, 3), { ...ratings(), ...failures() });
    const valueOf = (name: string, round?: number) =>
      rows.find((row) => row.column === name && row['round'] === round)?.value ?? NaN;
    const environment = recommendation({ examples });
    const alone = Object.values(agentNames).map((agent) => {
      const errors = examples.map((instance, i) => {
        const shared = { messages: [], standing: null, candidates: [] };
        const asked = { act: 'propose', mayKeep: true, ...shared, round: 1, agent, agents: [] } as const;
        const { proposal } = simulate(environment, instance, asked, Random.from(i), usualBehaviour)
          .answer as {
          proposal: { rating: number };
        };
        return Math.abs(proposal.rating - instance.rating);
      });
      return errors.reduce((sum, error) => sum + error, 0) / errors.length;
    });
    expect(valueOf('mae', 3)).toBeLessThan(Math.min(...alone));
    expect(valueOf('mae', 3)).toBeLessThan(valueOf('mae', 1));
    expect(valueOf('repairs')).toBeGreaterThan(0);
  });
});
