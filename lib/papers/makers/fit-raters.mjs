#!/usr/bin/env node
// Fits the simulated raters. Writes lib/core/src/environments/questions/fitted-raters.json.
//
// How raters of one model err together, and how much questions differ for them, is of recorded raters: two sets of
// data/recorded, by `simulation.fitToAnswers`. LLaMA-13B under ten prompts is what all of GEDI's raters have of it.
// Read of the paper: the column 'Blind Dicta.' of Table 2 (24 cells; one skill each for 8 models and 3 data sets), and
// nothing else: every other cell stays held out.
//
// Method of the skills: made-up questions with the real subjects and numbers of options; a rater's chance of being right
// follows from the common utilities exactly (Plackett-Luce), so a skill is found by bisection on the mean chance.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageAt, root } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';

await setup({ python: false });
const require = createRequire(import.meta.url);
const { environments, papers, Random, simulation, transcripts } = require('../../agora-lab/dist/index.js');
const { simulatedRater } = require('../../core/dist/environments/questions/simulated-agent.js');
const { commonUtility, questionOf } = require('../../core/dist/simulation/question.js');

const settings = { seed: 1002, questions: 20_000 };
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
const recorded = {
  'llama-13b': ratersLike([...transcripts.recorded('mmlu-rater-probabilities')]),
  'fourteen-models': ratersLike(
    [...transcripts.recorded('mmlu-redux-votes')].filter(({ instance }) => instance.errorType === 'ok'),
  ),
};
const { sharedBias } = recorded['llama-13b'];
const subjectSpread = simulatedRater.parameters.subjectSpread.value;
// What ten prompts show is the spread of questions and subjects in one.
const difficultySpread = round(
  Math.sqrt(recorded['llama-13b'].difficultySpread ** 2 - subjectSpread ** 2),
  3,
);
const given = { skill: 0, sharedBias, difficultySpread, subjectSpread };
const cells = papers.gedi.table2.published.rows.map(({ setting, cells }) => ({
  benchmark: setting.benchmark,
  model: setting.model,
  blind: cells['blind dictatorial'].value / 100,
}));
const instances = Object.fromEntries(
  Object.entries(populations).map(([dataset, population]) => [dataset, questionsLike(dataset, population)]),
);

const skill = {};
const residuals = [];
for (const [dataset, { benchmark }] of Object.entries(populations))
  for (const cell of cells.filter((each) => each.benchmark === benchmark)) {
    const { value, mean } = fitSkill(dataset, cell);
    (skill[cell.model] ??= {})[dataset] = round(value, 3);
    residuals.push(Math.abs(mean - cell.blind) * 100);
  }
const record = {
  fittedTo:
    "recorded: two sets of data/recorded (mmlu-rater-probabilities, and mmlu-redux-votes where the key is sound); skill: GEDI, Table 2, the column 'Blind Dicta.' (24 values)",
  script: 'node lib/papers/makers/fit-raters.mjs',
  ...settings,
  given: { subjectSpread },
  greatestResidualPoints: round(Math.max(...residuals), 3),
  sharedBias,
  difficultySpread,
  recorded,
  skill,
};
const file = join(packageAt(root, 'core').source, 'environments', 'questions', 'fitted-raters.json');
writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
console.log(JSON.stringify(record, null, 2));

/** Four options a question, none likelier than another; nothing is known of subjects, so all spread is the questions'. */
function ratersLike(run) {
  const found = simulation.agreement(papers.gedi.firstChoices(run));
  const { parameters } = simulation.fitToAnswers(found, {
    wrongAnswers: 3,
    plausibilityDecay: 0,
    questions: 4000,
  });
  const { skill, difficultySpread, sharedBias } = parameters;
  return {
    skill: round(skill, 3),
    difficultySpread: round(difficultySpread, 3),
    sharedBias: round(sharedBias, 3),
    subjectSpread: 0,
  };
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
function utilitiesOf(dataset, profile) {
  const thinker = { values: { ...given }, profile, approach: null };
  const scale = Math.sqrt(1 - sharedBias);
  return instances[dataset].map((instance) => {
    const question = questionOf(simulatedRater, instance, ({ answer }) => answer);
    return question.answers.map((answer) => commonUtility(question, answer, thinker) / scale);
  });
}

function chances(utilities, gain) {
  return utilities.map(
    ([right, ...wrong]) => 1 / wrong.reduce((sum, one) => sum + Math.exp(one - right - gain), 1),
  );
}

function fitSkill(dataset, { model, blind }) {
  const utilities = utilitiesOf(dataset, model);
  const meanAt = (value) => mean(chances(utilities, value / Math.sqrt(1 - sharedBias)));
  let [least, most] = [-20, 20];
  for (let step = 0; step < 30; step++) {
    const middle = (least + most) / 2;
    if (meanAt(middle) < blind) least = middle;
    else most = middle;
  }
  const value = (least + most) / 2;
  return { value, mean: meanAt(value) };
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
