import { mathAnswerKey, readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { answers, type AnswerScoring, readChoiceText } from 'agora-core/internal';
import { sentenceEmbedder, textCosines } from 'agora-core/language';
import { type AnswerOf, measure, replayDebates } from 'agora-core/metrics';
import { countTokens } from 'agora-core/models';
import { type Collaboration, recorded } from 'agora-core/transcripts';
import { instanceOf, performance } from '../llm-agora/scores';
import { languageOf } from './conversations';
import { handCheckedTexts, handScores, heldOut, items } from './hand-checked';

/** LLM-Agora's real debates: their language, who has to be right, what a filter would have saved, answers read by hand. */
export async function realDebates(folder: string) {
  const all = [...recorded('llm-agora', { folder })];
  const checked = items.filter(({ source }) => source === 'llm-agora');
  const textOf = handCheckedTexts('llm-agora', folder);
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
  const theirs = await performance(all);
  const bySet = { gsm8k: await ours(all, 'gsm8k'), mmlu: await ours(all, 'mmlu') };
  return theirs.map(({ data, round, score }) => ({
    data,
    round,
    published: 100 * (published[data][round - 1] ?? NaN),
    theirs: 100 * score,
    ...bySet[data][round - 1],
  }));
}

type DataSet = keyof typeof published;
const debatesOf = (all: readonly Collaboration[], data: DataSet) =>
  asRun(all.filter(({ instance }) => instanceOf(instance).data === data));
const asRun = (debates: readonly Collaboration[]) =>
  Object.assign([...debates], { evidence: 'recorded' as const });

async function ours(all: readonly Collaboration[], data: DataSet) {
  const byScoring = new Map<string, (name: string, round: number) => number | null>();
  for (const scoring of scorings) {
    const rows = await scoredRows(all, data, scoring);
    byScoring.set(
      scoring,
      (name, at) => rows.find(({ column, round }) => column === name && round === at)?.value ?? null,
    );
  }
  return published[data].map((_, place) => ({
    answers: byScoring.get('majority')?.('answers', place + 1),
    unreadable: byScoring.get('majority')?.('unreadable', place + 1),
    accuracy: Object.fromEntries(
      scorings.map((scoring) => [scoring, byScoring.get(scoring)?.('accuracy', place + 1)]),
    ),
  }));
}

function scoredRows(all: readonly Collaboration[], data: DataSet, scoring: AnswerScoring, each = false) {
  return measure(debatesOf(all, data), answers({ scoring, answerOf }), { each });
}

/** Questions that only the scoring by any agent calls right. */
async function hiddenIn(all: readonly Collaboration[]) {
  const rows = [];
  for (const data of ['gsm8k', 'mmlu'] as const) {
    const shares = async (scoring: AnswerScoring) =>
      (await scoredRows(all, data, scoring, true)).filter(({ column }) => column === 'accuracy');
    const [any, majority] = [await shares('any agent'), await shares('majority')];
    for (const round of [1, 2, 3]) {
      const byMajority = majority
        .filter((row) => row['round'] === round)
        .map(({ value }) => (value ?? 0) / 100);
      const isRight = any.filter((row) => row['round'] === round).map(({ value }) => value === 100);
      const count = (holds: (share: number) => boolean) =>
        byMajority.filter((share, place) => isRight[place] && holds(share)).length;
      rows.push({
        data,
        round,
        debates: byMajority.length,
        anyAgent: count(() => true),
        majority: byMajority.reduce((sum, share) => sum + share, 0),
        hidden: count((share) => share === 0),
        tied: count((share) => share > 0 && share < 1),
      });
    }
  }
  return rows;
}

/** Debates whose texts are compared by embeddings, and the cosines from which two texts are alike. */
const embedded = { debates: 16, thresholds: [0.7, 0.9] };

/** What S2-MAD's filter would have saved: views compared by answer, and by their texts. */
async function replaysOf(all: readonly Collaboration[]) {
  const settings = { answerOf, countTokens, reads: 'summary', seen: 'round' } as const;
  const byText = { ...settings, cosines: textCosines(sentenceEmbedder()), thresholds: embedded.thresholds };
  const replays = [];
  for (const data of ['gsm8k', 'mmlu'] as const) {
    const debates = debatesOf(all, data);
    const rows = [
      ...(await replayDebates(debates, settings)),
      ...(await replayDebates(asRun(debates.slice(0, embedded.debates)), byText)),
    ];
    replays.push(...rows.map((row) => ({ data, ...row })));
  }
  return replays;
}

/** How we read an answer: GSM8K's by what it is worth, MMLU's by its letter. */
const answerOf: AnswerOf = (text, instance) => {
  const { data, answer } = instanceOf(instance);
  if (data === 'mmlu') {
    const choice = readChoiceText(text, ['A', 'B', 'C', 'D']);
    return choice.ok ? { key: choice.value, correct: choice.value === answer } : null;
  }
  const [found, gold] = [readMathAnswer(text), readMathAnswer(answer)];
  if (!found.ok) return null;
  const correct = gold.ok && sameMathAnswer(found.value.answer, gold.value.answer);
  return { key: mathAnswerKey(found.value.answer), correct };
};
