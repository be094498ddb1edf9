import { describe, expect, it } from 'vitest';
import { acts, distance } from './columns';
import * as language from './index';

const embedder = { name: 'none', dimensions: 1, embed: () => Promise.resolve([]) };
const { cueLabeller } = language;

describe('what users set', () => {
  const cases: readonly [call: () => unknown, message: string][] = [
    [() => language.messageLength(3 as never), 'messageLength needs a text, got 3'],
    [() => language.readingGrade(null as never), 'readingGrade needs a text, got null'],
    [() => language.utterances([] as never), 'utterances needs a collaboration, got an empty list'],
    [() => distance({} as never), 'columns.distance needs a sentence embedder as embedder, got an object'],
    [
      () => distance(embedder, { normalize: true } as object),
      'columns.distance knows no normalize: its settings are normalise (did you mean "normalise"?)',
    ],
    [
      () => language.roundDistance('Hello' as never, [], embedder),
      'roundDistance needs a list of texts as previous, got "Hello"',
    ],
    [
      () => language.embeddingSimilarity(embedder, { threshold: -1 }),
      'embeddingSimilarity needs a number from 0 to 2 as threshold, got -1',
    ],
    [() => language.textCosines(3 as never), 'textCosines needs a sentence embedder as embedder, got 3'],
    [
      () => acts(cueLabeller, { shareOf: 'message' as 'messages' }),
      'columns.acts needs "collaborations" or "messages" as shareOf, got "message" (did you mean "messages"?)',
    ],
    [
      () => language.transitionProbabilities([{}] as never),
      'transitionProbabilities needs a list of names as collaborations.0.agents, got nothing',
    ],
    [
      () => language.transitionGraph('', []),
      'transitionGraph needs a text of 1 to 200 characters as title, got ""',
    ],
    [
      () => language.labelCollaborations([], {} as never),
      'labelCollaborations needs a labeller as labeller, got an object',
    ],
    [() => language.actsBy(undefined as never), 'actsBy needs a labeller, got nothing'],
    [() => language.llmLabeller(cueLabeller as never), 'llmLabeller needs a model as model, got an object'],
    [
      () => language.scoreLabels([], 'nope' as never),
      'scoreLabels needs a list of labelled messages as labelled, got "nope"',
    ],
    [() => language.intendedLabels([3] as never), 'intendedLabels needs a message as messages.0, got 3'],
    [
      () => language.sentenceEmbedder({ thread: 3 } as object),
      'sentenceEmbedder knows no thread: its settings are model, cache, onProgress, backend, threads (did you mean "threads"?)',
    ],
    [
      () => language.sentenceEmbedder({ cache: true as false }),
      'sentenceEmbedder needs a folder or false as cache, got true',
    ],
  ];
  it.each(cases.map(([call, message]) => ({ call, message })))(
    'contract: $message',
    async ({ call, message }) => {
      await expect((async () => call())()).rejects.toThrow(
        expect.objectContaining({ code: 'setting', message }),
      );
    },
  );
});
