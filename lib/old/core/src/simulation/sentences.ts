import type { Random } from 'agora-voting';

/** A sentence, and the dialogue act that it performs (RoundTable, Appendix D.5). */
export interface Sentence {
  readonly act: 'Inform' | 'Request' | 'Evaluate' | 'Propose' | 'Defend' | 'Accept' | 'Decline';
  readonly text: string;
}

const propose = ['I propose {it}.', 'My proposal is {it}.', 'I suggest {it}.'];
const defend = ['I still stand by my proposal: {it}.', 'I maintain that mine is the better one: {it}.'];
const accept = ['I accept {it}.', 'I agree with {it}.', 'I support {it}.'];
const decline = ['I cannot accept {it}.', 'I disagree with {it}.', 'I have to decline {it}.'];
const request = ['What do you think, {it}?', 'What would you prefer, {it}?', 'Do you agree, {it}?'];

/** What fills a message up to its length. It says nothing about the case. */
const remarks = [
  'I have gone through what I know step by step.',
  'It seems to me that this is a good point to think about with care.',
  'I have compared it with everything that is on the table.',
  'None of the others looks better to me when I put them side by side.',
  'I checked my reasoning once more and came to the same result.',
  'There may be something that I have overlooked.',
  'On balance the reasons for it are stronger than those against it.',
  'Whatever we choose, it should be something that we can all explain.',
];

/** What an agent wants to say. Proposals are given in words. */
export interface Said {
  /** The environment's sentence, if there is one. */
  readonly knows: string | null;
  readonly proposal: string;
  /** Whether the agent has made this proposal before. */
  readonly isOwn: boolean;
  /** The group's current decision, or what another proposes, and whether the agent would take it. */
  readonly other: { readonly shown: string; readonly isAccepted: boolean } | null;
  readonly asks: string | null;
}

/** The sentences of a message, filled with remarks until they have the required number of words. */
export function sentencesOf(
  { knows, proposal, isOwn, other, asks }: Said,
  words: number,
  random: Random,
): Sentence[] {
  const write = (act: Sentence['act'], templates: readonly string[], it: string): Sentence => ({
    act,
    text: random.pick(templates).replace('{it}', () => it.replaceAll('\n', '; ')),
  });
  const sentences: Sentence[] = [];
  if (knows !== null) sentences.push({ act: 'Inform', text: knows });
  if (other !== null)
    sentences.push(
      other.isAccepted ? write('Accept', accept, other.shown) : write('Decline', decline, other.shown),
    );
  sentences.push(isOwn ? write('Defend', defend, proposal) : write('Propose', propose, proposal));
  const last = asks === null ? [] : [write('Request', request, asks)];
  let left = words - [...sentences, ...last].reduce((sum, { text }) => sum + wordsIn(text), 0);
  for (let place = random.below(remarks.length); left > 0; place++) {
    const text = remarks[place % remarks.length] as string;
    sentences.push({ act: 'Evaluate', text });
    left -= wordsIn(text);
  }
  return [...sentences, ...last];
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}

/** Texts as one, and the acts in them, each once. */
export function spoken(sentences: readonly Sentence[]): {
  readonly message: string;
  readonly intent: { readonly acts: string[] };
} {
  return {
    message: sentences.map(({ text }) => text).join(' '),
    intent: { acts: [...new Set(sentences.map(({ act }) => act))] },
  };
}
