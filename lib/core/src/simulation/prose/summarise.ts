import type { Random } from 'agora-voting';

/** An answer that some agents in a group give. */
export interface HeldAnswer {
  /** In the requested form. */
  readonly stated: string;
  readonly holders: number;
  /** The key word of its reasoning, from the question. */
  readonly about: string;
}

/** The most words of a summary (S2-MAD, Table 5). */
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
 * A group's views in at most 80 words (separated by spaces): how many agents give each answer, most frequent first,
 * and why; at the end, every answer in the requested form. If words are short, the reasons are dropped first, then
 * the sentence about who gives which answer. The rarest answers are dropped only if the answers alone exceed 80
 * words.
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

/** The end of an answer that is stated as a sentence: "The correct answer is (B)" becomes "(B)". */
function shortened(one: HeldAnswer): HeldAnswer {
  const end = /^[A-Z][a-z]+ .* is (\S+?)\.?$/.exec(one.stated)?.[1];
  return end === undefined ? one : { ...one, stated: end };
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
