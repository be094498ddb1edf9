import type { Random } from 'agora-voting';

/** An answer that somebody in a group holds. */
export interface HeldAnswer {
  /** In the form asked for. */
  readonly stated: string;
  readonly holders: number;
  /** A word of the question that its reasoning turns on. */
  readonly about: string;
}

/** A summary has no more words than this (S2-MAD, Table 5). */
export const mostSummaryWords = 80;

const reasons = [
  (about: string) => `reasoning from the ${about}`,
  (about: string) => `by way of the ${about}`,
  (about: string) => `because of what is said about ${about}`,
  (about: string) => `after working through the ${about}`,
  (about: string) => `with the ${about} as the deciding point`,
  (about: string) => `starting out from ${about}`,
];
const openings = [
  'In our group',
  'Among the members',
  'Summing up',
  'After this discussion',
  'To put it briefly',
];

/**
 * A group's views in at most 80 words (what spaces part): how many hold each answer, most first, and why; at the end
 * every answer in the form asked for. Where words are short, reasons go first, then the sentence on who holds what; only
 * where the answers alone come to more than 80 words are the least held ones left out.
 */
export function summarise(held: readonly HeldAnswer[], random: Random): string {
  const sorted = [...held].map(shortened).sort((a, b) => b.holders - a.holders);
  if (sorted.length === 0) return 'Nobody in our group has come to an answer.';
  const opening = random.pick(openings);
  const reasoned = sorted.map((one) => `${part(one, sorted.length)}, ${random.pick(reasons)(one.about)}`);
  const plain = sorted.map((one) => part(one, sorted.length));
  const last = `${sorted.length === 1 ? 'Final answer' : 'Final answers'}: `;
  const finals = sorted.map(({ stated }) => stated);
  const candidates = [
    `${opening}, ${reasoned.join('; ')}. ${last}${finals.join(', ')}`,
    `${opening}, ${plain.join('; ')}. ${last}${finals.join(', ')}`,
    ...finals.map((_, dropped) => `${last}${finals.slice(0, finals.length - dropped).join(', ')}`),
  ];
  return candidates.find((text) => wordsIn(text) <= mostSummaryWords) ?? (finals[0] as string);
}

function part({ stated, holders }: HeldAnswer, answers: number): string {
  const who = holders === 1 ? 'one member holds' : `${holders} members hold`;
  return answers === 1 && holders > 1 ? `all ${holders} members agree on ${stated}` : `${who} ${stated}`;
}

/** Of an answer that is stated as a sentence only what stands at its end: "The correct answer is (B)" is "(B)". */
function shortened(one: HeldAnswer): HeldAnswer {
  const end = /^[A-Z][a-z]+ .* is (\S+?)\.?$/.exec(one.stated)?.[1];
  return end === undefined ? one : { ...one, stated: end };
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
