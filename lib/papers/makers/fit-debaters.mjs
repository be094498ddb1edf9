#!/usr/bin/env node
// Fits the simulated debaters to S2-MAD's Tables 1 and 7. Writes lib/core/src/environments/questions/fitted-debaters.json.
//
// Read of the paper, and so no longer held out:
// - skill: the CoT accuracies of Table 1 (14 cells; the dash of GPT-4 on arithmetic is 100%, the greatest skill there
//   is), and the MAD(5,4) accuracies of Table 7 (8 cells), which prints no CoT;
// - sharedBias: ONE cell, CoT-SC(40) of gpt-3.5-turbo on GSM8K in Table 1; recognition: ONE cell, MAD(5,4) there;
// - tokens: the CoT tokens of Table 1 without GPQA (11 cells), the MAD(5,4) tokens of GPQA there (3) and of Table 7 (8)
//   (fit-debater-lengths.mjs says why).
//
// Method: made-up questions. One chain's chance of being right follows from the common utilities exactly
// (Plackett-Luce), so a skill is found by bisection; votes and debates (all see all, plurality, a tie worth its share)
// are played with the debaters' own functions, without their prose, on the same chance for every value that is tried.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageAt, root } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';
import { debaterLengths } from './fit-debater-lengths.mjs';

await setup({ python: false });
const require = createRequire(import.meta.url);
const { papers, Random } = require('../../agora-lab/dist/index.js');
const { simulatedOpenDebater } = require('../../core/dist/environments/questions/simulated-agent.js');
const { bestOf, commonUtility, questionOf, weighAnswers } = require('../../core/dist/simulation/question.js');
const { resolve } = require('../../core/dist/simulation/parameters.js');
const { gainOf } = require('../../core/dist/simulation/reasoner.js');

const settings = { seed: 1003, questions: 6_000, debateQuestions: 3_000 };
const [members, rounds, paths] = [5, 4, 40];
/** Wrong answers to a question, as the environments offer: at most 8 where it is answered freely, else 3. */
const wrongAnswers = { gsm8k: 8, math: 8, mmlu: 3, gpqa: 3, arithmetic: 8 };
const datasets = Object.keys(wrongAnswers);

const names = Array.from({ length: members }, (_, place) => `Agent ${place + 1}`);
const simulatedAgent = {
  ...simulatedOpenDebater,
  truth: ({ id, dataset }) => ({
    id,
    dataset,
    text: '',
    answers: [
      { proposal: 'right', right: true },
      ...Array.from({ length: wrongAnswers[dataset] }, (_, place) => ({ proposal: `wrong ${place + 1}` })),
    ],
  }),
};
const questionsOf = Object.fromEntries(
  datasets.map((dataset) => [
    dataset,
    Array.from({ length: settings.questions }, (_, number) =>
      questionOf(simulatedAgent, { id: `fit/${number}`, dataset }, (answer) => answer),
    ),
  ]),
);
const cell = (table, model, method, dataset, what) =>
  table.rows.find(({ setting }) => setting.model === model && setting.method === method).cells[
    `${dataset} ${what}`
  ]?.value;
const { table1, table7 } = papers.s2mad;
const modelsOf = (table) => [...new Set(table.rows.map(({ setting }) => setting.model))];
const one = { model: 'gpt-3.5-turbo', dataset: 'gsm8k' };
const target = (method) => cell(table1, one.model, method, one.dataset, 'accuracy') / 100;

// The more noise is shared, the less a vote gains.
const sharedBias = round(
  bisect(0.01, 0.99, 12, (share) => {
    const { value } = skillAlone(one.model, one.dataset, target('CoT'), share);
    return target('CoT-SC(40)') - selfConsistency(one, { skill: value, sharedBias: share });
  }),
  3,
);
const profiles = {};
const residuals = { cot: [], mad: [] };
for (const model of modelsOf(table1)) {
  profiles[model] = { skill: {}, tokens: {} };
  for (const dataset of datasets) {
    const accuracy = cell(table1, model, 'CoT', dataset, 'accuracy');
    const { value, residual } =
      accuracy === undefined
        ? { value: 20, residual: 0 }
        : skillAlone(model, dataset, accuracy / 100, sharedBias);
    profiles[model].skill[dataset] = round(value, 3);
    residuals.cot.push(residual);
  }
}
const skill = profiles[one.model].skill[one.dataset];
const recognition = round(
  bisect(-3, 3, 11, (value) => debate(one, { skill, sharedBias, recognition: value }) - target('MAD(5,4)')),
  3,
);
for (const model of modelsOf(table7)) {
  profiles[model] = { skill: {}, tokens: {} };
  for (const dataset of datasets.filter((name) => name !== 'arithmetic')) {
    const accuracy = cell(table7, model, 'MAD(5,4)', dataset, 'accuracy') / 100;
    const play = (value) => debate({ model, dataset }, { skill: value, sharedBias, recognition }) - accuracy;
    const value = round(bisect(-6, 10, 11, play), 3);
    profiles[model].skill[dataset] = value;
    residuals.mad.push(play(value) * 100);
  }
}
const { lengths, lengthsCompared, questionTokens } = debaterLengths({ table1, table7 }, cell);
for (const [model, profile] of Object.entries(profiles))
  for (const dataset of Object.keys(profile.skill))
    // GPT-4 has no tokens on arithmetic: like gpt-3.5-turbo, which writes least.
    profile.tokens[dataset] = lengths[model][dataset] ?? lengths[one.model][dataset];

const record = {
  fittedTo:
    'S2-MAD: skill to CoT accuracies of Table 1 (14 cells) and MAD(5,4) accuracies of Table 7 (8); sharedBias to ' +
    'CoT-SC(40) and recognition to MAD(5,4), gpt-3.5-turbo on GSM8K (1 cell each); tokens to CoT tokens of Table 1 ' +
    'without GPQA (11), MAD(5,4) tokens of GPQA there (3) and of Table 7 (8)',
  script: 'node lib/papers/makers/fit-debaters.mjs',
  ...settings,
  wrongAnswers,
  questionTokens,
  given: Object.fromEntries(
    Object.entries(simulatedAgent.parameters)
      .filter(([, { fitted }]) => !fitted)
      .map(([name, { value }]) => [name, value]),
  ),
  residualPoints: {
    greatestSkill: round(Math.max(...residuals.cot.map(Math.abs)), 3),
    greatestSkillByDebate: round(Math.max(...residuals.mad.map(Math.abs)), 2),
    selfConsistency: round((selfConsistency(one, { skill, sharedBias }) - target('CoT-SC(40)')) * 100, 2),
    debate: round((debate(one, { skill, sharedBias, recognition }) - target('MAD(5,4)')) * 100, 2),
  },
  lengthsCompared,
  sharedBias,
  recognition,
  profiles,
};
const file = join(packageAt(root, 'core').source, 'environments', 'questions', 'fitted-debaters.json');
writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
console.log(JSON.stringify(record, null, 2));

/** Every answer's common utility over the scale of a debater's own noise; the right answer comes first. */
function utilitiesOf({ model, dataset }, parameters) {
  const thinker = thinkerOf(model, dataset, parameters);
  const scale = Math.sqrt(1 - thinker.values.sharedBias);
  return questionsOf[dataset].map((question) =>
    question.answers.map((answer) => commonUtility(question, answer, thinker) / scale),
  );
}

/** A model's values on a data set, with some parameters set over them. */
function thinkerOf(model, dataset, parameters) {
  const { profile, on } = resolve('questions', simulatedAgent, { profile: model, parameters });
  return { profile, values: on(dataset), approach: null };
}

function skillAlone(model, dataset, accuracy, share) {
  const utilities = utilitiesOf({ model, dataset }, { skill: 0, sharedBias: share });
  const scale = Math.sqrt(1 - share);
  const chance = (gain) => (answers) =>
    1 / answers.slice(1).reduce((sum, wrong) => sum + Math.exp(wrong - answers[0] - gain), 1);
  const off = (value) => mean(utilities.map(chance(value / scale))) - accuracy;
  const value = bisect(-20, 20, 30, off);
  return { value, residual: off(value) * 100 };
}

/** The accuracy of a plurality of independent chains. */
function selfConsistency(where, parameters) {
  const random = Random.from(settings.seed, 'self-consistency');
  return mean(
    utilitiesOf(where, parameters).map((utilities) => {
      const worths = utilities.map((utility) => Math.exp(utility - utilities[0]));
      const total = worths.reduce((sum, worth) => sum + worth, 0);
      const votes = worths.map(() => 0);
      for (let path = 0; path < paths; path++) {
        let left = random.uniform() * total;
        let choice = 0;
        while (choice < worths.length - 1 && (left -= worths[choice]) >= 0) choice++;
        votes[choice]++;
      }
      return shareOfWin(votes);
    }),
  );
}

/** The accuracy of MAD(5,4): everybody sees everybody's answers of the round before, plurality at the end. */
function debate({ model, dataset }, parameters) {
  const thinker = thinkerOf(model, dataset, parameters);
  return mean(
    questionsOf[dataset].slice(0, settings.debateQuestions).map((question) => {
      const random = Random.from(settings.seed, 'debate', question.id);
      let candidates = [];
      for (let played = 0; played < rounds; played++) {
        const holders = new Map();
        for (const agent of names) {
          const gain = gainOf(
            { agent },
            thinker.values,
            ({ by }) => by.filter((name) => name !== agent).length,
          );
          const read = candidates.map((one) => ({ ...one, gain: gain(one) }));
          const answer = bestOf(weighAnswers(question, read, thinker, random)).key;
          holders.set(answer, [...(holders.get(answer) ?? []), agent]);
        }
        candidates = [...holders].map(([answer, by]) => ({ key: answer, proposal: answer, by }));
      }
      return shareOfWin(
        question.answers.map((answer) => candidates.find((one) => one.key === answer.key)?.by.length ?? 0),
      );
    }),
  );
}

/** What the first answer wins in a plurality vote: 1, 0, or its part of a tie. */
function shareOfWin(votes) {
  const top = Math.max(...votes);
  return votes[0] === top ? 1 / votes.filter((count) => count === top).length : 0;
}

/** Where a function that rises crosses 0. */
function bisect(least, most, steps, rising) {
  for (let step = 0; step < steps; step++) {
    const middle = (least + most) / 2;
    if (rising(middle) < 0) least = middle;
    else most = middle;
  }
  return (least + most) / 2;
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
