#!/usr/bin/env node
// Packs live runs into a recorded set: node data/makers/live.mjs NAME TITLE RUNS
//
// RUNS is a folder with a run folder for each condition, as `experiment` writes them. The set gets their finished
// collaborations, and every prompt and reply of these collaborations. Questions from ARC-Challenge (CC BY-SA 4.0) are
// replaced by their ids. LICENSE.txt, LICENSE.model.txt and SOURCE.md are written by hand.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, readFileSync, readJsonLines, recordedFolder, writeJsonLines, writeSet } from './shared.mjs';

const [name, title, from] = process.argv.slice(2);
const folder = join(recordedFolder, name);
const conditions = readdirSync(from)
  .filter((condition) => existsSync(join(from, condition, 'collaborations.jsonl')))
  .sort();
const models = new Set();
let total = 0;
for (const condition of conditions) {
  const read = (file) => readJsonLines(join(from, condition, file));
  const { format: _, name: __, ...about } = JSON.parse(
    readFileSync(join(from, condition, 'run.json'), 'utf8'),
  );
  const whole = read('collaborations.jsonl').sort((one, other) => one.index - other.index);
  const isWithheld = about.environment.settings.set === 'arc-challenge';
  const shownTask = ({ case: id, task }) => (isWithheld ? `[question ${id}]` : task);
  const finished = whole.map((one) => ({ ...one, task: shownTask(one) }));
  const byIndex = new Map(whole.map((one) => [one.index, one]));
  const replies = read('replies.jsonl').flatMap((reply) => {
    const one = byIndex.get(reply.collaboration);
    if (one === undefined) return [];
    if (isWithheld && !reply.messages.some(({ content }) => content.includes(one.task)))
      throw new Error(`A prompt of ${one.case} does not contain the question in one piece.`);
    const messages = reply.messages.map(({ role, content }) => ({
      role,
      content: content.replaceAll(one.task, shownTask(one)),
    }));
    return [{ ...reply, messages }];
  });
  mkdirSync(folder, { recursive: true });
  writeSet(condition, about, finished, { parent: folder });
  writeJsonLines(join(folder, condition, 'replies.jsonl.gz'), replies);
  models.add(about.model);
  total += finished.length;
}
const about = {
  format: 4,
  name,
  evidence: 'live',
  seed: 0,
  model: [...models].join(', '),
  title,
  licence: 'MIT; the model’s outputs under Apache-2.0',
  source: 'Agora Lab, with Qwen2.5-Coder by Alibaba Cloud. https://huggingface.co/Qwen',
  environment: { name: 'several', settings: {} },
  protocol: { name: 'several', settings: {} },
  conditions,
  collaborations: total,
};
writeFileSync(join(folder, 'run.json'), `${JSON.stringify(about, null, 2)}\n`);
