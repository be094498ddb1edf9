/**
 * How fast simulated deliberations run, written to disk as usual and in one process: numeric menus with tools told, two
 * agents and up to six rounds of four calls each. `node deliberation.bench.mjs [--collaborations 1000]`
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const { environments, experiment, models, protocols } = createRequire(import.meta.url)(
  '../agora-lab/dist/index.js',
);
const collaborations = Number(flag('collaborations', '1000'));

await inTemporaryFolder(async (folder) => {
  const { result, cpuSeconds } = await timed(() =>
    experiment({
      environment: environments.menu(),
      protocol: protocols.deliberation({ tools: 'told' }),
      model: models.simulated(),
      collaborations,
      folder: join(folder, 'run'),
      progress: 'none',
    }),
  );
  const task = `${result.totals.calls.toLocaleString('en')} simulated calls (${collaborations} deliberations)`;
  // 1,000 deliberations in 20 s.
  report([{ task, ours: cpuSeconds, peer: collaborations / 50, against: 'bar' }]);
});
