// First, so that all that is loaded after it has counters.
import { hostileTo, patterns } from './testing/hostile-text';
import { describe, expect, it } from 'vitest';
import { AgoraError, type BallotKind, Random } from 'agora-voting';
import * as environments from './environments';
import { readChoice } from './environments/questions/read-choice';
import { smallCase } from './environments/recommendation/testing/small-case';
import type { Environment } from './environments';
import { readLabels } from './language/llm-labeller';
import { cueActs } from './language/cue-labeller';
import { messageLength, readingGrade, sentenceCount, wordsOf } from './language/readability';
import * as models from './models';
import { readCompletion } from './models/chat-completion';
import { readDecision, readMessageText, readPlan, readTaggedJson } from './protocols/deliberation/tagged';
import { readBallotAnswer, readMessage, readProposalAnswer } from './protocols/shared/answers';
import { readJson } from './read-json';
import { readTolerantJson } from './tolerant-json';
import { importEliminationGame } from './transcripts/importers/elimination-game';
import { importLlmAgora } from './transcripts/importers/llm-agora';
import { importMadDebate } from './transcripts/importers/mad-debate';
import { isThorough } from './testing/thorough';
import { promptEcho } from './transcripts/importers/prompt-echo';
import { eliminationGame, lines, llmAgora, madDebate } from './transcripts/importers/testing/made-up';
import { readBallot } from '../../voting/src/read-ballot';

/** Everything in the library that reads what a model, or whoever wrote a conversation's file, may have put there. */
const readers: Record<string, (text: string) => unknown> = {
  readJson,
  readTolerantJson,
  'models.countTokens': models.countTokens,
  readCompletion: (text) => [
    readCompletion(text),
    readCompletion(JSON.stringify({ choices: [{ message: { content: text } }] })),
  ],
};

const letters = ['A', 'B', 'C', 'D'];
const kinds: readonly BallotKind[] = ['choice', 'ranking', 'rating', 'approval', 'points'];

for (const kind of kinds) {
  readers[`readBallot ${kind}`] = ofValues((value) => [
    readBallot(kind, value, letters),
    readBallot(kind, value, letters, { weak: true }),
    readBallotAnswer(
      { reason_for_decision: value, decision: value },
      { kind, options: letters, settings: {}, reason: 300, abstention: 'offered', maxTokens: 200 },
    ),
  ]);
}

const agents = ['Agent A', 'Agent B'];
readers['readMessage'] = ofValues((value) => [
  readMessage(value, 'Agent A', agents),
  readMessage({ target: value, message: value }, 'Agent A', agents),
]);

const asItIs = (value: unknown) => ({ ok: true, value }) as const;
readers['deliberation'] = (text) => [
  ...[text, `<belief>${text}`, `<belief>${text}</belief>`].map((one) => readTaggedJson(one, 'belief')),
  ...[text, `<message>${text}`, `<thoughts>${text}`].map(readMessageText),
  readPlan(text, asItIs),
  readDecision(text, true, asItIs),
];

const sets = {
  choice: environments.generateQuestions({ count: 1 }),
  open: environments.generateArithmetic({ count: 1 }),
};
reads(environments.exchangeEconomy({ agents: 2 }));
reads(environments.recommendation({ examples: [smallCase], dataName: 'by hand' }));
reads(environments.questions({ set: sets.choice }));
reads(environments.questions({ set: sets.open }));

readers['readChoice'] = (text) => readChoice(text, letters);
readers['mathAnswerKey'] = environments.mathAnswerKey;

Object.assign(readers, { wordsOf, messageLength, sentenceCount, readingGrade, readLabels });
readers['cueActs'] = (text) => {
  const previous = agents.map((agent) => ({ collaboration: 0, round: 1, agent, text }));
  return cueActs({ target: previous[1]!, previous });
};

readers['transcripts.promptEcho'] = (text) => [
  promptEcho(text, 'How many legs do a dog and two hens have together?'),
  promptEcho(text, text),
];
readers['transcripts.importLlmAgora'] = (text) => {
  const [one] = llmAgora;
  const agent_response = { [text.slice(0, 50)]: [text, text] };
  return importLlmAgora(JSON.stringify([{ ...one, question: text, agent_response }]), 'file');
};
readers['transcripts.importMadDebate'] = (text) => {
  const said = (player: keyof typeof madDebate.players) =>
    madDebate.players[player].map(({ role }) => ({ role, content: text }));
  const players = {
    'Affirmative side': said('Affirmative side'),
    'Negative side': said('Negative side'),
    Moderator: said('Moderator'),
    Judge: said('Moderator'),
  };
  return importMadDebate(JSON.stringify({ ...madDebate, players }), 'file');
};
readers['transcripts.importEliminationGame'] = (text) =>
  importEliminationGame(
    lines(eliminationGame.map((one) => ('message' in one ? { ...one, message: text } : one))),
    'file',
  );
for (const [name, read] of Object.entries({
  importLlmAgora,
  importMadDebate,
  importEliminationGame,
}))
  readers[`transcripts.${name} of the text itself`] = (text) => read(text, 'file');

/** A reader of JSON's values, given what a text is in JSON, however deep, or the text as a string. */
function ofValues(read: (value: unknown) => unknown): (text: string) => unknown {
  return (text) => {
    let value: unknown = text;
    try {
      value = JSON.parse(text);
    } catch {
      // then it is a string
    }
    return [read(value), read({ answer: value, rating: value, proposal: value })];
  };
}

/** All that an environment reads of an agent's words. */
function reads<Instance, Proposal>(environment: Environment<Instance, Proposal>): void {
  const instance = environment.instance(0, Random.from(1)) as Instance;
  readers[`${environment.name} readProposal`] = ofValues((value) => {
    const reading = environment.readProposal(instance, value);
    if (reading.ok) environment.score(instance, reading.value);
    return [
      reading.ok
        ? [environment.proposalKey(reading.value), environment.showProposal(instance, reading.value)]
        : [],
      readProposalAnswer({ reason_for_decision: value, proposal: value }, (inner) =>
        environment.readProposal(instance, inner),
      ),
    ];
  });
  const { prose } = environment;
  if (prose !== undefined)
    readers[`${environment.name} prose`] = (text) => [
      prose.read(instance, text),
      prose.stated(instance, text),
    ];
}

/** All patterns take a minute. */
const some = isThorough ? '' : ' (every eighth pattern; npm test -- --all: every one)';

describe('hostile text', () => {
  it('contract: there are more than 220 different patterns', () => {
    expect(new Set(patterns.map(([, text]) => text(100))).size).toBe(patterns.length);
    expect(patterns.length).toBeGreaterThan(220);
  });

  // The limit ends what hangs: no machine is too slow for it.
  it.each(Object.entries(readers))(
    'contract: %s takes steps in proportion to the length of any text, and throws nothing unnamed' + some,
    { timeout: 300_000 },
    (_, read) => {
      // A first formula has the algebra loaded, which takes more of the stack than is left to a reader later.
      attempt(() => read('A ~ '.repeat(200)));
      const texts = isThorough ? patterns : patterns.filter((_, place) => place % 8 === 0);
      expect(hostileTo({ read, isNamed: (error) => error instanceof AgoraError }, texts)).toEqual([]);
    },
  );
});

/** What is thrown here is looked at elsewhere. */
function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
