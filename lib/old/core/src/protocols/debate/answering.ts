import type { Environment, Prose } from '../../environments/environment';
import type { Situation, Shared } from '../../environments/situation';
import type { Json, JsonSchema, Reading } from 'agora-voting/internal';
import type { Sampling } from '../../models/chat-model';
import type { Answer, Session } from '../protocol';
import { charactersIn, upTo, wordsIn, type MaxTokens } from '../shared/answer-size';
import { jsonOnly, proposalSchema, readProposalAnswer } from '../shared/answers';
import type { Candidates } from '../shared/candidates';

/** How debaters answer in an environment: in prose if answers can be read from prose, otherwise as JSON. */
export interface Answering<Instance, Proposal> {
  /** How a reply must end. */
  readonly words: string;
  readonly sampling: Sampling;
  readonly format?: { readonly name: string; readonly schema: JsonSchema };
  readonly read: (value: unknown) => Reading<Proposal>;
  /** Null if answers are not in prose: groups then cannot be summarised. */
  readonly prose: Prose<Instance, Proposal> | null;
  /** What a simulated agent is told. @param read - the answers that it has read, and its own latest one */
  situation(read: Shared<Proposal>): Situation<Proposal>;
}

export function answeringIn<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  maxTokens: MaxTokens<'prose' | 'message'>,
): Answering<Instance, Proposal> {
  const { prose } = environment;
  if (prose !== undefined)
    return {
      words: [
        `Write at most ${wordsIn(charactersIn(maxTokens.prose, 0.8))} words.`,
        prose.ending(instance),
      ].join(' '),
      sampling: upTo(maxTokens.prose),
      read: (value) => prose.read(instance, String(value)),
      prose,
      situation: (read) => ({ act: 'debate', ...read }),
    };
  const format = environment.proposalFormat(instance);
  const maxLength = charactersIn(maxTokens.message, 0.5);
  const schema = proposalSchema({ format, maxLength, mayBeNull: false });
  return {
    words: [
      `Reason in at most ${wordsIn(maxLength)} words. ${jsonOnly}`,
      '{"reason_for_decision": "<your reasoning>", "proposal": <your proposal>}',
      `A proposal has this form: ${format.text}`,
    ].join('\n'),
    sampling: upTo(maxTokens.message, schema),
    format: { name: 'answer', schema },
    read: (value) => {
      const reading = readProposalAnswer(value, (inner) => environment.readProposal(instance, inner));
      if (!reading.ok) return reading;
      const { proposal } = reading.value;
      return proposal === null
        ? { ok: false, reason: 'a debate needs an answer: "proposal" must not be null' }
        : { ok: true, value: proposal };
    },
    prose: null,
    situation: (read) => ({ act: 'propose', mayKeep: false, ...read }),
  };
}

/** Records a usable answer: its words, and the answer they express. @returns the answer's id */
export function recordAnswer<I, P>(
  session: Session<I, P>,
  candidates: Candidates<I, P>,
  place: { readonly round: number; readonly phase: string },
  {
    by,
    to,
    answer,
  }: {
    readonly by: string;
    readonly to: readonly string[];
    readonly answer: Extract<Answer<P>, { kind: 'answered' }>;
  },
): string {
  const { environment, instance } = session;
  const { text, value } = answer;
  const candidate = candidates.idOf(value);
  const score = environment.score(instance, value);
  session.record({ type: 'message', ...place, from: by, to, text });
  session.record({ type: 'proposal', ...place, by, candidate, proposal: value as Json, score });
  return candidate;
}
