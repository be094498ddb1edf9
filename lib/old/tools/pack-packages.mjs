/**
 * Packs every package of the compiled library, each with the licence and the data that it reads, as npm would publish it:
 * AGORA-NAME-VERSION.tgz in .agora/packages, or in a folder that is named. `npm run pack`, after `npm run build`.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run, tail } from './processes.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';
import { npmCommand } from './setup-node.mjs';

/** Folders of data/ that a package reads. They lie once in the repository, so they are copied when it is packed. */
const dataOf = {
  core: ['questions'],
  report: ['published'],
  papers: ['claims', 'joint-decisions', 'recomputed', 'recorded'],
};

/** @returns the paths of the packed files, by the package's folder name */
export async function packPackages(at = places(), target = join(at.agora, 'packages')) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packed = {};
  for (const one of at.packages) packed[one.name] = await packOne(at, one, target);
  return packed;
}

async function packOne(at, { name, folder, dist }, target) {
  if (!existsSync(join(dist, 'index.js')))
    throw new ScriptError(`lib/${name} is not compiled: npm run build`);
  const staged = join(target, name);
  cpSync(folder, staged, {
    recursive: true,
    filter: (path) => !['node_modules', 'src', 'explorer'].includes(basename(path)) || path.startsWith(dist),
  });
  cpSync(join(at.project, 'LICENSE'), join(staged, 'LICENSE'));
  for (const data of dataOf[name] ?? [])
    cpSync(join(at.data, data), join(staged, 'data', data), { recursive: true });
  const [npm, first, shell] = npmCommand();
  const args = [...first, 'pack', '--json', '--ignore-scripts', '--pack-destination', target];
  const { code, output } = await run(npm, args, { cwd: staged, shell });
  if (code !== 0) throw new ScriptError(`lib/${name} cannot be packed:\n${tail(output)}`);
  rmSync(staged, { recursive: true });
  const file = /"filename": "([^"]+)"/.exec(output)?.[1];
  if (file === undefined) throw new ScriptError(`npm pack named no file for lib/${name}:\n${tail(output)}`);
  return join(target, file);
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    for (const file of Object.values(await packPackages())) process.stdout.write(`${file}\n`);
    return 0;
  });
}
