import type { Environment } from '../environments/environment';
import type { Asked, SeenMessage, Situation } from '../environments/situation';
import type { Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Judged } from './cast-ballot';
import type { Member } from './member';
import type { Values } from './parameters';

/*
 * What members, and their instructor, do in a group that works by a strategy (protocols/collaboration): they state their
 * view, choose whether to speak and to whom, name speakers, sum up, and conclude.
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
 * The answer to one of the four questions. Parameters, where a simulated agent lists them: `misjudgement` (else 0), the chance that
 * one speaks when it need not and is silent when it should speak; `attention` (else 1), the chance that an instructor names
 * somebody who differs from it, and 1 less it somebody who does not; `assurance` (else 0.5), the share of its confidence
 * that the best judgement must have before an instructor ends the discussion. An instructor whose simulated agent lists no
 * `assurance` has no view of its own: it goes by how many stand behind a judgement.
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
  // Two streams of one name draw alike: what it says is what it judges.
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
 * A summary of what was said, a line for each speaker's latest words. One's own earlier summary is taken over line by line.
 * Each line is lost with the chance of 1 less `retention` (else 1).
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
