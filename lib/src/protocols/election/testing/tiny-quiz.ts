import type { ChoiceEnvironment } from '../../../environments/choice-environment';
import type { Json } from '../../../json';
import type { Random } from '../../../random';

export interface TinyQuestion {
  readonly subject: string;
  readonly letters: readonly string[];
  readonly answer: string;
}

/** Questions without words: a rater favours the right letter with a chance of `skill`, and orders the rest blindly. */
export function tinyQuiz(
  settings: { readonly raters?: number; readonly skill?: number; readonly options?: number } = {},
): ChoiceEnvironment<TinyQuestion, string> {
  const { raters = 5, skill = 0.6, options = 4 } = settings;
  return {
    name: 'tiny-quiz',
    settings: { raters, skill, options },
    instance(index, random) {
      const letters = [...'ABCDEFGHIJ'].slice(0, options);
      return { subject: index % 2 === 0 ? 'even' : 'odd', letters, answer: random.pick(letters) };
    },
    agents: () => Array.from({ length: raters }, (_, i) => ({ name: `Rater ${i + 1}`, background: '' })),
    task: ({ letters }) => `Which letter is it: ${letters.join(', ')}?`,
    choices: ({ letters }) => letters,
    proposalOf: (_question, choice) => choice,
    proposalFormat: () => ({ text: 'a letter', schema: () => ({ type: 'string' }) }),
    readProposal: (_question, value) => ({ ok: true, value: String(value) }),
    proposalKey: String,
    showProposal: (_question, letter) => letter,
    score: ({ answer }, letter) => ({ correct: letter === answer ? 1 : 0 }),
    behaviour({ instance, ballot, ballotsSeen, scale }, random) {
      const order = ballotsSeen === undefined ? ownOrder(instance, skill, random) : heard(ballotsSeen);
      if (ballot !== 'rating')
        return { answer: { decision: ballot === 'choice' ? (order[0] ?? null) : order } };
      const { lowest, highest } = scale ?? { lowest: 1, highest: 5 };
      const rating = (letter: string) => Math.max(lowest, highest - order.indexOf(letter));
      return {
        answer: { decision: Object.fromEntries(instance.letters.map((one) => [one, rating(one)])) },
      };
    },
  };
}

function ownOrder({ letters, answer }: TinyQuestion, skill: number, random: Random): string[] {
  const favourite = random.chance(skill) ? answer : random.pick(letters);
  return [favourite, ...random.shuffle(letters.filter((letter) => letter !== favourite))];
}

/** Repeats the first ballot that it sees: what a dictator decides then shows what it was shown. */
function heard(seen: readonly { readonly ballot: Json }[]): string[] {
  return [...((seen[0]?.ballot as { ranking: string[] }).ranking ?? [])];
}
