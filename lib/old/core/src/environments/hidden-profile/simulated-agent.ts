import type { Known, SimulatedAgent } from '../simulated-agent';
import { mentionedIn } from './mentioned';
import type { Fact, ProfileView } from './types';
import { weightOf } from './weigh';

/** What one unit of weight gains in utility: as much as the usual noise. A guess. */
const unit = 1;
/** How many facts it tells at a time. A guess. */
const factsToTell = 2;

/**
 * The simulated agent weighs the facts that it is told and those that it has read in messages, and never knows the
 * answer. In each turn it tells up to two of its own facts that were not mentioned in what it reads: the first two in
 * round 1, the next two in round 2 and so on, in the order of its list, which mixes shared and unshared facts. It
 * remembers what its prompt repeats and nothing else: a debate shows it the last round only, so it forgets there.
 */
export const simulatedMember: SimulatedAgent<string, ProfileView> = {
  utility: (known, option) => unit * weightOf(option, [...known.observed.knows, ...heard(known)]),
  options: ({ observed: { options } }) => options,
  sentence: (known) => {
    const told = factsTold(known);
    return told.length === 0 ? null : told.map(({ text }) => text).join(' ');
  },
};

/** The facts of others that were mentioned to it. */
function heard({ observed: { options, untold }, messages }: Known<string, ProfileView>): readonly Fact[] {
  const found = new Set(messages.flatMap(({ text }) => mentionedIn(text, options, untold)));
  return [...found];
}

function factsTold({ observed, messages, round }: Known<string, ProfileView>): readonly Fact[] {
  const { options, knows } = observed;
  const mentioned = new Set(messages.flatMap(({ text }) => mentionedIn(text, options, knows)));
  const start = (factsToTell * (round - 1)) % knows.length;
  const inTurn = [...knows.slice(start), ...knows.slice(0, start)];
  return inTurn.filter((fact) => !mentioned.has(fact)).slice(0, factsToTell);
}
