import { dialogueActs, type DialogueAct, type Labeller, type LabelTask } from './dialogue-act';
import * as cues from './cues';
import { contentWords, isEnglish, sentencesOf, shareKnown, type Sentence } from './cue-sentences';
import type { Utterance } from './utterance';

/**
 * Labels messages without a model, sentence by sentence, from cues of English (`cues.ts`): how a question that asks for
 * something new differs from one that checks what was said, verbs of offering, agreeing and refusing, judging
 * adjectives, facts about the speaker. The round before is context: a statement is news only if it was not said there,
 * a yes/no question that repeats it checks it, "yes" accepts only if somebody offered, and an offer of one's own that
 * is repeated after a refusal is a defence.
 *
 * A message often has several acts; a message without any is Others. It reads English only: an empty message, emoji and
 * other scripts are Others, and so are most messages in other languages in Latin letters (a question mark still asks).
 * It reads phrases, not meaning, so it misses irony, hints and unusual wording. It reads the first 20,000 characters of
 * a message.
 *
 * How it was made and scored, on messages whose acts are known because simulated agents wrote them: blind first, then
 * with gaps in its English closed, in general terms. On 1,800 messages of the exchange economy it has micro F1 0.83
 * (precision 0.92, recall 0.75; the worst is Evaluate, F1 0.64). Most of what Inform misses are facts that an agent tells
 * again: the agent meant them as Inform, and by its definition (not known yet) they are not. Simulated messages are
 * plainer than real ones: of what speakers of real
 * debates say of themselves (DRIFTEval, 776 messages) it finds 0.69 of the agreement and 0.10 of the disagreement; of
 * what people hear in meetings (MRDA, 53,497 utterances) Request has F1 0.53, Evaluate 0.31, and no other but Inform
 * 0.14.
 * @example
 * const target = { collaboration: 0, round: 1, agent: 'Ann', text: 'I agree. How many apples do you need?' };
 * await language.cueLabeller.label({ target, previous: [], turn: 0 }); // => { kind: 'labelled', acts: ['Request', 'Accept'] }
 */
export const cueLabeller: Labeller = {
  name: 'cues',
  label: (task) => Promise.resolve({ kind: 'labelled', acts: cueActs(task) }),
};

/** Of longer messages the beginning is read. */
const longest = 20_000;

/** The acts of one message, in the order of `dialogueActs`. */
export function cueActs({ target, previous }: Pick<LabelTask, 'target' | 'previous'>): DialogueAct[] {
  const text = target.text.slice(0, longest);
  if (!/\p{sc=Latin}/u.test(text)) return ['Others'];
  const heard = previous.map((message) => ({ ...message, text: message.text.slice(0, longest) }));
  const context = contextOf(target.agent, heard);
  const acts = new Set(sentencesOf(text).flatMap((sentence) => actsOf(sentence, context)));
  return acts.size === 0 ? ['Others'] : dialogueActs.filter((act) => acts.has(act));
}

/** What the labeller keeps of the round before. */
interface Context {
  /** Content words of everybody's messages, of the others', and of the speaker's own. */
  readonly said: ReadonlySet<string>;
  readonly saidByOthers: ReadonlySet<string>;
  readonly saidBySpeaker: ReadonlySet<string>;
  readonly othersOffered: boolean;
  readonly othersRefused: boolean;
}

function contextOf(speaker: string, previous: readonly Utterance[]): Context {
  const others = previous.filter(({ agent }) => agent !== speaker);
  const own = previous.filter(({ agent }) => agent === speaker);
  const words = (messages: readonly Utterance[]) => contentWords(messages.map(({ text }) => text).join('\n'));
  const heard = others.flatMap(({ text }) => sentencesOf(text)).map(({ text }) => text);
  return {
    said: words(previous),
    saidByOthers: words(others),
    saidBySpeaker: words(own),
    othersOffered: heard.some((text) => cues.proposes.test(text) || cues.compromises.test(text)),
    othersRefused: heard.some((text) => cues.declines.test(text)),
  };
}

/** A sentence repeats when most of its content was there before. */
const mostly = 0.8;

function actsOf(sentence: Sentence, context: Context): DialogueAct[] {
  if (cues.summarizes.test(sentence.text)) return ['Summarize'];
  return sentence.question ? actsOfQuestion(sentence.text, context) : actsOfStatement(sentence.text, context);
}

const yesOrNo =
  /^(?:(?:and|so|but|well|ok|okay|then),? )?(?:is|are|was|were|do|does|did|have|has|had|you|your)\b/;
/** Asks what, which, how many: not "what about" or "why not", which make an offer. */
const openQuestion =
  /^(?:[\w ]{1,30}, )?(?:what(?! about| if)|which|who\w*|when|where|how(?! about)|why(?! don't| not| do not))\b/;
/** Asks about no certain thing, so about nothing that was said. */
const indefinite = /\b(?:any\w*|else|some(?:one|body|thing)|there)\b/;

function actsOfQuestion(text: string, context: Context): DialogueAct[] {
  if (cues.confirms.test(text)) return ['Confirm'];
  if (openQuestion.test(text)) return ['Request'];
  if (cues.compromises.test(text)) return ['Compromise'];
  if (cues.proposes.test(text)) return ['Propose'];
  const checks = yesOrNo.test(text) && !indefinite.test(text);
  const repeats = checks && shareKnown(text, context.saidByOthers) >= mostly;
  return [repeats ? 'Confirm' : 'Request'];
}

function actsOfStatement(text: string, context: Context): DialogueAct[] {
  const acts: DialogueAct[] = [];
  if (cues.confirms.test(text)) acts.push('Confirm');
  else if (cues.requests.test(text)) acts.push('Request');
  if (cues.defends.test(text)) acts.push('Defend');
  const declines = cues.declines.test(text);
  if (declines) acts.push('Decline');
  else if (cues.accepts.test(text) || (cues.affirms.test(text) && context.othersOffered)) acts.push('Accept');
  if (cues.compromises.test(text)) acts.push('Compromise');
  else if (brings(text) && !acts.includes('Defend') && !acts.includes('Request')) {
    const repeated = context.othersRefused && shareKnown(text, context.saidBySpeaker) >= mostly;
    acts.push(repeated ? 'Defend' : 'Propose');
  }
  if (cues.evaluates.test(text) && !acts.includes('Propose')) acts.push('Evaluate');
  return acts.length === 0 && isNews(text, context) ? ['Inform'] : acts;
}

const brings = (text: string): boolean =>
  cues.proposes.test(text) || (cues.offers.test(text) && cues.quantity.test(text));

/** A statement about the speaker is old only to those whom the speaker told it, any other once anybody said it. */
function isNews(text: string, { said, saidBySpeaker }: Context): boolean {
  if (contentWords(text).size < 2 || cues.greets.test(text) || !isEnglish(text)) return false;
  return shareKnown(text, /\b(?:i|i've|i'm|my|mine|me)\b/.test(text) ? saidBySpeaker : said) < mostly;
}
