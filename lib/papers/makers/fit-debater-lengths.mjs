// How long simulated debaters' texts are to be, from the tokens that S2-MAD's Tables 1 and 7 print, less our own prompts.
//
// A length can be read from one chain of thought (the cell is a prompt and a text), or from MAD(5,4) (20 prompts, 20 texts
// written, and after the first round all answers of the round before read by each agent, as in protocols.mad). The two
// readings differ by factors from 0.35 to 7.3 (see lengthsCompared in fitted-debaters.json). GPQA's CoT cells (about 2,000 tokens) go with its
// MAD cells only if its prompts were far longer than its questions. So one chain is read where it is printed, but not for
// GPQA; MAD for GPQA and for the two models of Table 7. Both readings of every cell of Table 1 are written out.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const [members, rounds] = [5, 4];
/**
 * Mean tokens of a question with its options: of all of GSM8K's test split, of MATH's 5,000, of our sample of MMLU's
 * test split, of our own arithmetic; of GPQA, which was not at hand, an estimate.
 */
const questionTokens = { gsm8k: 58, math: 66, mmlu: 84, gpqa: 250, arithmetic: 20 };
const choices = ['mmlu', 'gpqa'];

/**
 * @param tables - `table1` and `table7` of the paper
 * @param cell - (table, model, method, dataset, what) gives a cell's value
 */
export function debaterLengths({ table1, table7 }, cell) {
  const [lengths, lengthsCompared] = [{}, {}];
  for (const table of [table1, table7])
    for (const model of new Set(table.rows.map(({ setting }) => setting.model))) {
      lengths[model] = {};
      for (const dataset of Object.keys(questionTokens)) {
        const tokensOf = (method) => 1000 * cell(table, model, method, dataset, 'tokens');
        const prompts = promptsOf(dataset);
        const inDebate = lengthFromDebate(tokensOf('MAD(5,4)'), prompts);
        if (Number.isNaN(inDebate)) continue;
        const alone = table === table1 ? Math.round(tokensOf('CoT') - prompts.first) : null;
        lengths[model][dataset] = alone === null || dataset === 'gpqa' ? inDebate : alone;
        if (alone !== null) (lengthsCompared[model] ??= {})[dataset] = { alone, inDebate };
      }
    }
  return { lengths, lengthsCompared, questionTokens };
}

function lengthFromDebate(tokens, { first, next }) {
  // From round 2 on an agent's prompt holds the round before: all texts of it, and the words around them.
  const before = members * (rounds - 1);
  const calls = members * rounds;
  const texts = calls + before * members;
  return Math.round((tokens - calls * first - before * (next - first)) / texts);
}

/** Tokens of our own prompts to a question of usual length: the first one, and one that shows four others' answers. */
function promptsOf(dataset) {
  const { environments, Random } = require('../../agora-lab/dist/index.js');
  const { countMessages } = require('../../core/dist/models/count-tokens.js');
  const prompts = require('../../core/dist/protocols/debate/prompts.js');
  const { chat } = require('../../core/dist/protocols/shared/memory.js');
  const { debaterPrompt, firstQuestion, nextQuestion } = prompts;
  const isChoice = choices.includes(dataset);
  const words = (count) => Array.from({ length: count }, () => 'word').join(' ');
  const asked = {
    id: '1',
    dataset,
    subject: dataset,
    answer: isChoice ? 0 : '1',
    text: words(questionTokens[dataset] - (isChoice ? 4 : 0)),
    ...(isChoice ? { options: ['one', 'two', 'three', 'four'] } : {}),
  };
  const set = { name: dataset, questions: [asked], examples: {} };
  const environment = environments.questions({ set, as: 'debaters' });
  const instance = environment.instance(0, Random.from(0));
  const form = environment.prose.ending(instance);
  const first = { role: 'user', content: firstQuestion(environment.task(instance), form) };
  const others = Array.from({ length: members - 1 }, (_, place) => ({
    from: `Agent ${place + 2}`,
    text: '',
  }));
  const next = [
    { role: 'assistant', content: '' },
    { role: 'user', content: nextQuestion('members', others, form) },
  ];
  const system = debaterPrompt('', null);
  return { first: countMessages(chat(system, first)), next: countMessages(chat(system, first, ...next)) };
}
