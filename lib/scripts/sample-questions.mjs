#!/usr/bin/env node
// Writes the samples of questions that the project ships (data/questions/*.jsonl) from the whole data sets, which must be
// here (npx agora data mmlu, npx agora data mmlu-pro), and prints the rows for data/README.md.
//
// mmlu: five worked examples (the development split) and the first 2 test questions of each of 57 subjects.
// mmlu-pro: the first 10 test questions of each of 14 disciplines, and the last 5 as worked examples.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup } from './setup.mjs';

await setup({ python: false });
const require = createRequire(import.meta.url);
const { datasets, environments } = require('../dist/index.js');

const folder = join(fileURLToPath(new URL('.', import.meta.url)), '../../data/questions');
mkdirSync(folder, { recursive: true });
write('mmlu', environments.readMmlu(placeOf('mmlu')), 2);
write('mmlu-pro', environments.withExamples(environments.readMmluPro(placeOf('mmlu-pro')), 5), 10);

function placeOf(name) {
  const place = datasets.locateDataset(name);
  if (place === null) throw new Error(`${name} is not here: npx agora data ${name}`);
  return place;
}

function write(name, set, each) {
  const row = (split, { id, subject, text, options, answer }) =>
    JSON.stringify({ split, id, subject, text, options, answer });
  const { questions, examples } = environments.firstOfEachSubject(set, each);
  const lines = [
    ...Object.values(examples).flatMap((shown) => shown.map((question) => row('example', question))),
    ...questions.map((question) => row('test', question)),
  ];
  const text = `${lines.join('\n')}\n`;
  writeFileSync(join(folder, `${name}.jsonl`), text);
  const bytes = Buffer.byteLength(text).toLocaleString('en-US');
  const hash = createHash('sha256').update(text).digest('hex');
  console.log(`questions/${name}.jsonl: ${lines.length} questions | ${bytes} bytes | ${hash}`);
}
