#!/usr/bin/env node
// Debates and separate answers of models to the same questions. Mathematical answers are read and compared by
// lib/environments; build the library first.
import { readMath, sameMath } from '../../lib/dist/environments/math-answer.js';
import { mathKey } from '../../lib/dist/environments/math-equality.js';
import { collaboration, original, without, writeSet } from './shared.mjs';

const letters = ['A', 'B', 'C', 'D'];

/** A mathematical answer as a proposal. Answers that are equal are one candidate. */
function mathAnswer(given, right) {
  return { candidate: mathKey(given), proposal: given, score: { correct: Number(sameMath(given, right)) } };
}

// DyLAN's debates of gpt-3.5-turbo on MATH that have two whole rounds. Its agents speak one after the other and read the
// others' latest texts. A round ends as soon as three agree. If the third agent ended the second round, the fourth was not
// asked again and its first text was not stored, so such a debate has three agents. The group's answer is not stored.
writeSet(
  'dylan',
  {
    title: '2,049 debates of two rounds on MATH: those that the authors stored whole',
    model: 'gpt-3.5-turbo',
    licence: 'MIT',
    source: 'Liu et al. (2023), Dynamic LLM-Agent Network. https://github.com/SALT-NLP/DyLAN',
    environment: { name: 'math', settings: {} },
    protocol: { name: 'debate', settings: { method: 'DyLAN', rounds: 2, order: 'in turn' } },
  },
  original('dylan', 'math-debates.jsonl.gz')
    .filter(
      ({ setting, agents }) =>
        setting === 'CoT' && agents.length > 2 && agents.every((texts) => texts.length === 2),
    )
    .map((record, index) => {
      const { file, question, answer, level, type: subject, agents: texts } = record;
      const agents = texts.map((_, agent) => `Agent ${agent + 1}`);
      const events = [0, 1].flatMap((round) =>
        agents.map((agent, at) => {
          const place = { round: round + 1, agent };
          const text = texts[at][round];
          const given = readMath(text);
          if (given !== null) return { type: 'proposal', ...place, ...mathAnswer(given, answer), text };
          return {
            type: 'unusable',
            ...place,
            phase: 'answer',
            kind: 'invalid',
            reason: 'there is no final answer',
            text,
          };
        }),
      );
      const labels = { answer, subject, file, ...(level === null ? {} : { level }) };
      return collaboration({
        index,
        case: `${index}`,
        task: question,
        agents,
        events,
        rounds: 2,
        cause: 'three agreed',
        labels,
      });
    }),
);

// Debates on GPQA. The benchmark's authors ask that no question is shown in the open, so questions, options and replies are
// left out; `characters` is the length of a reply. The decision is the authors' own count, after the last round.
writeSet(
  'gpqa-debates',
  {
    title: '198 debates of three agents over three rounds on GPQA: answers and tokens, without any text',
    model: 'claude-sonnet-4-6',
    licence: 'MIT',
    source:
      'Sedoc (2026), Prover-verifier deliberation. https://github.com/jsedoc/prover-verifier-deliberation',
    environment: { name: 'gpqa-diamond', settings: {} },
    protocol: { name: 'debate', settings: { method: 'MAD', agents: 3, rounds: 3 } },
  },
  original('gpqa-debates', 'claude-sonnet-4-6-3x3.jsonl.gz').map((record, index) => {
    const {
      question_num: number,
      domain,
      subdomain,
      correct_letter: answer,
      final_answer: final,
      rounds,
    } = record;
    const agents = rounds[0].map((_, agent) => `Agent ${agent + 1}`);
    const events = [];
    const calls = [];
    for (const [before, turns] of rounds.entries())
      for (const [at, { answer: given, tokens_in: input, tokens_out: output, text }] of turns.entries()) {
        const place = { round: before + 1, agent: agents[at] };
        calls.push({ ...place, phase: 'answer', attempt: 0, input, output });
        if (letters.includes(given))
          events.push({
            type: 'proposal',
            ...place,
            candidate: given,
            proposal: given,
            characters: text.length,
            score: { correct: Number(given === answer) },
          });
        else
          events.push({
            type: 'unusable',
            ...place,
            phase: 'answer',
            kind: 'invalid',
            reason: 'the answer is none of A, B, C, D',
            text: given,
            characters: text.length,
          });
      }
    const outcome = letters.includes(final) ? final : null;
    const score = { correct: Number(final === answer) };
    events.push({
      type: 'decision',
      round: rounds.length,
      by: "the authors' count",
      candidates: outcome === null ? [] : [{ id: outcome, by: [] }],
      totals: {},
      winners: outcome === null ? [] : [outcome],
      selected: outcome,
      standing: outcome === null ? null : { candidate: outcome, proposal: outcome },
      score,
    });
    return collaboration({
      index,
      case: `${number}`,
      task: `Question ${number} of GPQA diamond (${domain}). Its text may not be shown.`,
      agents,
      events,
      calls,
      rounds: rounds.length,
      cause: 'all rounds played',
      outcome,
      score,
      labels: { answer, subject: domain, subdomain },
    });
  }),
);

// Separate answers of many models. An answer is as its model wrote it ("$18"); one that ZeroEval could not read is
// unusable. A model that answered other questions of the task, but not this one, is silent. There is no decision.
writeSet(
  'zeroeval',
  {
    title: 'Answers of 57 models to GSM8K and to MATH at level 5, greedy and zero-shot',
    model: '44 models on GSM8K, 43 on MATH, 57 in all',
    licence: 'Apache-2.0',
    source: 'Lin (2024), ZeroEval. https://github.com/WildEval/ZeroEval',
    environment: { name: 'gsm8k and math-level-5', settings: {} },
    protocol: { name: 'separate answers', settings: {} },
  },
  ['gsm8k', 'math-level-5']
    .flatMap((dataset) => {
      const records = original('zeroeval', `${dataset}-answers.jsonl.gz`);
      const models = [...new Set(records.flatMap(({ answers }) => Object.keys(answers)))];
      return records.map(({ id, question, gold, answers, lengths }) => {
        const answer = gold.replace(/^#\s*/, '');
        const events = models.map((agent) => {
          const characters = lengths[agent] === undefined ? {} : { characters: lengths[agent] };
          const given = answers[agent];
          if (given === undefined) return { type: 'silent', round: 1, agent, reason: 'not asked' };
          if (given === null || given.trim() === '')
            return {
              type: 'unusable',
              round: 1,
              phase: 'answer',
              agent,
              kind: given === null ? 'invalid' : 'no answer',
              reason: given === null ? 'ZeroEval could not read an answer' : 'the answer is empty',
              text: '',
              ...characters,
            };
          return { type: 'proposal', round: 1, agent, ...mathAnswer(given, answer), ...characters };
        });
        return {
          case: `${dataset}/${id}`,
          task: question,
          agents: models.filter((model) => model in answers),
          events,
          labels: { dataset, answer },
        };
      });
    })
    .map((one, index) => collaboration({ index, ...one, rounds: 1, cause: 'everybody answered' })),
);

// Excerpts of MALLM's debates around a turn after which the solution got worse: messages 1 to 3 and 4 to 6 are rounds 1 and
// 2 of three personas. A label "stance" has the opinion in a message's first word (null for a draft), a label "drift" what
// people found wrong. The tasks' own texts are left out, because they have licences of their own, and with them the
// excerpts on GPQA.
writeSet(
  'drift-eval',
  {
    title: '158 excerpts of debates that drift from their problem, with what people found wrong',
    model: 'Llama-3.1-70B-Instruct',
    licence: 'Apache-2.0',
    source:
      'Becker et al. (2025), Stay Focused: Problem Drift in Multi-Agent Debate. https://github.com/jonas-becker/problem-drift',
    environment: { name: 'drift-eval', settings: {} },
    protocol: { name: 'debate', settings: { method: 'MALLM', agents: 3, rounds: 2, order: 'in turn' } },
  },
  original('drift-eval', 'drift-eval.jsonl.gz')
    .filter(({ dataset }) => dataset !== 'gpqa')
    .map((record) => without(record, 'input', 'context', 'reference'))
    .map((record, index) => {
      const { sampleId, dataset, instruction, extractedMessages, driftTurn, driftStrength, errorTypes } =
        record;
      const { solutionBefore, solutionAfter, errorTypesExplanation: explanation } = record;
      const personas = record.personas.split(', ');
      if (personas.length !== 3) throw new Error(`${sampleId} has ${personas.length} personas`);
      // Several experts can be of one kind.
      const agents = personas.map((one, at) =>
        personas.indexOf(one) === at
          ? one
          : `${one} ${personas.slice(0, at + 1).filter((other) => other === one).length}`,
      );
      const events = [0, 1, 2, 3, 4, 5].flatMap((turn) => {
        const place = { round: Math.floor(turn / 3) + 1, agent: agents[turn % 3] };
        // The source writes line ends as backslash and n.
        const text = extractedMessages[`${turn + 1}`].replaceAll('\\n', '\n');
        const stance = /^\W*(AGREE|DISAGREE)\b/.exec(text)?.[1]?.toLowerCase() ?? null;
        return [
          { type: 'message', ...place, to: agents.filter((other) => other !== place.agent), text },
          { type: 'label', ...place, name: 'stance', value: stance },
        ];
      });
      const drift = {
        turn: driftTurn,
        strength: driftStrength,
        errorTypes,
        explanation,
        solutionBefore,
        solutionAfter,
      };
      events.push({ type: 'label', round: 2, name: 'drift', value: drift });
      return collaboration({
        index,
        case: sampleId,
        task: instruction,
        agents,
        events,
        rounds: 2,
        cause: 'the excerpt ends',
        labels: { dataset },
      });
    }),
);
