#!/usr/bin/env node
// Writes the samples of questions that the project ships (data/questions/*.jsonl) from the whole data sets, which must be
// here (npx agora data NAME, for mmlu, mmlu-pro, gsm8k and math), and data/SHA256SUMS anew.
//
// mmlu: five worked examples (the development split) and the first 2 test questions of each of 57 subjects.
// mmlu-pro: the first 10 test questions of each of 14 disciplines, and the last 5 as worked examples.
// gsm8k: the first 100 test questions.
// math: 100 problems of MATH-500, balanced over 7 subjects and 5 levels (balancedQuestions has the rule).
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';
import { writeChecksums } from './checksums.mjs';

await setup({ python: false });
const require = createRequire(import.meta.url);
const { datasets, environments } = require('../../agora-lab/dist/index.js');

const folder = join(root, 'data', 'questions');
mkdirSync(folder, { recursive: true });
const { readQuestions, firstOfEachSubject, withExamples } = environments;
const { balancedQuestions } = require('../../core/dist/environments/questions/subsets.js');
const read = (name) => readQuestions(name, placeOf(name));
write('mmlu', choiceLines(firstOfEachSubject(read('mmlu'), 2)));
const pro = withExamples(read('mmlu-pro'), 5);
write('mmlu-pro', choiceLines(firstOfEachSubject(pro, 10)));
write('gsm8k', openLines(read('gsm8k').questions.slice(0, 100)));
write('math', openLines(balancedQuestions(read('math'), 100).questions));
writeChecksums();

function placeOf(name) {
  const place = datasets.locateDataset(name);
  if (place === null) throw new Error(`${name} is not here: npx agora data ${name}`);
  return place;
}

function choiceLines({ questions, examples }) {
  const row = (split, { id, subject, text, options, answer }) =>
    JSON.stringify({ split, id, subject, text, options, answer });
  return [
    ...Object.values(examples).flatMap((shown) => shown.map((question) => row('example', question))),
    ...questions.map((question) => row('test', question)),
  ];
}

function openLines(questions) {
  return questions.map(({ id, subject, level, text, answer }) =>
    JSON.stringify({ id, subject, level, text, answer }),
  );
}

function write(name, lines) {
  const text = `${lines.join('\n')}\n`;
  writeFileSync(join(folder, `${name}.jsonl`), text);
  const bytes = Buffer.byteLength(text).toLocaleString('en-US');
  console.log(`questions/${name}.jsonl: ${lines.length} questions | ${bytes} bytes`);
}
