/**
 * Message length and Flesch-Kincaid grade beside textstat, on the same texts in one run: simulated messages of the
 * exchange economy, and real ones (elimination-game, mad-debates, llm-agora) where the shared data is present. One core each; both have their
 * dictionaries loaded when the clock starts, and nothing else is warm.
 *
 * `pip install textstat==0.7.8` (later ones fetch a dictionary).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { askPeer, inTemporaryFolder, pythonWith, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const {
  environments,
  experiment,
  models,
  papers,
  protocols,
  transcripts,
} = require('../agora-lab/dist/index.js');
const language = require('../core/dist/language/index.js');
const project = resolve(import.meta.dirname, '..', '..');
/** For each of six rules: 18,000 messages, as many as the paper has of one environment. */
const collaborations = 100;

await inTemporaryFolder(async (folder) => {
  const python = pythonWith('textstat');
  language.readingGrade('One sentence loads what there is to load.');
  const rows = [];
  for (const [name, texts] of [
    ['simulated', await simulatedTexts(folder)],
    ['real', realTexts()],
  ]) {
    if (texts.length === 0) {
      console.log(`No ${name} messages: the shared data is absent (AGORA_SHARED_DATA names its folder).`);
      continue;
    }
    const what = `length and grade of ${texts.length.toLocaleString('en')} ${name} messages`;
    const ours = await timed(() =>
      texts.map((text) => [language.messageLength(text), language.readingGrade(text)]),
    );
    const peer = python && textstat(python, join(folder, 'texts.json'), texts);
    const row = { task: what, ours: ours.cpuSeconds };
    rows.push(peer ? { ...row, peer: peer.cpuSeconds, against: `textstat ${peer.version}` } : row);
    if (!peer) continue;
    const grades = ours.result
      .map(([, grade], place) => Math.abs((grade ?? peer.numbers[place][1]) - peer.numbers[place][1]))
      .sort((a, b) => a - b);
    const lengths = ours.result.filter(([length], place) => length !== peer.numbers[place][0]).length;
    console.log(
      `${what}: ${lengths} lengths differ; grades by ${grades[Math.floor(0.95 * grades.length)].toFixed(2)} ` +
        `at the 95th percentile, ${grades[Math.floor(0.99 * grades.length)].toFixed(2)} at the 99th`,
    );
  }
  report(rows);
});

async function simulatedTexts(folder) {
  const texts = [];
  for (const rule of papers.roundtable.rules) {
    const run = await experiment({
      environment: environments.exchangeEconomy(),
      protocol: protocols.roundTable({ rule }),
      model: models.simulated(),
      collaborations,
      folder: join(folder, rule.name),
      progress: 'none',
    });
    for (const collaboration of transcripts.readCollaborations(run.folder))
      texts.push(...language.utterances(collaboration).map(({ text }) => text));
  }
  return texts;
}

/**
 * Every text of some length in the files, without knowing their formats. Texts with Chinese in them are left out: we
 * count its words, textstat takes a passage for one, so that the two do not do the same work.
 */
function realTexts() {
  const shared = process.env.AGORA_SHARED_DATA ?? join(project, '..', 'shared', 'data');
  const texts = [];
  const collect = (value) => {
    if (typeof value === 'string') {
      if (!/\p{sc=Han}/u.test(value) && value.split(' ').length > 10) texts.push(value);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const name of ['elimination-game', 'mad-debates', 'llm-agora']) {
    const folder = join(shared, name);
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      const content = readFileSync(join(folder, file), 'utf8');
      if (file.endsWith('.jsonl'))
        for (const line of content.split('\n')) collect(line.trim() === '' ? null : JSON.parse(line));
      else if (file.endsWith('.json')) collect(JSON.parse(content));
    }
  }
  return texts;
}

function textstat(python, file, texts) {
  writeFileSync(file, JSON.stringify(texts));
  const program = join(import.meta.dirname, 'readability-peer.py');
  return askPeer('textstat', python, [program, file]);
}
