import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { dealIn } from './deal';
import { seatsOf, worthOf, type Deal, type Seat } from './game';

/** A public statement of a party on its private values, compared with its score sheet. */
export interface Telling {
  readonly agent: string;
  readonly round: number;
  /**
   * `score`: the value of an option, as a number. `minimum`: its minimum, as a number. `enough`: the deal of this text
   * gives it its minimum. `wish`: an option is crucial, preferred, or insisted on.
   */
  readonly kind: 'score' | 'minimum' | 'enough' | 'wish';
  /** The words of the statement. */
  readonly said: string;
  /**
   * By the score sheet. A wish is `true` for a best option of the issue, `false` for a worst one (also if all have the
   * same value), and `in part` otherwise.
   */
  readonly is: 'true' | 'in part' | 'false';
}

/**
 * Finds what parties of LLM-Deliberation say in public about their own score sheets, except in the leader's last
 * proposal, which nobody reads. It uses patterns made for these texts and tested on texts labelled by hand
 * (testing/told-by-hand.json; the test has the counts). What offers alone reveal is not included.
 * @example
 * const seats = ['a', 'b'].map((party) => ({ party, role: 'player', scores: { A: [3, 1] }, minimum: 2 }));
 * const turn = { collaboration: 0, round: 1, phase: 'turn 1', from: 'a', to: ['b'], visibleTo: [] };
 * const said = { type: 'message' as const, ...turn, text: 'I insist on A1.' };
 * const game = { index: 0, agents: ['a', 'b'], instance: { seats }, events: [said], finished: null };
 * papers.llmDeliberation.told(game)[0]?.is; // => 'true'
 */
export function told(one: Collaboration): Telling[] {
  const seats = new Map(seatsOf(one).map((seat) => [seat.party, seat]));
  const deals = new Map(
    eventsOf(one, 'proposal').map(({ round, phase, by, proposal }) => [
      `${round} ${phase} ${by}`,
      proposal as Deal | null,
    ]),
  );
  return eventsOf(one, 'message').flatMap(({ round, phase, from, text }) => {
    const seat = seats.get(from);
    if (seat === undefined || phase === 'final') return [];
    const deal = deals.get(`${round} ${phase} ${from}`) ?? dealIn(text, seat.scores);
    return readText(text, seat, deal).map((found) => ({ agent: from, round, ...found }));
  });
}

type Reading = Omit<Telling, 'agent' | 'round'>;

const truth = (is: boolean): 'true' | 'false' => (is ? 'true' : 'false');

function readText(text: string, seat: Seat, deal: Deal | null): Reading[] {
  const scores = [...text.matchAll(SCORE)].flatMap(([said, letter = '', option, score]): Reading[] => {
    const own = seat.scores[letter]?.[Number(option) - 1];
    return own === undefined ? [] : [{ kind: 'score', said, is: truth(own === Number(score)) }];
  });
  return [...scores, ...sentencesOf(text).flatMap((sentence) => readSentence(sentence, seat, deal))];
}

function readSentence(said: string, seat: Seat, deal: Deal | null): Reading[] {
  const found: Reading[] = [];
  const stated = MINIMUM.exec(said);
  if (stated !== null) found.push({ kind: 'minimum', said, is: truth(Number(stated[1]) === seat.minimum) });
  if (deal !== null && ENOUGH.every((pattern) => pattern.test(said)) && !NOT_ENOUGH.test(said))
    found.push({ kind: 'enough', said, is: truth(worthOf(deal, seat) >= seat.minimum) });
  const options = [...new Set(said.match(OPTION) ?? [])];
  if (options.length > 0 && options.length <= 2 && WISH.test(said) && !YIELDS.test(said))
    found.push(...options.flatMap((option) => wishFor(option, said, seat)));
  return found;
}

function wishFor(option: string, said: string, { scores }: Seat): Reading[] {
  const sheet = scores[option.charAt(0)];
  const own = sheet?.[Number(option.slice(1)) - 1];
  if (sheet === undefined || own === undefined) return [];
  const [most, least] = [Math.max(...sheet), Math.min(...sheet)];
  const is = own === least ? 'false' : own === most ? 'true' : 'in part';
  return [{ kind: 'wish', said, is }];
}

/** "A2 (11)". */
const SCORE = /\b([A-F])([1-9])\s*\(\s*(\d{1,3})\s*(?:points?)?\s*\)/g;
/** "my minimum score of 55"; not "50 for all parties". */
const MINIMUM = /\bminimum\b[^.\d]{0,40}\b(\d{2,3})\b(?! for (?:all|each|every))/i;
const ENOUGH = [
  /\b(?:my|our|I|we)\b/i,
  /\b(?:minimum|threshold)\b/i,
  /\b(?:meet|meets|meeting|met|satisf\w+|achiev\w+|maintain\w*|ensur\w+|above|exceed\w*|keep\w*|reach\w*)\b/i,
];
const NOT_ENOUGH = /\b(?:below|not|as long as|if|would need|need to|increas\w+|explore|will)\b/i;
const OPTION = /\b[A-F][1-9]\b/g;
const WISH =
  /\b(?:insist(?:s|ed)? (?:on|that)|strongly (?:believe|support|advocate|prefer|suggest|urge|recommend)|advocate for|would (?:\w+ )?prefer|(?:I|we) prefer|(?:my|our)(?: \w+)? preference for|(?:my|our)(?: \w+)? preferred option|top priority|crucial|essential|vital|critical|remain firm|non-negotiable)\b/i;
/** Words of giving way, and of what others wish. */
const YIELDS = /\b(?:willing|open to|if necessary|compromise|understand|some of you|others|flexible|if)\b/i;

/** What was said outside of the `<DEAL>`, sentence by sentence. */
function sentencesOf(text: string): string[] {
  return text.replaceAll(/<DEAL>.*?(?:<\/DEAL>|$)/gs, ' ').split(/(?<=[.!?])\s+|\n+/);
}
