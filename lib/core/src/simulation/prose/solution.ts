import type { Random } from 'agora-voting';

export type StepKind = 'compute' | 'reason' | 'check';

/** One step of a solution, independent of the words of a particular agent. */
export interface Step {
  readonly kind: StepKind;
  /** "16 minus 3"; empty in a step that computes nothing. */
  readonly sum: string;
  /** The result of the sum. */
  readonly result: string;
  /** Two different words of the question. */
  readonly first: string;
  readonly second: string;
  /** Selects the usual phrasing of the step, from 0 to 1. */
  readonly manner: number;
}

/** Steps without end: they repeat after 24 (usually in other words). */
export interface Solution {
  step(number: number): Step;
}

const stepsEach = 24;
/** The number of first steps that all solutions of one question share, whatever their answer. */
const stepsShared = 2;

/**
 * The reasoning for one answer to a question. It is the same for everybody who gives this answer, so that texts for
 * one answer are more similar than texts for two. The intermediate results are invented from the question's numbers,
 * and prove nothing. Steps are drawn when they are first needed.
 * @param shared - the question's own random stream
 */
export function solutionOf(text: string, key: string, shared: Random): Solution {
  const [numbers, words] = [numbersOf(text), wordsOf(text)];
  const own = shared.split(key);
  const steps: Step[] = [];
  let reached: number | null = null;
  const next = (random: Random): Step => {
    const draw = random.uniform();
    const kind = draw < 0.2 ? 'check' : numbers.length >= 2 && draw < 0.75 ? 'compute' : 'reason';
    const place = random.below(words.length);
    const first = words[place] as string;
    const second = words[(place + 1 + random.below(words.length - 1)) % words.length] as string;
    const manner = random.uniform();
    if (kind !== 'compute') return { kind, sum: '', result: '', first, second, manner };
    const left: number = reached !== null && random.chance(0.6) ? reached : random.pick(numbers);
    const { sum, result } = compute(left, random.pick(numbers), random);
    reached = result;
    return { kind, sum, result: String(result), first, second, manner };
  };
  return {
    step: (number) => {
      const wanted = number % stepsEach;
      while (steps.length <= wanted) steps.push(next(steps.length < stepsShared ? shared : own));
      return steps[wanted] as Step;
    },
  };
}

/** The key word of a solution: from its first step that other solutions do not share. */
export function topicOf(solution: Solution): string {
  return solution.step(stepsShared).first;
}

const signs = ['plus', 'minus', 'times', 'divided by'] as const;

/** A sum with a simple result: above 0, below a million, at most two decimals. */
function compute(a: number, b: number, random: Random): { readonly sum: string; readonly result: number } {
  const from = random.below(signs.length);
  for (let tried = 0; tried < signs.length; tried++) {
    const sign = signs[(from + tried) % signs.length] as (typeof signs)[number];
    const exact = { plus: a + b, minus: a - b, times: a * b, 'divided by': a / b }[sign];
    const result = Math.round(exact * 100) / 100;
    if (result > 0 && result < 1_000_000) return { sum: `${a} ${sign} ${b}`, result };
  }
  return { sum: `${a} plus ${b}`, result: a + b };
}

/** The numbers of a question, in order, without duplicates and large ones. At most 12. */
export function numbersOf(text: string): number[] {
  const found = text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const numbers = found.map((one) => Number(one.replaceAll(',', ''))).filter((one) => one < 1_000_000);
  return [...new Set(numbers)].slice(0, 12);
}

const common = new Set(
  (
    'about after all also another answer answers because been before being both boxed choice correct could does done ' +
    'each either even every final following form frac from give given have having here however into just left ' +
    'less made make many more most much must only option options other over question rather right same should since ' +
    'some such text than that their them then there these they this those through under until used using very want ' +
    'were what when where whether which while whose will with would your three four five seven eight nine eleven twelve ' +
    'twenty thirty hundred find know need needs takes gets goes says makes gives wants start starts'
  ).split(' '),
);
const otherwise = ['condition', 'quantity', 'relation', 'statement'];

/**
 * Words of a question that its solutions can mention: in lower case, of 4 to 14 letters, without LaTeX commands. At
 * most 24, without duplicates, and at least two: general words are added if the question has fewer.
 */
export function wordsOf(text: string): string[] {
  const found = text.replaceAll(/\\[a-zA-Z]+/g, ' ').match(/(?<![\w-])[a-z]{4,14}(?![\w-])/g) ?? [];
  const words = [...new Set(found)].filter((word) => !common.has(word)).slice(0, 24);
  return words.length >= 2 ? words : [...words, ...otherwise.filter((word) => !words.includes(word))];
}
