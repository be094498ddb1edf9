import type { Json } from 'agora-voting/internal';
import { capability, type Session, type UsableTool } from '../protocol';

const noArguments = { type: 'object', properties: {}, additionalProperties: false };

/**
 * The paper's tools (section 2.2.5), for an agent to call while it plans. They know what the agent believes, not the
 * truth. If an argument is invalid, they return an error that the agent is told.
 */
export function toolsOn<Instance, Proposal>(
  { environment, instance }: Session<Instance, Proposal>,
  belief: Json,
): UsableTool[] {
  const solver = capability('deliberation with tools', environment, 'solver');
  const format = environment.proposalFormat(instance);
  return [
    {
      name: 'solver',
      description: 'The best decision if all that you believe is so, and what it would be worth.',
      parameters: noArguments,
      use: async () => {
        const { proposal, reward } = await solver.solve(instance, belief);
        return { proposal: proposal as Json, reward };
      },
    },
    {
      name: 'calculator',
      description:
        'What is possible if all that you believe is so, what is missing for the rest, and what is wrong with a proposal, if you give one.',
      parameters: { ...noArguments, properties: { proposal: format.schema() } },
      use: (given) => {
        const wanted = (given as { proposal?: unknown } | null)?.proposal ?? null;
        if (wanted === null) return solver.calculate(instance, belief, null);
        const reading = environment.readProposal(instance, wanted);
        if (!reading.ok) throw new Error(reading.reason);
        return solver.calculate(instance, belief, reading.value);
      },
    },
  ];
}
