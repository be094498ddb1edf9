import { Random } from 'agora-voting';
import type { KnowingSimulatedAgent, Parameter } from '../simulated-agent';
import debaters from './fitted-debaters.json';
import raters from './fitted-raters.json';
import { plausibleMistakes } from './plausible-mistakes';
import type { ChosenAnswer, OpenAnswer, OpenInstance, QuestionInstance } from './types';

/** The model that simulated members stand for when no profile is named. */
const usual = 'gpt-3.5-turbo';
/** The seed of what is a fact about a question: which wrong option is the most tempting. */
const factSeed = 5;

const shared = {
  difficultySpread: {
    value: 1.95,
    range: [0, 10],
    meaning: "standard deviation of the questions' difficulty, the same for all models",
    reason:
      'makes the share of 29 real models that are right vary between the 12,032 questions of MMLU-Pro as it does (reference/difficulty-spread.py); taken for all data sets',
  },
  ratingNoise: {
    value: 0.5,
    range: [0, 10],
    meaning: 'standard deviation of the error when a utility is put on a scale of ratings',
    reason: "a guess: less than half of a rater's noise (whose standard deviation is 1.28 in all)",
  },
  trust: {
    value: 0.5,
    range: [0, 1],
    meaning:
      'weight of the ballots that one is shown against its own utilities, both put on a scale from 0 to 1',
    reason: 'as much as its own view: a guess, so that informed and mis-informed dictators are held out',
  },
} satisfies Record<string, Parameter>;

/**
 * Raters vote as in GEDI. How they err together and how much questions differ is of recorded raters of one model under ten
 * prompts; `skill`, a value for each model and data set, is fitted to Table 2's column 'Blind Dicta.' All other cells of
 * Table 2, and all of Figures 3 to 7, were never looked at in the fit (lib/papers/makers/fit-raters.mjs). They do not listen.
 * Two profiles more are recorded raters throughout: 'llama-13b', and 'fourteen-models', any of fourteen as if all were
 * equally good.
 */
export const simulatedRater: KnowingSimulatedAgent<QuestionInstance, ChosenAnswer> = {
  profiles: { ...profilesOf(raters.skill, (skill) => ({ skill })), ...raters.recorded },
  profile: usual,
  parameters: {
    ...shared,
    skill: {
      value: raters.skill[usual].mmlu,
      range: [-20, 20],
      fitted: true,
      meaning:
        'what a right option gains in utility on a question of usual difficulty; one number for all data sets when set',
      reason: `fitted to GEDI, Table 2, 'Blind Dicta.', for each of 8 models and 3 data sets; here ${usual} on MMLU`,
    },
    sharedBias: {
      value: raters.sharedBias,
      range: [0, 0.999],
      meaning:
        "share of the variance of an option's noise that all raters of one model have in common, so that they err together",
      reason:
        'makes ten raters choose the same option, right or wrong, as often as LLaMA-13B under ten prompts does on 2,886 questions of MMLU; taken for all models and data sets',
    },
    difficultySpread: {
      ...shared.difficultySpread,
      value: raters.difficultySpread,
      reason:
        'makes two raters be right together as often as two of ten prompts of LLaMA-13B are, less what subjects differ; taken for all models and data sets',
    },
    subjectSpread: {
      value: 0.5,
      range: [0, 10],
      meaning: "standard deviation of a model's offset on a subject, where a data set has subjects",
      reason: 'a guess: two fifths of what questions of one subject differ by',
    },
  },
  truth: ({ id, dataset, subject, text, options, letters, answer }) => ({
    id,
    dataset,
    text,
    ...(subject === dataset ? {} : { subject }),
    answers: options.map((name, place) => ({
      name,
      proposal: { answer: letters[place] as string },
      right: letters[place] === answer,
    })),
  }),
};

/**
 * Every parameter of those who debate as in S2-MAD. Fitted to its Tables 1 and 7 (lib/papers/makers/fit-debaters.mjs): `skill` and
 * `tokens`, for each model and data set; `sharedBias` and `recognition`, one value for all, to one cell each. Everything else
 * in the paper was never looked at in the fit.
 */
const debating = {
  profiles: profilesOf(debaters.profiles, (profile) => profile),
  profile: usual,
  parameters: {
    skill: {
      value: debaters.profiles[usual].skill.gsm8k,
      range: [-20, 20],
      fitted: true,
      meaning:
        'what the right answer gains in utility on a question of usual difficulty; one number for all data sets when set',
      reason: `fitted to the accuracies of one chain of thought in Table 1 (three models), and of MAD(5,4) in Table 7 (gpt-4o-mini and gpt-4o-0806, for which no chain of thought is printed); here ${usual} on GSM8K`,
    },
    sharedBias: {
      value: debaters.sharedBias,
      range: [0, 0.999],
      fitted: true,
      meaning:
        "share of the variance of an answer's noise that all debaters of one model have in common, so that they err together",
      reason: `fitted to one cell of Table 1, CoT-SC(40) of gpt-3.5-turbo on GSM8K: the more is shared, the less a vote gains`,
    },
    recognition: {
      value: debaters.recognition,
      range: [-10, 10],
      fitted: true,
      meaning:
        'what the right answer gains where it stands in the prompt, its own earlier answer included: above 0 checking is easier than finding, below 0 right answers are given up more readily than wrong ones',
      reason:
        'fitted to one cell of Table 1, MAD(5,4) of gpt-3.5-turbo on GSM8K (83.6), given loyalty and conformity; the 85.4 that Table 4 prints for MAD on GSM8K would put it near 0',
    },
    loyalty: {
      value: 1,
      range: [0, 20],
      meaning: "what a debater's own earlier answer gains: views persist from round to round",
      reason:
        'a guess: asked again with nothing new, the odds of its earlier answer are about four times what they would be, its own noise being 0.7 wide',
    },
    conformity: {
      value: 1,
      range: [0, 20],
      meaning: 'what an answer gains by those who are seen with it, times ln(1 + their number)',
      reason:
        'a guess: four others weigh ln 5 = 1.6, more than its own earlier answer, and one other ln 2 = 0.7, less',
    },
    plausibilityDecay: {
      value: 0.5,
      range: [0, 10],
      meaning: 'what a wrong answer loses for each place further down the list of those that come to mind',
      reason:
        'a guess: each is chosen about half as often as the one before it, so that wrong answers scatter but not evenly',
    },
    approachShare: {
      value: 0.3,
      range: [0, 1],
      meaning:
        'share of the variance of the shared bias that a way of thinking replaces by its own, where agents are asked for different ones',
      reason: 'a guess: most of what a model gets wrong it gets wrong in any way of thinking',
    },
    tokens: {
      value: debaters.profiles[usual].tokens.gsm8k,
      range: [1, 10_000],
      fitted: true,
      meaning: 'mean number of tokens of a text; one number for all data sets when set',
      reason: `fitted to the tokens that Tables 1 and 7 print, less the prompts; here ${usual} on GSM8K`,
    },
    tokenSpread: {
      value: 0.35,
      range: [0, 2],
      meaning: 'standard deviation of the logarithm of the number of tokens',
      reason:
        "a guess, below the 0.57 (GSM8K) and 0.45 (MMLU) between three different models' first answers to one question in the debates of LLM-Agora",
    },
    ...shared,
  },
} satisfies Omit<KnowingSimulatedAgent<never, never>, 'truth'>;

/** A simulated debater on multiple-choice questions. It errs with the wrong options. */
export const simulatedChoiceDebater: KnowingSimulatedAgent<QuestionInstance, ChosenAnswer> = {
  ...debating,
  truth: ({ id, dataset, text, options, letters, answer }) => ({
    id,
    dataset,
    text,
    answers: [
      { proposal: { answer }, right: true },
      ...temptingOptions({ id, options, letters, answer }).map((wrong) => ({ proposal: { answer: wrong } })),
    ],
  }),
};

/** A simulated debater on questions with free answers. It errs with plausible mistakes. */
export const simulatedOpenDebater: KnowingSimulatedAgent<OpenInstance, OpenAnswer> = {
  ...debating,
  truth: (instance) => {
    const { id, dataset, text, answer } = instance;
    return {
      id,
      dataset,
      text,
      answers: [
        { proposal: { answer }, right: true },
        ...plausibleMistakes(instance).map((wrong) => ({ proposal: { answer: wrong } })),
      ],
    };
  },
};

/** The wrong options' letters, in an order that belongs to the options' words: shuffled options stay as tempting. */
export function temptingOptions({
  id,
  options,
  letters,
  answer,
}: Pick<QuestionInstance, 'id' | 'options' | 'letters' | 'answer'>): string[] {
  const wrong = options
    .map((option, place) => ({ option, letter: letters[place] as string }))
    .filter(({ letter }) => letter !== answer)
    .sort((a, b) => (a.option < b.option ? -1 : 1));
  return Random.from(factSeed, 'wrong options', id)
    .shuffle(wrong)
    .map(({ letter }) => letter);
}

function profilesOf<Fit, Profile>(fits: Readonly<Record<string, Fit>>, profile: (fit: Fit) => Profile) {
  return Object.fromEntries(Object.entries(fits).map(([name, fit]) => [name, profile(fit)]));
}
