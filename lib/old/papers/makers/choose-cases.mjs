// Chooses the cases of joint decisions that `environments.menu` and `environments.taskAllocation` offer, of thousands that
// are made by number, and writes their numbers beside the code that makes them: `npm run build`, then
// `node lib/papers/makers/choose-cases.mjs`. Takes some seconds.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../tools/project.mjs';

const require = createRequire(import.meta.url);
const { chooseMenus } = require('../../core/dist/environments/menu/generate.js');
const { chooseTasks } = require('../../core/dist/environments/task-allocation/generate.js');

for (const [folder, chosen] of [
  ['menu', chooseMenus(10_000, 60)],
  ['task-allocation', chooseTasks(1_000, 20)],
]) {
  const file = join(root, 'lib', 'core', 'src', 'environments', folder, 'chosen.json');
  const style = await resolveConfig(file);
  writeFileSync(file, await format(JSON.stringify(chosen), { ...style, filepath: file }));
  process.stdout.write(`${file}\n`);
}
