import type { Environment } from '../environments/environment';
import type { Asked, SeenMessage, Situation } from '../environments/situation';
import type { Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Judged } from './cast-ballot';
import type { Member } from './member';
import type { Values } from './parameters';

/*
 * What members and their instructor do in a group with a strategy (protocols/discussion): they state their views,
 * choose whether to speak and to whom, name speakers, summarise, and conclude.
 */

type Collaborating<Proposal> = Extract<
  Situation<Proposal>,
  { act: 'state' | 'join' | 'direct' | 'conclude' }
> &
  Asked;

export function isCollaborating<Proposal>(
  situation: Situation<Proposal> & Asked,
): situation is Collaborating<Proposal> {
  return ['state', 'join', 'direct', 'conclude'].includes(situation.act);
}

/**
 * The answer to one of the four questions. It depends on three parameters of the simulated agent. `misjudgement`
 * (default 0): the probability that an agent speaks when it need not, or is silent when it should speak. `attention`
 * (default 1): the probability that an instructor names an agent who disagrees with it; with 1 - `attention` it names
 * one who agrees. `assurance` (default 0.5): the share of its confidence that the best judgement must have before an
 * instructor ends the discussion. An instructor without `assurance` has no view of its own: it counts the supporters
 * of each judgement.
 */
export function collaborate<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  situation: Collaborating<Proposal>,
  member: Member<Proposal>,
  values: Values,
  random: Random,
): Json {
  const { agent, agents, candidates } = situation;
  const { misjudgement = 0, attention = 1, assurance } = values;
  // Two streams of one name give the same draws, so the member states the view that it judges by.
  const mind = () => random.split('mind');
  if (situation.act === 'state' || situation.act === 'join') {
    const { proposal } = member.best(mind());
    const key = environment.proposalKey(proposal);
    const others = candidates
      .filter((one) => environment.proposalKey(one.proposal) !== key)
      .flatMap(({ by }) => by);
    if (situation.act === 'join') {
      const isRelevant = others.length > 0;
      return { speak: random.chance(misjudgement) ? !isRelevant : isRelevant };
    }
    const { message } = member.speak(mind());
    const answer = { reason_for_decision: message, proposal: proposal as Json };
    const differing = others.filter((name) => name !== agent && agents.includes(name));
    return situation.mayAddress ? { target: differing, ...answer } : answer;
  }
  const judged: readonly Judged[] =
    assurance === undefined
      ? candidates.map(({ id, by }) => ({ id, utility: Math.log(by.length) }))
      : member.judge(mind());
  const top = judged.reduce<Judged | undefined>(
    (best, one) => (best === undefined || one.utility > best.utility ? one : best),
    undefined,
  );
  const favourite = candidates.find(({ id }) => id === top?.id);
  if (situation.act === 'direct') {
    const differs = (name: string) => favourite?.by.includes(name) !== true;
    const named = agents.filter((name) => random.chance(differs(name) ? attention : 1 - attention));
    return { speakers: [...named.filter(differs), ...named.filter((name) => !differs(name))] };
  }
  const confidence = judged.map(({ utility }) =>
    Math.exp((utility - (top?.utility ?? 0)) / (member.habits.unit ?? 1)),
  );
  const share = 1 / confidence.reduce((sum, one) => sum + one, 0);
  const mustDecide = situation.act === 'conclude' && situation.mustDecide;
  const isSure = mustDecide || share >= (assurance ?? 0.5);
  return favourite === undefined || !isSure
    ? { reason_for_decision: 'This is still open.', proposal: null }
    : { reason_for_decision: 'This has the most for it.', proposal: favourite.proposal as Json };
}

/**
 * A summary of what was said, with one line for each speaker's latest words. The agent's own earlier summary is
 * copied line by line. Each line is lost with probability 1 - `retention` (`retention` is 1 by default).
 */
export function sumUp(
  messages: readonly SeenMessage[],
  { agent, agents }: Asked,
  { retention = 1 }: Values,
  random: Random,
): string {
  const latest = new Map<string, string>();
  for (const { from, text } of messages) {
    const [, name = '', words = ''] = /^([^:]*): (.*)$/s.exec(text) ?? [];
    const isOwnLine = from === agent && agents.includes(name);
    latest.set(isOwnLine ? name : from, isOwnLine ? words : text);
  }
  const kept = [...latest].filter(() => random.chance(retention));
  return kept.length === 0
    ? 'Nothing has come up that decides it.'
    : kept.map(([name, text]) => `${name}: ${text.replaceAll('\n', ' ')}`).join('\n');
}
