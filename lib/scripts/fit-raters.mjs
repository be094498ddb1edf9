#!/usr/bin/env node
// Fits the simulated raters to GEDI's Table 2. Writes lib/src/environments/questions/fitted-raters.json.
//
// Read of the paper: the column 'Blind Dicta.' (24 cells; one skill each for 8 models and 3 data sets), and ONE further
// cell, glm-4-9b's 'Plurality' on MMLU (one number for all: the share of noise that raters have in common). Everything
// else in the paper stays held out. The choice of that cell looked at the Plurality column of MMLU: glm-4-9b's gain is
// the one nearest to the mean of the eight.
//
// Method: made-up questions with the real subjects and numbers of options; a rater's chance of being right follows from
// the common utilities exactly (Plackett-Luce), so a skill is found by bisection on the mean chance. Plurality is counted
// on drawn votes of 10 raters, a tie worth its share, with the skill found anew for each share tried.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup } from './setup.mjs';

await setup({ python: false });
const require = createRequire(import.meta.url);
const { environments, papers, Random } = require('../dist/index.js');
const { raterStandIn } = require('../dist/environments/questions/stand-in.js');
const { commonUtility, questionOf } = require('../dist/simulation/question.js');

const settings = { seed: 1002, questions: 20_000, raters: 10, ballotsDrawn: 3 };
const letters = [...'ABCDEFGHIJ'];
const subjectsOf = (name) => Object.keys(environments.sampleQuestions(name).examples);
/** Questions by number of options: of MMLU-Pro as among the first 100 of each discipline. */
const populations = {
  mmlu: { benchmark: 'MMLU', subjects: subjectsOf('mmlu'), options: { 4: 1 } },
  'mmlu-pro': {
    benchmark: 'MMLU-Pro',
    subjects: subjectsOf('mmlu-pro'),
    options: { 3: 5, 4: 81, 5: 8, 6: 9, 7: 20, 8: 43, 9: 94, 10: 1140 },
  },
  'arc-challenge': { benchmark: 'ARC-Challenge', subjects: ['arc-challenge'], options: { 4: 1 } },
};
const given = Object.fromEntries(
  Object.entries(raterStandIn.parameters).map(([name, { value }]) => [name, value]),
);
const cells = papers.gedi.table2.rows.map(({ setting, cells }) => ({
  benchmark: setting.benchmark,
  model: setting.model,
  blind: valueOf(cells['blind dictatorial']) / 100,
  plurality: valueOf(cells['plurality']) / 100,
}));
const instances = Object.fromEntries(
  Object.entries(populations).map(([dataset, population]) => [dataset, questionsLike(dataset, population)]),
);

const target = cells.find(({ benchmark, model }) => benchmark === 'MMLU' && model === 'glm-4-9b');
let [low, high] = [0.01, 0.99];
for (let step = 0; step < 12; step++) {
  const middle = (low + high) / 2;
  // The more noise is shared, the less a vote gains.
  if (plurality(target, middle) > target.plurality) low = middle;
  else high = middle;
}
const sharedBias = round((low + high) / 2, 3);
const skill = {};
const residuals = [];
for (const [dataset, { benchmark }] of Object.entries(populations))
  for (const cell of cells.filter((each) => each.benchmark === benchmark)) {
    const { value, mean } = fitSkill(dataset, cell, sharedBias);
    (skill[cell.model] ??= {})[dataset] = round(value, 3);
    residuals.push(Math.abs(mean - cell.blind) * 100);
  }
const record = {
  fittedTo:
    "GEDI, Table 2: skill to the column 'Blind Dicta.' (24 values), sharedBias to glm-4-9b's 'Plurality' on MMLU (1 value)",
  script: 'node lib/scripts/fit-raters.mjs',
  ...settings,
  given: { difficultySpread: given.difficultySpread, subjectSpread: given.subjectSpread },
  greatestResidualPoints: round(Math.max(...residuals), 3),
  pluralityResidualPoints: round((plurality(target, sharedBias) - target.plurality) * 100, 2),
  sharedBias,
  skill,
};
const file = '../src/environments/questions/fitted-raters.json';
writeFileSync(
  join(fileURLToPath(new URL('.', import.meta.url)), file),
  `${JSON.stringify(record, null, 2)}\n`,
);
console.log(JSON.stringify(record, null, 2));

function valueOf(cell) {
  return typeof cell === 'number' ? cell : cell.value;
}

function questionsLike(dataset, { subjects, options }) {
  const random = Random.from(settings.seed, 'questions', dataset);
  const counts = Object.entries(options).flatMap(([count, times]) =>
    Array.from({ length: times }, () => Number(count)),
  );
  return Array.from({ length: settings.questions }, (_, number) => {
    const shown = letters.slice(0, random.pick(counts));
    const subject = subjects[number % subjects.length];
    return {
      id: `fit/${number}`,
      dataset,
      subject,
      text: '',
      options: shown,
      letters: shown,
      answer: 'A',
      examples: [],
    };
  });
}

/** By question: every option's common utility over the scale of a rater's own noise, with a skill of 0. */
function utilitiesOf(dataset, profile, share) {
  const thinker = { values: { ...given, skill: 0, sharedBias: share }, profile, approach: null };
  const scale = Math.sqrt(1 - share);
  return instances[dataset].map((instance) => {
    const question = questionOf(raterStandIn, instance, ({ answer }) => answer);
    return question.answers.map((answer) => commonUtility(question, answer, thinker) / scale);
  });
}

function chances(utilities, gain) {
  return utilities.map(
    ([right, ...wrong]) => 1 / wrong.reduce((sum, one) => sum + Math.exp(one - right - gain), 1),
  );
}

function fitSkill(dataset, { model, blind }, share, utilities = utilitiesOf(dataset, model, share)) {
  const scale = Math.sqrt(1 - share);
  const meanAt = (value) => mean(chances(utilities, value / scale));
  let [least, most] = [-20, 20];
  for (let step = 0; step < 30; step++) {
    const middle = (least + most) / 2;
    if (meanAt(middle) < blind) least = middle;
    else most = middle;
  }
  const value = (least + most) / 2;
  return { value, mean: meanAt(value) };
}

function plurality(cell, share) {
  const utilities = utilitiesOf('mmlu', cell.model, share);
  const gain = fitSkill('mmlu', cell, share, utilities).value / Math.sqrt(1 - share);
  const random = Random.from(settings.seed, 'ballots');
  return mean(
    utilities.map(([right, ...wrong]) => {
      const worths = [right + gain, ...wrong].map(Math.exp);
      const total = worths.reduce((sum, worth) => sum + worth, 0);
      return mean(Array.from({ length: settings.ballotsDrawn }, () => shareOfWin(worths, total, random)));
    }),
  );
}

/** What the first option wins in one plurality vote: 1, 0, or its part of a tie. */
function shareOfWin(worths, total, random) {
  const votes = worths.map(() => 0);
  for (let rater = 0; rater < settings.raters; rater++) {
    let left = random.uniform() * total;
    let choice = 0;
    while (choice < worths.length - 1 && (left -= worths[choice]) >= 0) choice++;
    votes[choice]++;
  }
  const top = Math.max(...votes);
  return votes[0] === top ? 1 / votes.filter((count) => count === top).length : 0;
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
