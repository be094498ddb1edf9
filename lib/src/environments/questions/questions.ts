import { raterOrDebaterBehaviour } from './choice-behaviour';
import { choiceMembers, type ChoiceQuestionEnvironment } from './choice-members';
import { backgroundText, taskText } from './prompts';
import { questionSource } from './question-source';
import { requireWhole } from './require-number';
import type { QuestionSet } from './types';

export interface QuestionSettings {
  /** Collaboration i is about question i of the set; there must be as many as collaborations. */
  readonly set: QuestionSet;
  /** How many raters answer. Default 10, as in GEDI. */
  readonly raters?: number;
  /** At most so many worked examples of the question's subject are shown before it. Default 5, as in GEDI. */
  readonly shots?: number;
  /** Whether the options come in an order drawn for each collaboration, or in the data set's. Default true. */
  readonly shuffleOptions?: boolean;
  /** What to call the questions in the run's record. Default the set's name. */
  readonly name?: string;
}

/**
 * Multiple-choice questions: several raters answer one question, and exactly one option is right. Source: GEDI, section
 * 5.1, where ten raters of one model rank the options of MMLU, MMLU-Pro and ARC-Challenge.
 *
 * The paper does not say whether it moved the options about; here they are shuffled, the same for all raters of a group,
 * so that a liking for "A" is no knowledge. Options such as "all of the above" then need not come last. A digest of the
 * questions is recorded with the settings: a run that is resumed on others is noticed. Debates run on it too, with these
 * raters and examples; `choiceQuestions` asks as S2-MAD does.
 * @throws AgoraError 'setting' when the settings or questions make no sense, or there are too few questions
 */
export function questions(settings: QuestionSettings): ChoiceQuestionEnvironment {
  const { set, raters = 10, shots = 5, shuffleOptions = true, name = set.name } = settings;
  requireWhole('questions', 'raters', raters, 1);
  requireWhole('questions', 'shots', shots, 0);
  const { digest, instance } = questionSource('questions', { set, shots, shuffleOptions });
  const roster = Array.from({ length: raters }, (_, place) => ({
    name: `Rater ${place + 1}`,
    background: backgroundText(place + 1),
  }));
  return {
    name: 'questions',
    settings: { data: name, questions: set.questions.length, digest, raters, shots, shuffleOptions },
    instance,
    agents: () => roster,
    task: taskText,
    ...choiceMembers,
    behaviour: raterOrDebaterBehaviour,
  };
}
