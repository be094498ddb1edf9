import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';

/*
 * The four choices of a strategy (section 3 and Figure 2), by the paper's own symbols.
 */
const choices = {
  governance: {
    G1: 'nobody leads: the group ends when all agree, or by a vote after the last round',
    G2: 'an instructor, who is no member, ends the discussion and decides',
  },
  participation: {
    P1: 'everybody speaks in every round',
    P2: 'from the second round on each agent decides for itself whether to speak',
    P3: 'from the second round on the instructor names those who speak, in their order',
  },
  interaction: {
    I1: 'all speak at the same time',
    I2: 'one after the other in a fixed order, hearing who spoke before',
    I3: 'one after the other in a new random order each round',
    I4: 'all speak at the same time, each to those whom it names, or to everybody if it names nobody',
  },
  context: {
    C1: 'everything that was said in the last round, and nothing from before',
    C2: 'your own summary of all rounds, and everything that was said in the last one',
    C3: 'a summary by the instructor, the same for all',
  },
} as const;

type Governance = keyof typeof choices.governance;
type Participation = keyof typeof choices.participation;
type Interaction = keyof typeof choices.interaction;
type Context = keyof typeof choices.context;

/** A way to collaborate, by its name in the paper's tables. */
export type StrategyName = `${Governance}-${Participation}-${Interaction}-${Context}`;

export interface Strategy {
  readonly name: StrategyName;
  readonly governance: Governance;
  readonly participation: Participation;
  readonly interaction: Interaction;
  readonly context: Context;
}

/** Why four choices cannot be combined; null if they can. */
function conflict({
  governance,
  participation,
  interaction,
  context,
}: Omit<Strategy, 'name'>): string | null {
  const led = governance === 'G2';
  if (!led && participation === 'P3') return 'P3 has an instructor name who speaks, and G1 has no instructor';
  if (!led && context === 'C3') return 'C3 has an instructor sum up, and G1 has no instructor';
  if (participation === 'P3' && interaction === 'I3')
    return 'P3 has the instructor set the order of speaking, and I3 draws it';
  return null;
}

const keysOf = <Key extends string>(object: Readonly<Record<Key, string>>): Key[] =>
  Object.keys(object) as Key[];
const all: readonly Strategy[] = keysOf(choices.governance).flatMap((governance) =>
  keysOf(choices.participation).flatMap((participation) =>
    keysOf(choices.interaction).flatMap((interaction) =>
      keysOf(choices.context).map((context): Strategy => {
        const name = `${governance}-${participation}-${interaction}-${context}` as const;
        return { name, governance, participation, interaction, context };
      }),
    ),
  ),
);

/**
 * The names of all strategies whose four choices can be combined: the nine of the paper's Figure 4, and forty more.
 * Only two kinds are excluded: strategies without the instructor that they need, and a random order under an
 * instructor who sets the order. The paper restricts more: I3 only with G1-P1, I4 only with G1-P2, C2 suits G1
 * (sections 3.4 and 3.5). Here they combine freely, so that one choice can vary while the others stay the same.
 * @example
 * protocols.strategies().length; // => 49
 */
export function strategies(): StrategyName[] {
  return all.filter((one) => conflict(one) === null).map(({ name }) => name);
}

/**
 * A strategy by its name.
 * @throws AgoraError 'setting' when there is no strategy of that name, or when its choices cannot be combined, with
 * the reason
 */
export function strategyOf(name: string): Strategy {
  const found = all.find((one) => one.name === name);
  if (found === undefined) {
    const near = closest(name, strategies());
    throw new AgoraError(
      'setting',
      `discussion needs a strategy like "G1-P1-I1-C1" as strategy, got ${JSON.stringify(name)}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
    );
  }
  const why = conflict(found);
  if (why !== null)
    throw new AgoraError('setting', `discussion cannot combine the choices of ${name}: ${why}`);
  return found;
}

/** The four choices in words, for prompts. */
export function inWords({ governance, participation, interaction, context }: Strategy): string[] {
  return [
    choices.governance[governance],
    choices.participation[participation],
    choices.interaction[interaction],
    `what you see of the discussion: ${choices.context[context]}`,
  ].map((line) => `- ${line}`);
}
