#!/usr/bin/env node
// Writes the official cases that the live plan uses (data/joint-decisions/*.jsonl) from the whole sets, which must be in
// FOLDER as menu.jsonl and task-allocation.jsonl, and data/SHA256SUMS anew: node sample-cases.mjs FOLDER
//
// menu: the first 12. task-allocation: the first four of each of the three domains. Fields that our reader does not use
// (personas but for their names, the best decision, tables derived from others) are left out; nothing is changed.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/project.mjs';
import { writeChecksums } from './checksums.mjs';

const [from] = process.argv.slice(2);
if (from === undefined) throw new Error('sample-cases needs the folder of the official cases');
const folder = join(root, 'data', 'joint-decisions');
mkdirSync(folder, { recursive: true });

const menus = linesOf('menu').slice(0, 12);
write('menu', menus.map(withoutPersonas));
const tasks = linesOf('task-allocation');
const domains = [...new Set(tasks.map((one) => one.domain_name))].sort();
const chosen = domains.flatMap((domain) => tasks.filter((one) => one.domain_name === domain).slice(0, 4));
// One of each domain after the other, so that any first few are of all domains.
const inTurn = [0, 1, 2, 3].flatMap((place) => domains.map((_, domain) => chosen[4 * domain + place]));
write('task-allocation', inTurn.map(withoutRoles));
copyFileSync(
  join(root, 'data', 'published', 'LICENSE.deliberation.txt'),
  join(folder, 'LICENSE.deliberation.txt'),
);
writeChecksums();

function linesOf(name) {
  return readFileSync(join(from, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function withoutPersonas(one) {
  const { persona_0: first, persona_1: second } = one;
  const rest = without(one, ['best_menu', 'possible_dishes', 'persona_0', 'persona_1']);
  return { ...rest, persona_0: { name: first.name }, persona_1: { name: second.name } };
}

function withoutRoles(one) {
  const rest = without(one, ['best_allocation_dict', 'task_values', 'resources', 'agents_config']);
  const config = Object.entries(one.agents_config).map(([agent, { name, role }]) => [agent, { name, role }]);
  return { ...rest, agents_config: Object.fromEntries(config) };
}

function without(one, fields) {
  return Object.fromEntries(Object.entries(one).filter(([name]) => !fields.includes(name)));
}

function write(name, rows) {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(folder, `${name}.jsonl`), text);
  console.log(`joint-decisions/${name}.jsonl: ${rows.length} cases | ${Buffer.byteLength(text)} bytes`);
}
