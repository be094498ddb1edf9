import type { Environment } from '../../environments';
import type { Asked, Situation } from '../../environments/situation';
import { Random } from 'agora-voting';
import { simulate } from '../member';
import type { Profile } from '../parameters';

type SituationOf<Proposal, Act> = Extract<Situation<Proposal>, { act: Act }>;
/** The parts of a situation that a test sets; omitted parts are empty. */
export type Told<Proposal, Act extends Situation<Proposal>['act']> = { readonly act: Act } & Partial<
  SituationOf<Proposal, Act> & Asked
>;

const empty = {
  round: 1,
  rounds: 10,
  agent: 'Agent 1',
  agents: [],
  messages: [],
  standing: null,
  candidates: [],
  mayKeep: true,
  ballot: 'choice',
  points: 10,
  scale: { lowest: 1, highest: 5 },
  reasoned: true,
  ballotsSeen: [],
  approach: null,
} as const;

/** Asks a member of an environment, about one of its cases. */
export function asking<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  usual: Partial<Asked> & Profile = {},
) {
  /** A profile is resolved once per object. */
  const profiles = new Map<string, Profile>();
  return <Act extends Situation<Proposal>['act']>(
    told: Told<Proposal, Act>,
    seed = 1,
    { profile = usual.profile, parameters = usual.parameters }: Profile = {},
    about = instance,
  ) => {
    const { agent = 'Agent 1', agents = [] } = usual;
    const situation = { ...empty, agent, agents, ...told } as unknown as Situation<Proposal> & Asked;
    const asked = { ...(profile && { profile }), ...(parameters && { parameters }) };
    const key = JSON.stringify(asked);
    const given = profiles.get(key) ?? asked;
    profiles.set(key, given);
    return simulate(environment, about, situation, Random.from(seed), given);
  };
}
