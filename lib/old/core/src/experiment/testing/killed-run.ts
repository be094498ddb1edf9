import { exchangeEconomy } from '../../environments';
import type { ChatModel } from '../../models';
import { roundTable } from '../../protocols';
import { majority } from 'agora-voting';
import { experiment } from '../experiment';
import type { Run } from '../run';

/** One JSON object that answers every phase of a round table, since unknown fields are ignored. */
export const answerToAll = JSON.stringify({
  target: ['all'],
  message: 'Let us share alike.',
  reason_for_decision: 'It is fair.',
  proposal: Object.fromEntries(
    ['Agent A', 'Agent B', 'Agent C'].map((agent) => [agent, { apples: 30, bread: 30, cheese: 30 }]),
  ),
  decision: 1,
});

/** The run that a test kills: 4 collaborations of 3 agents over 2 rounds, 72 calls. */
export function runToKill(model: ChatModel, folder: string, onFinished: () => void = () => {}): Promise<Run> {
  return experiment({
    environment: exchangeEconomy(),
    protocol: roundTable({ rule: majority, rounds: 2 }),
    model,
    // A model with a price is not timed, so every request is a call of the run.
    prices: { inputPerMillion: 0.1, outputPerMillion: 0.1 },
    collaborations: 4,
    concurrency: 4,
    cache: false,
    folder,
    progress: { update() {}, notice() {}, end: onFinished },
  });
}

/** As a program: `node killed-run.js FOLDER BASE_URL`, and `batched` for a batched model. */
if (require.main === module) {
  const [folder = '', baseURL = '', kind] = process.argv.slice(2);
  // Loaded here, so that the test can use this file's other parts without a network client.
  const { batched, openai } = require('../../models') as typeof import('../../models');
  const model =
    kind === 'batched'
      ? batched({ model: 'loopback', baseURL, pollSeconds: 0.005, quietSeconds: 0.005 })
      : openai({ model: 'loopback', baseURL });
  void runToKill(model, folder);
}
