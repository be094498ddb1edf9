import {
  handCheckedSample,
  handCheckedTexts,
  mathAnswerKey,
  readChoiceText,
  readMathAnswer,
  sameMathAnswer,
} from '../environments';
import { sentenceEmbedder, textCosines } from '../language';
import {
  accuracyByRound,
  agoraInstance,
  agoraPerformance,
  anyAgentHides,
  replayDebates,
  type AnswerOf,
  type RoundAccuracy,
} from '../metrics';
import { countTokens } from '../models';
import { readLlmAgora, type Collaboration } from '../transcripts';
import { languageOf } from './conversations';
import { handScores } from './gsm8k';

/** LLM-Agora's real debates: their language, who has to be right, what a filter would have saved, answers read by hand. */
export async function realDebates(folder: string) {
  const all = [...readLlmAgora(folder)];
  const { items, heldOut } = handCheckedSample();
  const checked = items.filter(({ source }) => source === 'llm-agora');
  const textOf = handCheckedTexts({ llmAgora: folder });
  return {
    ...(await languageOf('llm-agora', all)),
    scores: await scoresOf(all),
    hidden: await hiddenIn(all),
    replays: await replaysOf(all),
    handChecked: handScores({ 'LLM-Agora, 50': checked, 'LLM-Agora, 48 held out': heldOut }, textOf),
  };
}

/** The published scores, as shares of questions by round. */
const published = { gsm8k: [0.26, 0.26, 0.26], mmlu: [0.48, 0, 0.54] };
const scorings = ['any agent', 'majority', 'last agent', 'mean agent'] as const;

/** Percent of questions right: as published, by their reading and scoring, by ours. */
async function scoresOf(all: readonly Collaboration[]) {
  const theirs = await agoraPerformance(all);
  const bySet = { gsm8k: await ours(all, 'gsm8k'), mmlu: await ours(all, 'mmlu') };
  return theirs.map(({ data, round, score }) => ({
    ...{ data, round, published: 100 * (published[data][round - 1] ?? NaN), theirs: 100 * score },
    ...bySet[data][round - 1],
  }));
}

type DataSet = keyof typeof published;
const debatesOf = (all: readonly Collaboration[], data: DataSet) =>
  all.filter(({ instance }) => agoraInstance(instance).data === data);

async function ours(all: readonly Collaboration[], data: DataSet) {
  const rows: Partial<Record<(typeof scorings)[number], readonly RoundAccuracy[]>> = {};
  for (const scoring of scorings)
    rows[scoring] = (await accuracyByRound(debatesOf(all, data), { scoring, answerOf })).rows;
  return (rows.majority ?? []).map(({ answers, unreadable }, place) => ({
    ...{ answers, unreadable },
    accuracy: Object.fromEntries(scorings.map((scoring) => [scoring, rows[scoring]?.[place]?.accuracy.mean])),
  }));
}

/** Questions that only the scoring by any agent calls right. */
async function hiddenIn(all: readonly Collaboration[]) {
  const rows = [];
  for (const data of ['gsm8k', 'mmlu'] as const)
    for (const { hidden, tied, ...row } of (await anyAgentHides(debatesOf(all, data), { answerOf })).rows)
      rows.push({ data, ...row, hidden: hidden.length, tied: tied.length });
  return rows;
}

/** Debates whose texts are compared by embeddings, and the cosines from which two texts are alike. */
const embedded = { debates: 16, thresholds: [0.7, 0.9] };

/** What S2-MAD's filter would have saved: views compared by answer, and by their texts. */
async function replaysOf(all: readonly Collaboration[]) {
  const settings = { answerOf, countTokens, reads: 'summary', seen: 'round' } as const;
  const byText = { ...settings, cosines: textCosines(sentenceEmbedder()), thresholds: embedded.thresholds };
  const rows = [];
  for (const data of ['gsm8k', 'mmlu'] as const) {
    const debates = debatesOf(all, data);
    const replays = [
      ...(await replayDebates(debates, settings)).rows,
      ...(await replayDebates(debates.slice(0, embedded.debates), byText)).rows,
    ];
    for (const { changed, ...row } of replays) rows.push({ data, ...row, changed: changed.length });
  }
  return rows;
}

/** How we read an answer: GSM8K's by what it is worth, MMLU's by its letter. */
const answerOf: AnswerOf = (text, instance) => {
  const { data, answer } = agoraInstance(instance);
  if (data === 'mmlu') {
    const choice = readChoiceText(text, ['A', 'B', 'C', 'D']);
    return choice.ok ? { key: choice.value, correct: choice.value === answer } : null;
  }
  const [found, gold] = [readMathAnswer(text), readMathAnswer(answer)];
  if (!found.ok) return null;
  const correct = gold.ok && sameMathAnswer(found.value.answer, gold.value.answer);
  return { key: mathAnswerKey(found.value.answer), correct };
};
