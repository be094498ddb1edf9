import { mathAnswerKey, readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { pluralityOf, readChoiceText, replayFilter, standingAnswers } from 'agora-core/internal';
import { sentenceEmbedder, textCosines } from 'agora-core/language';
import type { AnswerOf, DebateAnswer } from 'agora-core/metrics';
import { countTokens } from 'agora-core/models';
import { contrast, ratio } from 'agora-core/statistics';
import { type Collaboration, recorded } from 'agora-core/transcripts';

/** 799 debates of three agents over two rounds: gpt-3.5-turbo and small models, on GSM8K and MMLU. */
export async function duDebates(folder: string) {
  const { each: _, ...found } = await debatesIn([...recorded('du-debates-unlicensed', { folder })], 2);
  return found;
}

/** Debates of three, five and seven agents of small models over three rounds. */
export async function slmDebates(folder: string) {
  const { each, ...found } = await debatesIn([...recorded('slm-debates', { folder })], 3);
  const rows = each.map((one) => ({ ...one, value: one.last }));
  const grown = each.map(({ growth, filteredGrowth }) => growth - filteredGrowth);
  const gains = each.map(({ first, one, model, ...rest }) => ({
    ...rest,
    size: /-(14|32)B/.test(model) ? 'between' : 'below 10B',
    value: first - one,
  }));
  return {
    ...found,
    claims: {
      ...found.claims,
      moreAgentsAreMoreAccurate: contrast(rows, {
        treatment: { diversity: 'personas', agents: 7 },
        baseline: { diversity: 'personas', agents: 3 },
        by: ['task', 'model', 'question'],
        clusters: 'question',
      }),
      costGrowsSlowlyWithRounds: meanOf(each, grown),
      /** GEDI's: what a vote on the first answers gains over one of them. */
      smallAndGptModelsGainMost: contrast(gains, {
        treatment: { size: 'below 10B' },
        baseline: { size: 'between' },
        by: ['task', 'question'],
        clusters: 'question',
      }),
    },
  };
}

/** The findings on the debates in which several agents spoke in a given number of rounds, and the number of other debates. */
async function debatesIn(all: readonly Collaboration[], rounds: number) {
  const debates = all.filter(({ agents, finished }) => agents.length > 1 && finished?.rounds === rounds);
  const each: Measured[] = [];
  for (const debate of debates) each.push(await measured(debate));
  const change = (less: 'first' | 'one' | 'frozen') =>
    meanOf(
      each,
      each.map((one) => one.last - one[less]),
    );
  const groups = grouped(each, ({ task, model, diversity, agents }) =>
    [task, model, diversity, agents].join(),
  );
  return {
    each,
    leftOut: all.length - debates.length,
    settings: groups.map(settingOf),
    savedByText: await savedByText(debates),
    claims: {
      moreRoundsAreMoreAccurate: change('first'),
      debateBeatsOneChain: change('one'),
      filterCostsAccuracy: change('frozen'),
      filterSaves: partOf(each, 'saved', 'tokens'),
    },
  };
}

type Measured = Awaited<ReturnType<typeof measured>>;
const clustersOf = (each: readonly { readonly question: string }[]) => ({
  clusters: each.map(({ question }) => question),
});
const meanOf = (each: readonly { readonly question: string }[], values: readonly number[]) =>
  ratio(
    values,
    values.map(() => 1),
    clustersOf(each),
  );
const partOf = (each: readonly Measured[], part: 'saved' | 'silent', whole: 'tokens' | 'turns') =>
  ratio(
    each.map((one) => 100 * one[part]),
    each.map((one) => one[whole]),
    clustersOf(each),
  );

/** One debate: who is right (in percent), who agrees, its tokens, and what the filter by answer would have saved. */
async function measured(debate: Collaboration) {
  const { rounds } = standingAnswers(debate, answerOf);
  const [first = [], last = []] = [rounds[0], rounds.at(-1)];
  const right = (answers: readonly (DebateAnswer | null)[]) => 100 * pluralityOf(answers).right;
  const agree = (answers: readonly (DebateAnswer | null)[]) =>
    answers.every((one) => one !== null && one.key === answers[0]?.key);
  const whole = await filtered(debate);
  const shorter = await filtered(upTo(debate, rounds.length - 1));
  const turns = whole.turns.length;
  return {
    ...aboutOf(debate),
    answers: first,
    first: right(first),
    last: right(last),
    frozen: 100 * whole.frozen.right,
    one: (100 * first.filter((one) => one?.correct).length) / first.length,
    agreedFirst: agree(first),
    agreedLast: agree(last),
    tokens: whole.tokens,
    saved: whole.saved,
    turns,
    silent: whole.turns.filter(({ silent }) => silent).length,
    growth: 100 * (whole.tokens / shorter.tokens - 1),
    filteredGrowth: 100 * ((whole.tokens - whole.saved) / (shorter.tokens - shorter.saved) - 1),
  };
}

function aboutOf({ agents, instance }: Collaboration) {
  const { task, model, diversity, question } = instance as Record<string, string | null>;
  return {
    task: task === 'mmlu' ? 'MMLU' : 'GSM8K',
    model: String(model).replace(/ \(.*/, ''),
    diversity: diversity === null ? 'none' : diversity?.startsWith('temp') ? 'temperatures' : 'personas',
    agents: agents.length,
    question: String(question),
  };
}

async function filtered(debate: Collaboration) {
  const { tokens, replays } = await replayFilter(debate, { countTokens, answerOf });
  const { tokensSaved: saved, turns, frozen } = replays[0]!;
  return { tokens, saved, turns, frozen };
}

const upTo = (debate: Collaboration, rounds: number): Collaboration => ({
  ...debate,
  events: debate.events.filter((event) => !('round' in event) || event.round <= rounds),
  finished: { ...debate.finished!, rounds },
});

/** The debates of one task, model and number of agents. */
function settingOf(own: readonly Measured[]) {
  const { task, model, diversity, agents } = own[0]!;
  const mean = (column: 'one' | 'first' | 'last') =>
    own.reduce((sum, one) => sum + one[column], 0) / own.length;
  const count = (holds: (one: Measured) => boolean) => own.filter(holds).length;
  return {
    task,
    model,
    diversity,
    agents,
    debates: own.length,
    one: mean('one'),
    first: mean('first'),
    last: mean('last'),
    better: count(({ first, last }) => last === 100 && first < 100),
    worse: count(({ first, last }) => first === 100 && last < 100),
    agreedFirst: count((one) => one.agreedFirst),
    agreedLast: count((one) => one.agreedLast),
    unread: count(({ answers }) => answers.includes(null)),
    saved: partOf(own, 'saved', 'tokens').effect,
    silent: partOf(own, 'silent', 'turns').effect,
    bothRight: pairsThat(own, (one, other) => one.correct && other.correct),
    sameWrong: pairsThat(own, (one, other) => !one.correct && !other.correct && one.key === other.key),
  };
}

/** The share of pairs of first answers to one question of which something holds; an unread answer is in no such pair. */
function pairsThat(
  own: readonly Measured[],
  holds: (one: DebateAnswer, other: DebateAnswer) => boolean,
): number {
  let sum = 0;
  for (const { answers } of own) {
    const pairs = answers.flatMap((one, place) =>
      answers.slice(place + 1).map((other) => [one, other] as const),
    );
    const count = pairs.filter(([one, other]) => one !== null && other !== null && holds(one, other)).length;
    sum += count / pairs.length;
  }
  return sum / own.length;
}

/** The number of debates of each setting in which texts are compared by embeddings, and the thresholds of the cosine. */
const embedded = { debates: 4, thresholds: [0.4, 0.7, 0.9, 0.96] };

/** What the filter would have saved by number of agents, by answer and by text, on the same debates. */
async function savedByText(debates: readonly Collaboration[]) {
  const { thresholds } = embedded;
  const byText = { cosines: textCosines(sentenceEmbedder()), thresholds };
  const few = grouped(debates, (debate) => JSON.stringify({ ...aboutOf(debate), question: '' }));
  const each: { agents: number; question: string; tokens: number; saved: number[] }[] = [];
  for (const debate of few.flatMap((own) => own.slice(0, embedded.debates))) {
    const { tokens, replays: answers } = await replayFilter(debate, { countTokens, answerOf });
    const { replays: texts } = await replayFilter(debate, { countTokens, answerOf, ...byText });
    each.push({
      ...aboutOf(debate),
      tokens,
      saved: [...answers, ...texts].map(({ tokensSaved }) => tokensSaved),
    });
  }
  const shareSaved = (own: typeof each, place: number) =>
    ratio(
      own.map(({ saved }) => 100 * (saved[place] ?? NaN)),
      own.map(({ tokens }) => tokens),
      clustersOf(own),
    );
  const left = (place: number) => each.map(({ tokens, saved }) => tokens - (saved[place] ?? NaN));
  const high = left(thresholds.length);
  const cheaper = left(1).map((low, place) => 100 * (1 - low / (high[place] ?? NaN)));
  return {
    lowThresholdIsCheaper: meanOf(each, cheaper),
    byAgents: grouped(each, ({ agents }) => agents).flatMap((own) =>
      ['answer', ...thresholds].map((similar, place) => ({
        agents: own[0]?.agents,
        similar,
        ...shareSaved(own, place),
      })),
    ),
  };
}

function grouped<One>(all: readonly One[], nameOf: (one: One) => string | number): One[][] {
  const groups = new Map<string | number, One[]>();
  for (const one of all) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return [...groups.values()];
}

/** How we read an answer: GSM8K's by what it is worth, MMLU's by its letter; what a model thinks aloud first is no answer. */
function answerIn(text: string, isChoice: boolean, gold: string): DebateAnswer | null {
  if (isChoice) {
    const choice = readChoiceText(text, ['A', 'B', 'C', 'D']);
    return choice.ok ? { key: choice.value, correct: choice.value === gold } : null;
  }
  const [found, key] = [readMathAnswer(text), readMathAnswer(`\\boxed{${gold}}`)];
  if (!found.ok || !key.ok) return null;
  const { answer } = found.value;
  return { key: mathAnswerKey(answer), correct: sameMathAnswer(answer, key.value.answer) };
}

/** Each text is read once. */
const read = new Map<string, DebateAnswer | null>();
export const answerOf: AnswerOf = (text, instance) => {
  const { task, answer } = instance as { task: string; answer: string };
  const place = `${task}\n${answer}\n${text}`;
  const found = read.get(place) ?? answerIn(text.split('</think>').at(-1) ?? '', task === 'mmlu', answer);
  read.set(place, found);
  return found;
};
