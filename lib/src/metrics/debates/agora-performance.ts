import { check, object } from '../../check';
import { collaborationsGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { agoraAnswerOf, agoraInstance } from './agora-reading';

/** A published score of LLM-Agora, made again. */
export interface AgoraScore {
  readonly data: 'gsm8k' | 'mmlu';
  readonly round: number;
  readonly questions: number;
  /** As their files have it: a share from 0 to 1, not percent. */
  readonly score: number;
}

/**
 * LLM-Agora's published scores from its published answers, by its own reading (`agoraAnswerOf`) and its own scoring: a
 * question is right when any model is right, except that in MMLU it counts 0 when nothing was read of the last model's.
 * @throws AgoraError 'debate-record' for debates from elsewhere
 * @example
 * await metrics.agoraPerformance([]); // => []
 */
export async function agoraPerformance(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<AgoraScore[]> {
  check('agoraPerformance', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  const sums = new Map<string, { data: 'gsm8k' | 'mmlu'; round: number; questions: number; right: number }>();
  for await (const collaboration of collaborations) {
    const { data } = agoraInstance(collaboration.instance);
    for (let round = 1; round <= (collaboration.finished?.rounds ?? 0); round++) {
      const answers = eventsOf(collaboration, 'message')
        .filter((message) => message.round === round)
        .map(({ text }) => agoraAnswerOf(text, collaboration.instance));
      const lastMissing = data === 'mmlu' && (answers.at(-1) ?? null) === null;
      const right = !lastMissing && answers.some((answer) => answer?.correct === true);
      const sum = sums.get(`${data} ${round}`) ?? { data, round, questions: 0, right: 0 };
      sums.set(`${data} ${round}`, {
        ...{ data, round, questions: sum.questions + 1, right: sum.right + (right ? 1 : 0) },
      });
    }
  }
  return [...sums.values()].map(({ right, ...row }) => ({ ...row, score: right / row.questions }));
}
