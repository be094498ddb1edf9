/**
 * How fast simulated collaborations run, written to disk as usual and in one process: 100 round tables of 3 agents and 10
 * rounds, which are 9,000 calls. `node simulated.bench.mjs [--collaborations 100]`
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const { environments, experiment, models, protocols, voting } = createRequire(import.meta.url)(
  '../agora-lab/dist/index.js',
);
const collaborations = Number(flag('collaborations', '100'));

await inTemporaryFolder(async (folder) => {
  const times = [];
  let calls = 0;
  for (const time of ['first', 'second', 'third']) {
    const { result, cpuSeconds } = await timed(() =>
      experiment({
        environment: environments.exchangeEconomy(),
        protocol: protocols.roundTable({ rule: voting.dowdall }),
        model: models.simulated(),
        collaborations,
        folder: join(folder, time),
        progress: 'none',
      }),
    );
    times.push(cpuSeconds);
    calls = result.totals.calls;
  }
  const task = `${calls.toLocaleString('en')} simulated calls (${collaborations} round tables), the best of three`;
  // 600 round tables in 10 s.
  report([{ task, ours: Math.min(...times), peer: collaborations / 60, against: 'bar' }]);
});
