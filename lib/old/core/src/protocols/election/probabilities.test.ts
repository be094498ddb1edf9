import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { experiment, type Run } from '../../experiment';
import { probableBallots } from '../../metrics';
import { recorded, simulated, type ChatModel } from '../../models';
import { sampleReply } from '../../models/testing/sample-request';
import { calibration } from '../../statistics';
import { eventsOf } from '../../transcripts';
import { plurality, range } from 'agora-voting';
import { election } from '..';
import { tinyQuiz } from './testing/tiny-quiz';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-probabilities-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const rules = [range({ scale: { lowest: 0, highest: 10 } }), plurality];
const hold = (model: ChatModel, ask: 'answers' | 'probabilities', name: string) =>
  experiment({
    environment: tinyQuiz({ raters: 3 }),
    protocol: election({ rules, ask }),
    model,
    folder: join(home, name),
    collaborations: 4,
    progress: 'none',
  });

describe('an election by probabilities', () => {
  it('known: ballots are what the probabilities come to, and both are on record', async () => {
    const asked: unknown[] = [];
    const model: ChatModel = {
      ...simulated(),
      chat: (request) => {
        asked.push(request.scoring, request.messages.at(-1)?.content.includes('Vote for'));
        return Promise.resolve(
          sampleReply({
            text: 'B',
            probabilities: { A: 0.1, B: 0.6, C: 0.3, D: 0 },
            probabilityOfOptions: 0.9,
          }),
        );
      },
    };
    const [one] = [...(await hold(model, 'probabilities', 'known'))];
    expect(asked.slice(0, 2)).toEqual([{ prefix: '{"decision": "', options: ['A', 'B', 'C', 'D'] }, true]);
    const votes = one === undefined ? [] : eventsOf(one, 'vote');
    expect(votes.map(({ ballot }) => ballot)).toEqual([
      ...Array<unknown>(3).fill({ kind: 'rating', ratings: { A: 1, B: 6, C: 3, D: 0 } }),
      ...Array<unknown>(3).fill({ kind: 'choice', choice: 'B' }),
    ]);
    expect(one === undefined ? [] : eventsOf(one, 'reply')[0]).toMatchObject({
      probabilities: { B: 0.6 },
      probabilityOfOptions: 0.9,
    });
    expect(one?.finished?.outcome).toBe('B');
  });

  it('known: simulated raters have probabilities too, and a recorded run gives them again', async () => {
    const run = await hold(simulated(), 'probabilities', 'simulated');
    const again = await hold(recorded(run.folder), 'probabilities', 'again');
    const votes = (one: Run) => [...one].flatMap((each) => eventsOf(each, 'vote'));
    expect(votes(run)).toHaveLength(4 * 3 * 2);
    expect(votes(again)).toEqual(votes(run));
  });

  it('known: compared with written ballots', async () => {
    const probable = await hold(simulated(), 'probabilities', 'probable');
    const written = await hold(simulated(), 'answers', 'written');
    const found = probableBallots(probable, written);
    expect(found.compared).toBe(4 * 3 * 2);
    expect(found.agreement).toBeGreaterThan(0);
    expect(found.probabilityOfOptions).toBe(1);
    expect(found.tokens.probable).toBeGreaterThan(0);
    expect(calibration(found.forecasts).forecasts).toBe(4 * 3 * 2);
    expect(probableBallots(probable, []).agreement).toBeNull();
  });

  it('contract: a model that tells none gives no valid ballot', async () => {
    const model: ChatModel = { ...simulated(), chat: () => Promise.resolve(sampleReply({ text: 'B' })) };
    const [one] = [...(await hold(model, 'probabilities', 'none'))];
    expect(one?.finished?.cause).toBe('invalid profile');
    expect((one === undefined ? [] : eventsOf(one, 'failure'))[0]).toMatchObject({
      kind: 'unparsed',
      reason: 'the model told no probabilities of the options',
    });
  });

  it('contract: the setting is recorded only where it is set', () => {
    expect(election({ rules: [plurality] }).settings).not.toHaveProperty('ask');
    expect(election({ rules: [plurality], ask: 'probabilities' }).settings['ask']).toBe('probabilities');
  });
});
