import type { Environment } from '../environments/environment';
import type { Asked, SeenMessage, Situation } from '../environments/situation';
import type { SimulatedBehaviour } from '../models/simulated-settings';
import type { Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import { favourite } from './cast-ballot';
import type { Mind } from './mind';

/*
 * What agents and their instructor do in a group with a strategy (protocols/discussion): they state their views,
 * choose whether to speak and to whom, name speakers, summarise, and conclude.
 */

type InStrategy<Proposal> = Extract<Situation<Proposal>, { act: 'state' | 'join' | 'direct' | 'conclude' }> &
  Asked;

export function isInStrategy<Proposal>(
  situation: Situation<Proposal> & Asked,
): situation is InStrategy<Proposal> {
  return ['state', 'join', 'direct', 'conclude'].includes(situation.act);
}

/**
 * The answer to one of the four questions. An agent wishes to speak if others differ from it, unless it stops. An
 * instructor names those who differ from the judgement that it likes best. It takes that judgement once all hold it,
 * when it must decide, and otherwise with the probability `stops`.
 */
export function answerInStrategy<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  situation: InStrategy<Proposal>,
  mind: Mind<Proposal>,
  speak: (proposal: Proposal) => { readonly message: string },
  { stops }: SimulatedBehaviour,
  random: Random,
): Json {
  const { agent, agents, candidates } = situation;
  if (situation.act === 'state' || situation.act === 'join') {
    const proposal = mind.best(random);
    const key = environment.proposalKey(proposal);
    const differing = candidates
      .filter((one) => environment.proposalKey(one.proposal) !== key)
      .flatMap(({ by }) => by)
      .filter((name) => name !== agent && agents.includes(name));
    if (situation.act === 'join') return { speak: differing.length > 0 && !random.chance(stops) };
    const answer = { reason_for_decision: speak(proposal).message, proposal: proposal as Json };
    return situation.mayAddress ? { target: differing, ...answer } : answer;
  }
  const top = favourite(mind.judge(random));
  const liked = candidates.find(({ id }) => id === top?.id);
  if (situation.act === 'direct')
    return { speakers: agents.filter((name) => liked?.by.includes(name) !== true) };
  const isSettled = candidates.length === 1 || situation.mustDecide || random.chance(stops);
  return liked === undefined || !isSettled
    ? { reason_for_decision: 'This is still open.', proposal: null }
    : { reason_for_decision: 'This has the most for it.', proposal: liked.proposal as Json };
}

/**
 * A summary of what was said, with one line for each speaker's latest words. The agent's own earlier summary is
 * copied line by line.
 */
export function sumUp(messages: readonly SeenMessage[], { agent, agents }: Asked): string {
  const latest = new Map<string, string>();
  for (const { from, text } of messages) {
    const [, name = '', words = ''] = /^([^:]*): (.*)$/s.exec(text) ?? [];
    const isOwnLine = from === agent && agents.includes(name);
    latest.set(isOwnLine ? name : from, isOwnLine ? words : text);
  }
  return latest.size === 0
    ? 'Nothing has come up that decides it.'
    : [...latest].map(([name, text]) => `${name}: ${text.replaceAll('\n', ' ')}`).join('\n');
}
