/** A negotiation deal. It gives the number of the chosen option for each issue, as in { A: 2, B: 1 }. */
export type Deal = Readonly<Record<string, number>>;

/** Number of options for each issue in a negotiation. */
export type Issues = Readonly<Record<string, number>>;

/** A deal in a message. The speaker proposes the deal, or supports another agent's proposal. */
export interface SpokenDeal {
  readonly kind: 'proposes' | 'supports';
  readonly deal: Deal;
}

/**
 * Reads the deal in a negotiation message. Options must have names such as "A2". The deal is the last passage (the text
 * in DEAL tags, a sentence or a list) that mentions exactly one option for every issue. If there is no such passage,
 * the function combines all passages outside the tags from the last proposal onwards. If those passages do not form a
 * whole deal, it combines all passages outside the tags. A half option ("D2.5") is rounded down, as in the
 * LLM-Deliberation authors' code.
 *
 * A message such as "I agree with the mayor's proposal: A2, B1, ..." supports a deal but does not propose one. Inside
 * DEAL tags, a deal is always a proposal.
 *
 * The authors' code reads only tags, which many models omit. This function also reads other text, but it does not find
 * deals that are described without option names.
 * @returns null if the deal is incomplete, leaves a choice open, or mentions an option that does not exist in the
 *   negotiation
 */
export function readDeal(text: string, issues: Issues): SpokenDeal | null {
  const passages = passagesOf(text, issues);
  for (const [place, { words, isTagged }] of [...passages.entries()].reverse()) {
    const named = optionsIn(words, issues);
    if (!isWhole(named, issues)) continue;
    const deal = dealOf(named, issues);
    if (deal === null) return null;
    if (isTagged || !supports(words)) return { kind: 'proposes', deal };
    return isChangedIn(passages.slice(place + 1), named) ? null : { kind: 'supports', deal };
  }
  return spreadDeal(
    passages.filter(({ isTagged }) => !isTagged).map(({ words }) => words),
    issues,
  );
}

/** Returns the deal that a message proposes, or null. */
export function proposedDeal(text: string, issues: Issues): Deal | null {
  const found = readDeal(text, issues);
  return found?.kind === 'proposes' ? found.deal : null;
}

const proposes =
  /\b(?:propos(?:e|ing)|suggest(?:ing)?|recommend|offer|move that|let us|let's)\b|\bmy (?:deal|proposal|offer)\b/i;
const proposesItself =
  /\b(?:I|we)(?:'d| would| will| also| therefore| like to| want to){0,4} (?:propose|suggest|recommend|offer)\b/i;
const hasReservation = /\b(?:but|however|except|instead)\b/i;
const agreesWithProposal =
  /\b(?:I|we)(?:'m| am| are| can| could| will| would| do| also| \w+ly){0,4} (?:agree (?:with|to)|support|accept|endorse|back|approve|in favou?r of|fine with|happy with|on board with|second)\b[^:;]{1,120}\b(?:proposals?|suggestions?|offers?|deals?|plans?|terms)\b/i;

/** Returns whether a sentence supports an earlier proposal, expresses no reservation, and makes no proposal itself. */
const supports = (sentence: string): boolean =>
  agreesWithProposal.test(sentence) && !proposesItself.test(sentence) && !hasReservation.test(sentence);

/** Reads a deal that is spread over several sentences. */
function spreadDeal(sentences: readonly string[], issues: Issues): SpokenDeal | null {
  const start = sentences.findLastIndex((sentence) => proposes.test(sentence));
  for (const from of new Set([Math.max(0, start), 0])) {
    const own = sentences.slice(from);
    const named = optionsIn(own.join('\n'), issues);
    if (!isWhole(named, issues)) continue;
    const deal = dealOf(named, issues);
    if (deal === null) return null;
    return { kind: own.some(supports) ? 'supports' : 'proposes', deal };
  }
  return null;
}

/** Matches an option: "A2", "A 2" or "D2.5". */
const option = /\b([A-Z]) ?(\d)(?:\.\d)?\b/g;

/** Returns the options that a text mentions, by issue. */
function optionsIn(text: string, issues: Issues): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>();
  for (const [, issue = '', number] of text.matchAll(option))
    if (Object.hasOwn(issues, issue)) named.set(issue, (named.get(issue) ?? new Set()).add(Number(number)));
  return named;
}

/** Returns whether later passages mention other options for the same issues. */
const isChangedIn = (later: readonly Passage[], named: ReadonlyMap<string, ReadonlySet<number>>): boolean =>
  [...named.keys()].some((issue) =>
    later.some(({ words }) =>
      [...(optionsIn(words, { [issue]: 9 }).get(issue) ?? [])].some((one) => !named.get(issue)?.has(one)),
    ),
  );

const isWhole = (named: ReadonlyMap<string, ReadonlySet<number>>, issues: Issues): boolean =>
  named.size === Object.keys(issues).length && [...named.values()].every(({ size }) => size === 1);

function dealOf(named: ReadonlyMap<string, ReadonlySet<number>>, issues: Issues): Deal | null {
  const deal: Record<string, number> = {};
  for (const [issue, options] of Object.entries(issues)) {
    const [number] = named.get(issue) as ReadonlySet<number>;
    if (number === undefined || number < 1 || number > options) return null;
    deal[issue] = number;
  }
  return deal;
}

interface Passage {
  readonly words: string;
  readonly isTagged: boolean;
}

const tagged = /<DEAL>([\s\S]*?)(?:<\/DEAL>|$)/gi;

/** Returns the parts of a text that may contain a whole deal, in the order in which they occur. */
function passagesOf(text: string, issues: Issues): Passage[] {
  const passages: Passage[] = [];
  let at = 0;
  for (const tag of text.matchAll(tagged)) {
    passages.push(...spokenPassages(text.slice(at, tag.index), issues));
    passages.push({ words: tag[1] as string, isTagged: true });
    at = tag.index + tag[0].length;
  }
  return [...passages, ...spokenPassages(text.slice(at), issues)];
}

/**
 * Returns the sentences and lists in a text. A list consists of adjacent lines, each with options for a single issue.
 */
function spokenPassages(text: string, issues: Issues): Passage[] {
  const passages: string[] = [];
  let list: string[] = [];
  const endList = () => {
    if (list.length > 0) passages.push(list.join('\n'));
    list = [];
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (optionsIn(line, issues).size === 1) {
      list.push(line);
      continue;
    }
    endList();
    passages.push(...line.split(/(?<=[.!?])\s+/));
  }
  endList();
  return passages.map((words) => ({ words, isTagged: false }));
}
