import { mathAnswerKey, sameMathAnswer } from 'agora-core/environments';
import { pluralityOf, standingAnswers } from 'agora-core/internal';
import type { AnswerOf } from 'agora-core/metrics';
import { countTokens } from 'agora-core/models';
import { estimate, ratio } from 'agora-core/statistics';
import { type Collaboration, eventsOf, notesOf, recorded } from 'agora-core/transcripts';

/** 126 discussions of two groups of three (gpt-3.5-turbo, GSM8K): who is right, who agrees, and what groups cost. */
export function groupDiscussions(folder: string) {
  const gold = new Map(
    [...recorded('zeroeval')].map(({ instance }) => {
      const { question, answer } = instance as { question: string; answer: string };
      return [question.trim(), answer];
    }),
  );
  const groups = [...recorded('group-discussion-gsm8k', { folder })].filter(
    ({ agents }) => agents.length === 6,
  );
  const each = groups.map((one) => discussed(one, gold));
  const clusters = { clusters: each.map(({ question }) => question) };
  const mean = (of: (one: (typeof each)[number]) => number) => {
    const { value: effect, low, high, n, clusters: independent } = estimate(each.map(of), clusters);
    return { effect, low, high, n, clusters: independent };
  };
  const count = (holds: (one: (typeof each)[number]) => boolean) => each.filter(holds).length;
  const wholes = each.map(({ tokens, hidden }) => tokens + hidden);
  return {
    discussions: each.length,
    questions: new Set(clusters.clusters).size,
    one: mean(({ one }) => one).effect,
    first: mean(({ first }) => first).effect,
    last: mean(({ last }) => last).effect,
    agreedFirst: count(({ agreed }) => agreed),
    better: count(({ first, last }) => last === 100 && first < 100),
    worse: count(({ first, last }) => first === 100 && last < 100),
    tokens: mean(({ tokens }) => tokens),
    read: mean(({ read }) => read),
    /** What all six reading all texts would have taken more, in percent of the tokens that this takes. */
    savedByGroups: ratio(
      each.map(({ hidden }) => 100 * hidden),
      wholes,
      clusters,
    ),
    claims: {
      moreRoundsAreMoreAccurate: mean(({ first, last }) => last - first),
      debateBeatsOneChain: mean(({ one, last }) => last - one),
    },
  };
}

function discussed(debate: Collaboration, gold: ReadonlyMap<string, string>) {
  const { question } = debate.instance as { question: string };
  const answerOf: AnswerOf = (text) => {
    const said = /"answer":\s*"?([^"}\n]+)/.exec(text)?.[1]?.trim();
    if (said === undefined || said === '') return null;
    return { key: mathAnswerKey(said), correct: sameMathAnswer(said, gold.get(question) ?? '') };
  };
  const { rounds } = standingAnswers(debate, answerOf);
  const [first = [], last = []] = [rounds[0], rounds.at(-1)];
  const [usage] = notesOf(debate, 'usage');
  const { inputTokens = 0, outputTokens = 0 } = (usage?.data ?? {}) as Record<string, number>;
  return {
    question,
    first: 100 * pluralityOf(first).right,
    last: 100 * pluralityOf(last).right,
    one: (100 * first.filter((one) => one?.correct).length) / first.length,
    agreed: first.every((one) => one !== null && one.key === first[0]?.key),
    tokens: inputTokens + outputTokens,
    read: inputTokens,
    hidden: hiddenIn(debate),
  };
}

/**
 * Tokens of the texts that the groups kept from each other: at each call those of the other group in the round before,
 * and once more what was in earlier prompts, for every prompt holds the whole chat so far.
 */
function hiddenIn(debate: Collaboration): number {
  const messages = eventsOf(debate, 'message');
  return messages.reduce((sum, { round, from, to }) => {
    const others = messages.filter((one) => one.round < round && one.from !== from && !to.includes(one.from));
    return sum + others.reduce((tokens, { text }) => tokens + countTokens(text), 0);
  }, 0);
}
