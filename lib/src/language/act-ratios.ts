import { check, object, oneOf, settings as settingsOf } from '../check';
import { dialogueActs, labelledGiven, type DialogueAct, type LabelledCollaboration } from './dialogue-act';

/** The dialogue acts of one round, over all collaborations. */
export interface RoundActs {
  /** Counted from 1. */
  readonly round: number;
  /** The share for each act; null where there is nothing to take a share of. */
  readonly ratios: Readonly<Record<DialogueAct, number | null>>;
  /** What the shares are of: collaborations that played this round, or messages. */
  readonly n: number;
  /** Messages of the round that could not be labelled: none of their acts are in the shares. */
  readonly unlabelled: number;
}

export interface ActRatioSettings {
  readonly shareOf?: 'collaborations' | 'messages';
}

const ratioArguments = object('arguments', {
  collaborations: labelledGiven,
  settings: settingsOf({ shareOf: oneOf('collaborations', 'messages').optional() }),
});

/**
 * The ratio of dialogue acts in each round (RoundTable, Table 9). The paper does not say what it is a share of.
 *
 * Default `collaborations`: the share of collaborations in whose round any message performs the act. `messages`: the
 * share of the round's messages that perform it. Table 9 speaks for the former: a message labelled Others has no other
 * act, so among messages the ratio of Others and that of any act cannot sum to more than 1; but they do, beyond rounding,
 * in 71 of the table's 120 columns (unanimous, recommendation system, round 1: Inform 1.00, Others 0.03). It takes
 * that the paper's labeller, too, gave Others alone.
 *
 * A round that was played counts even when nobody spoke in it; messages without labels count as messages that perform
 * nothing, so that with any of them a ratio is a lower bound.
 * @example
 * const labelled = [{ collaboration: 0, round: 1, agent: 'Ann', acts: ['Inform'] as const }];
 * const talk = { collaboration: 0, agents: ['Ann', 'Ben'], rounds: 1, labelled, unlabelled: [] };
 * language.actRatios([talk])[0]?.ratios.Inform; // => 1
 */
export function actRatios(
  collaborations: readonly LabelledCollaboration[],
  settings: ActRatioSettings = {},
): RoundActs[] {
  check('actRatios', ratioArguments, { collaborations, settings });
  const { shareOf = 'collaborations' } = settings;
  const rounds = Math.max(0, ...collaborations.map((collaboration) => collaboration.rounds));
  return Array.from({ length: rounds }, (_, place) => {
    const round = place + 1;
    const played = collaborations.filter((collaboration) => collaboration.rounds >= round);
    const messages = played.map(({ labelled }) => labelled.filter((message) => message.round === round));
    const unlabelled = played.flatMap((one) =>
      one.unlabelled.filter((message) => message.round === round),
    ).length;
    const cases =
      shareOf === 'messages'
        ? messages.flat().map(({ acts }) => acts)
        : messages.map((said) => said.flatMap(({ acts }) => acts));
    const n = cases.length + (shareOf === 'messages' ? unlabelled : 0);
    const share = (act: DialogueAct) => cases.filter((acts) => acts.includes(act)).length / n;
    const ratios = dialogueActs.map((act) => [act, n === 0 ? null : share(act)] as const);
    return { round, ratios: Object.fromEntries(ratios) as RoundActs['ratios'], n, unlabelled };
  });
}
