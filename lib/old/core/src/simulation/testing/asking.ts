import type { Environment } from '../../environments';
import type { Asked, Situation } from '../../environments/situation';
import { Random } from 'agora-voting';
import { usualBehaviour, type SimulatedBehaviour } from '../../models/simulated-settings';
import { simulate } from '../agent';

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
} as const;

/** Asks the simulated agent of an environment about one of its cases. */
export function asking<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  usual: Partial<Asked> = {},
) {
  return <Act extends Situation<Proposal>['act']>(
    told: Told<Proposal, Act>,
    seed = 1,
    behaviour: Partial<SimulatedBehaviour> = {},
  ) => {
    const { agent = 'Agent 1', agents = [] } = usual;
    const situation = { ...empty, agent, agents, ...told } as unknown as Situation<Proposal> & Asked;
    return simulate(environment, instance, situation, Random.from(seed), { ...usualBehaviour, ...behaviour });
  };
}
