#!/usr/bin/env node
// Elections: sets in which raters vote on options. A decision names the candidates. Nobody counted the ballots, so it selects
// nothing, except in ranked-voting-csqa, which has the authors' winners. `labels.answer` is the right option.
import { collaboration, original, rankedBy, writeSet } from './shared.mjs';

const letters = ['A', 'B', 'C', 'D'];
const vote = (agent, ballot) => ({ type: 'vote', round: 1, agent, ballot });
const unusable = (agent, reason, text) => ({
  type: 'unusable',
  round: 1,
  phase: 'vote',
  agent,
  kind: 'invalid',
  reason,
  text,
});

/** The decision of somebody who counted the ballots; it selects nothing if nobody did. */
const decision = (options, { by = 'nobody', selected = null, score = {} } = {}) => ({
  type: 'decision',
  round: 1,
  by,
  candidates: options.map((id) => ({ id, by: [] })),
  totals: {},
  winners: selected === null ? [] : [selected],
  selected,
  standing: selected === null ? null : { candidate: selected, proposal: selected },
  score,
});

function election({ index, name, task, options, raters, events, labels }) {
  const isCounted = events.some(({ type }) => type === 'decision');
  return collaboration({
    index,
    case: name,
    task,
    agents: raters,
    events: isCounted ? events : [...events, decision(options)],
    rounds: 1,
    cause: 'all votes cast',
    labels,
  });
}

const protocol = { name: 'votes', settings: {} };

// LLaMA-13B under ten prompts, as ten raters. Each ranks A to D by probability; equal probabilities share a place.
writeSet(
  'mmlu-rater-probabilities',
  {
    title: 'One model asked in ten ways, on 2,886 questions of MMLU: rankings and probabilities',
    model: 'LLaMA-13B under ten prompts',
    licence: 'MIT',
    source:
      'Kumar et al. (2023), Conformal Prediction with Large Language Models for Multi-Choice Question Answering. https://github.com/bhaweshiitk/ConformalLLM',
    environment: { name: 'mmlu', settings: {} },
    protocol,
  },
  original('mmlu-rater-probabilities', 'llama-13b-ten-prompts.jsonl.gz').map((record, index) => {
    const { subject, index: number, answer, probabilities } = record;
    const raters = probabilities.map((_, prompt) => `Prompt ${prompt + 1}`);
    const events = probabilities.flatMap((row, prompt) => [
      vote(
        raters[prompt],
        rankedBy(letters, (option) => row[letters.indexOf(option)]),
      ),
      { type: 'label', round: 1, agent: raters[prompt], name: 'probabilities', value: row },
    ]);
    return election({
      index,
      name: `${subject}/${number}`,
      task: `Question ${number} of MMLU's ${subject.replaceAll('_', ' ')}. Its text is not in this set.`,
      options: letters,
      raters,
      events,
      labels: { subject, answer },
    });
  }),
);

// Fourteen models, each with one choice. An answer that is not a letter from A to D is unusable. `errorType` is what human
// experts say of the key ("ok", "wrong_groundtruth", ...); `answer` is the key, even where it is wrong.
writeSet(
  'mmlu-redux-votes',
  {
    title: 'Answers of fourteen models to 5,700 questions of MMLU, and what experts say of the keys',
    model: 'fourteen models of HELM',
    licence: 'CC BY 4.0',
    source: 'Gema et al. (2024), Are We Done with MMLU? https://github.com/aryopg/mmlu-redux',
    environment: { name: 'mmlu', settings: {} },
    protocol,
  },
  original('mmlu-redux-votes', 'fourteen-models.jsonl.gz').map((record, index) => {
    const { subject, index: number, question, goldIndex, errorType, votes } = record;
    const choices = pythonStrings(record.choices);
    const listed = choices.map((choice, at) => `${letters[at]}. ${choice}`).join('\n');
    return election({
      index,
      name: `${subject}/${number}`,
      task: `${question}\n${listed}`,
      options: letters,
      raters: Object.keys(votes),
      events: Object.entries(votes).map(([agent, text]) =>
        letters.includes(text)
          ? vote(agent, text)
          : unusable(agent, 'the answer is none of A, B, C, D', text),
      ),
      labels: { subject, answer: letters[Number(goldIndex)], errorType },
    });
  }),
);

/** A list of strings as Python prints it. */
function pythonStrings(text) {
  const list = [];
  const one = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*([,\]])/y;
  one.lastIndex = 1;
  for (let end = ','; end === ',';) {
    const found = one.exec(text);
    if (found === null) throw new Error(`not a list of strings: ${text}`);
    list.push((found[1] ?? found[2]).replace(/\\(x..|u....|.)/g, (_, code) => unescaped(code)));
    end = found[3];
  }
  return list;
}

function unescaped(code) {
  if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return { n: '\n', t: '\t', r: '\r' }[code] ?? code;
}

// Five votes of GPT-4 on five plans or passages. Only counts are stored, so votes are listed by option, and a vote that is
// missing in the counts could not be read.
writeSet(
  'gpt4-votes-tree-of-thoughts',
  {
    title: 'Five votes of GPT-4 on five plans (step 0) or passages (step 1), 200 elections',
    model: 'gpt-4',
    licence: 'MIT',
    source: 'Yao et al. (2023), Tree of Thoughts. https://github.com/princeton-nlp/tree-of-thought-llm',
    environment: { name: 'creative writing', settings: {} },
    protocol,
  },
  original('gpt4-votes-tree-of-thoughts', 'votes.jsonl.gz').map((record, index) => {
    const { task, step, options: texts, votes: counts } = record;
    const cast = counts.flatMap((count, option) => Array(count).fill(`${option + 1}`));
    const raters = [1, 2, 3, 4, 5].map((number) => `Vote ${number}`);
    return election({
      index,
      name: `${task}/${step}`,
      task: texts
        .map((text, option) => `${step === 0 ? 'Plan' : 'Passage'} ${option + 1}:\n${text}`)
        .join('\n\n'),
      options: texts.map((_, option) => `${option + 1}`),
      raters,
      events: raters.map((agent, at) =>
        at < cast.length ? vote(agent, cast[at]) : unusable(agent, 'the vote is missing in the counts', ''),
      ),
      labels: { task, step },
    });
  }),
);

// Pairwise judgements: an election for each question and pair of answers, one by models and one by people. A rater is a
// reviewer with the answer that it saw first, so each order has a ballot of its own. People are anonymous and numbered
// within a question, pair and order. Where a model was asked the same twice, the first answer is the ballot and a label has
// the other.
writeSet(
  'prd-peer-rank',
  {
    title: 'Answers to 80 questions judged pair by pair in both orders, by models and by people',
    model: 'gpt-4, claude, gpt-3.5, bard, vicuna-13b; people',
    licence: 'MIT',
    source: 'Li, Patel and Du (2023), PRD: Peer Rank and Discussion. https://github.com/bcdnlp/PRD',
    environment: { name: 'vicuna80', settings: {} },
    protocol,
  },
  pairs(original('prd-peer-rank', 'pairwise.jsonl.gz')).map((judged, index) => {
    const { question, first, second, reviewer } = judged[0];
    const pair = [first, second].sort();
    const events = [];
    const raters = new Set();
    const people = new Map();
    for (const { first, second, score, reviewer, file } of judged) {
      people.set(first, (people.get(first) ?? 0) + 1);
      const who = reviewer === 'human' ? `person ${people.get(first)}` : reviewer;
      const agent = `${who}, ${first} first`;
      const worth = { 1: 1, 2: -1, 3: 0 }[score];
      const ballot = rankedBy([first, second], (option) => (option === first ? worth : 0));
      if (raters.has(agent))
        events.push({ type: 'label', round: 1, agent, name: 'asked again', value: { ballot, file } });
      else events.push(vote(agent, ballot));
      raters.add(agent);
    }
    return election({
      index,
      name: `${question}`,
      task: `Question ${question}: is the answer of ${pair.join(' or that of ')} better? The answers are not in this set.`,
      options: pair,
      raters: [...raters],
      events,
      labels: { question, pair: pair.join(', '), reviewers: reviewer === 'human' ? 'people' : 'models' },
    });
  }),
);

function pairs(judgements) {
  const groups = new Map();
  for (const one of judgements) {
    const reviewers = one.reviewer === 'human' ? 'people' : 'models';
    const key = [String(one.question).padStart(3, '0'), ...[one.first, one.second].sort(), reviewers].join(
      ' ',
    );
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, judged]) => judged);
}

// Eight rankings of one model on each question. A ranking may name one option only. The authors' winners are decisions.
writeSet(
  'ranked-voting-csqa',
  {
    title:
      'Eight rankings by one model on each of 1,018 questions of CommonsenseQA, with the authors’ winners',
    model: 'gemma-2-9b-it',
    licence: 'MIT',
    source:
      'Wang et al. (2025), Ranked Voting based Self-Consistency of Large Language Models. https://github.com/szu-tera/RankedVotingSC',
    environment: { name: 'commonsense-qa', settings: {} },
    protocol,
  },
  original('ranked-voting-csqa', 'elections.jsonl').map((record, index) => {
    const { doc_id: number, target: answer, resps } = record;
    const options = ['A', 'B', 'C', 'D', 'E'];
    const raters = resps.map((_, at) => `Answer ${at + 1}`);
    const winners = { 'instant-runoff': 'irv_answer', borda: 'bcv_answer', 'reciprocal rank': 'mrr_answer' };
    return election({
      index,
      name: `${number}`,
      task: `Question ${number} of CommonsenseQA's development set. Its text is not in this set.`,
      options,
      raters,
      events: [
        ...resps.map((ballot, at) =>
          ballot[0] === 'invalid'
            ? unusable(raters[at], 'the authors could not read a ranking', '')
            : vote(raters[at], ballot),
        ),
        ...Object.entries(winners).map(([by, field]) => {
          const selected = options.includes(record[field]) ? record[field] : null;
          const score = { correct: Number(selected === answer) };
          return decision(options, { by: `${by}, as the authors count`, selected, score });
        }),
      ],
      labels: { answer },
    });
  }),
);
