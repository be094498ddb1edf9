import type { Environment } from '../../environments/environment';
import { isTextAnswerEnvironment, type TextAnswerEnvironment } from '../../environments/text-answer';
import type { JsonSchema, Reading } from '../../json';
import { proposalSchema, readProposalAnswer } from '../round-table/answers';

/** How debaters answer in an environment: in prose, where it can be read out of prose, else as JSON. */
export interface Answering<Proposal> {
  readonly act: 'debate' | 'propose';
  /** What a reply must end in. */
  readonly words: string;
  readonly format?: { readonly name: string; readonly schema: () => JsonSchema };
  readonly read: (value: unknown) => Reading<Proposal>;
  /** Null where answers are not given in prose: then groups cannot be summed up. */
  readonly prose: TextAnswerEnvironment<unknown, Proposal> | null;
}

export function answeringIn<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
): Answering<Proposal> {
  if (isTextAnswerEnvironment(environment))
    return {
      act: 'debate',
      words: environment.textFormat(instance),
      read: (value) => environment.readText(instance, String(value)),
      prose: environment as unknown as TextAnswerEnvironment<unknown, Proposal>,
    };
  const format = environment.proposalFormat(instance);
  return {
    act: 'propose',
    words: [
      'Answer with this JSON object and nothing else:',
      '{"reason_for_decision": "<your reasoning>", "proposal": <your proposal>}',
      `A proposal has this form: ${format.text}`,
    ].join('\n'),
    format: { name: 'answer', schema: () => proposalSchema(format) },
    read: (value) => {
      const reading = readProposalAnswer(value, (inner) => environment.readProposal(instance, inner));
      if (!reading.ok) return reading;
      const { proposal } = reading.value;
      return proposal === null
        ? { ok: false, reason: 'a debate needs an answer: "proposal" must not be null' }
        : { ok: true, value: proposal };
    },
    prose: null,
  };
}
