// One of several processes that play the same run. Arguments: the Redis address, the folder, the endpoint,
// the number of collaborations and the name of the process.
import { environments, experiment, models, protocols } from '../../dist/index.js';

// Ends when the test does, even if the test is killed.
process.stdin.resume().on('end', () => process.exit(1));

const [queue, folder, baseURL, collaborations, player] = process.argv.slice(2);
const run = await experiment({
  environment: environments.questions('arithmetic'),
  protocol: protocols.debate({ agents: 3, rounds: 2 }),
  model: models.openai({
    model: 'dice',
    baseURL,
    apiKey: 'none',
    headers: { 'x-player': player },
    log: () => {},
  }),
  collaborations: Number(collaborations),
  ...(queue !== 'none' && { queue }),
  folder,
  yes: true,
  progress: false,
});
console.log(`${run.size} collaborations`);
process.stdin.destroy();
