import { choiceDebaterBehaviour } from './choice-behaviour';
import { choiceMembers, type ChoiceQuestionEnvironment } from './choice-members';
import { choiceTask } from './choice-prompts';
import { questionSource } from './question-source';
import { requireWhole } from './require-number';
import type { QuestionSet } from './types';

export interface ChoiceQuestionSettings {
  /** Collaboration i is about question i of the set; there must be as many as collaborations. */
  readonly set: QuestionSet;
  /** How many agents debate. Default 5, as in most rows of S2-MAD's tables. */
  readonly agents?: number;
  /** Whether the options come in an order drawn for each collaboration, or in the data set's. Default false. */
  readonly shuffleOptions?: boolean;
  /** What to call the questions in the run's record. Default the set's name. */
  readonly name?: string;
}

/**
 * Multiple-choice questions as debates have them: zero-shot, agents who know nothing but the question, reasoning in prose
 * with the letter at its end. Source: S2-MAD (MMLU and GPQA; section 4.1, Tables 5 and 6). The paper does not say that it
 * moved options about, so they stand in the data set's order. The same questions with raters and worked examples, as
 * elections have them: `questions`.
 * @throws AgoraError 'setting' when the settings or questions make no sense, or there are too few questions
 */
export function choiceQuestions(settings: ChoiceQuestionSettings): ChoiceQuestionEnvironment {
  const { set, agents = 5, shuffleOptions = false, name = set.name } = settings;
  requireWhole('choiceQuestions', 'agents', agents, 1);
  const { digest, instance } = questionSource('choiceQuestions', { set, shots: 0, shuffleOptions });
  const roster = debateRoster(agents);
  return {
    name: 'choice-questions',
    settings: { data: name, questions: set.questions.length, digest, agents, shuffleOptions },
    instance,
    agents: () => roster,
    task: choiceTask,
    ...choiceMembers,
    behaviour: choiceDebaterBehaviour,
  };
}

/** "Agent 1", "Agent 2", ...: who debates, and that each is told nothing of its own. */
export function debateRoster(agents: number): { readonly name: string; readonly background: string }[] {
  return Array.from({ length: agents }, (_, place) => ({ name: `Agent ${place + 1}`, background: '' }));
}
