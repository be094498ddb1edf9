#!/usr/bin/env node
// Writes data/recorded/NAME/*.jsonl.gz: replies of real models, and talk of people, that their authors let others hand
// on (each folder's SOURCE.md says whose they are, under which licence, and what was changed). Reads the originals from
// recorded/ in AGORA_SHARED_DATA (default ../shared/data) and writes data/SHA256SUMS anew. The same originals
// give the same bytes on every machine: no time stamp, and a compressor written in JavaScript.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'fflate';
import { root } from '../../tools/project.mjs';
import { writeChecksums } from './checksums.mjs';

const originals = join(process.env.AGORA_SHARED_DATA ?? join(root, '../shared/data'), 'recorded');
const committed = join(root, 'data/recorded');
const target = process.argv[2] ?? committed;
const mostBytes = 11_200_000;

/** What each set keeps: a file's name, and its records made of the original's. */
const sets = {
  'llm-deliberation': {
    'games.jsonl.gz': () => withParties(records('llm-deliberation/games.jsonl.gz')),
    'games.json': () => original('llm-deliberation/games.json'),
    'minimums.json': () => original('llm-deliberation/minimums.json'),
  },
  dylan: { 'two-rounds.jsonl.gz': () => records('dylan/math-debates.jsonl.gz').filter(isWholeTwoRounds) },
  'gpqa-debates': {
    'answers.jsonl.gz': () => records('gpqa-debates/claude-sonnet-4-6-3x3.jsonl.gz').map(withoutQuestion),
  },
  'mmlu-rater-probabilities': {
    'llama-13b-ten-prompts.jsonl.gz': () =>
      records('mmlu-rater-probabilities/llama-13b-ten-prompts.jsonl.gz'),
  },
  'mmlu-redux-votes': {
    'fourteen-models.jsonl.gz': () => records('mmlu-redux-votes/fourteen-models.jsonl.gz').map(withChoices),
  },
  zeroeval: {
    'gsm8k-answers.jsonl.gz': () => records('zeroeval/gsm8k-answers.jsonl.gz'),
    'math-level-5-answers.jsonl.gz': () => records('zeroeval/math-level-5-answers.jsonl.gz'),
  },
  'prd-peer-rank': {
    'pairwise.jsonl.gz': () => records('prd-peer-rank/pairwise.jsonl.gz'),
  },
  'gpt4-votes-tree-of-thoughts': {
    'votes.jsonl.gz': () => records('gpt4-votes-tree-of-thoughts/votes.jsonl.gz'),
  },
  'drift-eval': { 'excerpts.jsonl.gz': () => records('drift-eval/drift-eval.jsonl.gz').flatMap(ownWords) },
  'casino-negotiations': {
    'dialogues.jsonl.gz': () =>
      ['train', 'valid', 'test'].flatMap((split) =>
        records(`casino-negotiations/${split}.jsonl.gz`).map((one) => ({ split, ...one })),
      ),
  },
};

function original(path) {
  return readFileSync(join(originals, path));
}

function records(path) {
  const text = Buffer.from(gunzipSync(original(path))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** Who sits at the table: all who speak in some game of the configuration, for games that broke off do not show it. */
function withParties(games) {
  const byConfig = grouped(games);
  return games.map((game) => {
    const spoke = byConfig.get(game.config).flatMap(({ turns }) => turns.map(({ party }) => party));
    const { turns, ...about } = game;
    return { ...about, parties: [...new Set(spoke)].sort(), turns };
  });
}

function grouped(games) {
  const groups = new Map();
  for (const game of games) groups.set(game.config, [...(groups.get(game.config) ?? []), game]);
  return groups;
}

/** All three or four who were asked in the second round are stored, with both their texts. */
function isWholeTwoRounds({ setting, agents }) {
  return setting === 'CoT' && agents.length > 2 && agents.every((texts) => texts.length === 2);
}

/** GPQA's authors ask that no question is shown in the open: neither it, nor its options, nor what was said of them. */
function withoutQuestion(debate) {
  const turn = ({ text, ...about }) => ({ ...about, characters: text.length });
  const { rounds, ...kept } = without(debate, 'question', 'choices');
  return { ...kept, rounds: rounds.map((turns) => turns.map(turn)) };
}

function without(record, ...names) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The options as a list; the original has a list as Python prints it. */
function withChoices({ choices, ...kept }) {
  const { subject, index, question, ...rest } = kept;
  return { subject, index, question, choices: pythonStrings(choices), ...rest };
}

function pythonStrings(text) {
  const list = [];
  const one = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*([,\]])/y;
  one.lastIndex = 1;
  for (let end = ','; end === ',';) {
    const found = one.exec(text);
    if (found === null) throw new Error(`no list of texts: ${text}`);
    list.push((found[1] ?? found[2]).replace(/\\(x..|u....|.)/g, (_, code) => unescaped(code)));
    end = found[3];
  }
  return list;
}

function unescaped(code) {
  if (code.length > 1) return String.fromCharCode(parseInt(code.slice(1), 16));
  return { n: '\n', t: '\t', r: '\r' }[code] ?? code;
}

/** What the agents wrote. The tasks' own texts have licences of their own, and those of GPQA are not to be shown. */
function ownWords(excerpt) {
  return excerpt.dataset === 'gpqa' ? [] : [without(excerpt, 'input', 'context', 'reference')];
}

let sum = 0;
for (const [name, files] of Object.entries(sets)) {
  mkdirSync(join(target, name), { recursive: true });
  for (const [file, make] of Object.entries(files)) {
    const made = make();
    const lines = Array.isArray(made) ? `${made.map((one) => JSON.stringify(one)).join('\n')}\n` : null;
    const bytes = lines === null ? made : gzipSync(Buffer.from(lines), { level: 9, mtime: 0 });
    writeFileSync(join(target, name, file), bytes);
  }
  for (const file of readdirSync(join(target, name)).sort()) {
    const bytes = readFileSync(join(target, name, file));
    sum += bytes.length;
    console.log(`recorded/${name}/${file} | ${bytes.length.toLocaleString('en-US')} bytes`);
  }
}
console.log(`${sum.toLocaleString('en-US')} bytes in all`);
if (target === committed) writeChecksums();
if (sum > mostBytes) throw new Error(`more than ${mostBytes.toLocaleString('en-US')} bytes`);
