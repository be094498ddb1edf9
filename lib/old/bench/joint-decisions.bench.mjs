/**
 * The optimum of 1,000 joint decisions of the paper's size, half of them menus and half task allocations, beside PuLP with
 * CBC (`pip install pulp==3.3.2`), which is what the authors' code uses. Processor time, CBC's included; what both find must
 * be the same. `npm run bench -- joint-decisions`
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { askPeer, inTemporaryFolder, pythonWith, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const { candidateMenu } = require('../core/dist/environments/menu/generate.js');
const { candidateTasks, domains } = require('../core/dist/environments/task-allocation/generate.js');
const { optimum } = require('../core/dist/environments/joint-decision/optimum.js');

const cases = Array.from({ length: 500 }, (_, number) => [
  candidateMenu(number),
  candidateTasks(domains[number % domains.length], number),
]).flat();

await inTemporaryFolder(async (folder) => {
  const ours = await timed(() => Promise.all(cases.map((one) => optimum(one, one.truth))));
  const row = { task: 'the optimum of 1,000 joint decisions', ours: ours.cpuSeconds };
  const python = pythonWith('pulp');
  if (python === undefined) return report([row]);
  const file = join(folder, 'cases.json');
  writeFileSync(file, JSON.stringify(cases));
  const program = join(import.meta.dirname, 'joint-decisions-peer.py');
  const peer = askPeer('PuLP', python, [program, file]);
  if (peer === undefined) return report([row]);
  for (const [place, { id }] of cases.entries()) {
    const [found, theirs] = [ours.result[place].reward, peer.rewards[place]];
    if (Math.abs(theirs - found) > 1e-6) throw new Error(`${id}: PuLP finds ${theirs}, we find ${found}`);
  }
  return report([{ ...row, peer: peer.cpuSeconds, against: `PuLP ${peer.version} with CBC` }]);
});
