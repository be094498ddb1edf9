import { Random } from '../../../random';
import type { OpenQuestionSet } from '../open-types';
import { requireRange } from '../require-number';

export interface ArithmeticGeneration {
  /** How many questions. Default 100. */
  readonly count?: number;
  /** Default 7. */
  readonly seed?: number;
  /** How many digits each number has, from 1 to 6. Default 2. */
  readonly digits?: number;
}

/**
 * Arithmetic questions "What is the result of a+b*c+d-e*f?", with their exact answers. The template is the one of S2-MAD's
 * Table 5, which had it from earlier debates (Du et al. 2023); the paper cites Brown et al. (2020) for the data, whose own
 * tasks have at most three numbers. How large the paper's numbers are is not stated: here each has two digits (10 to 99),
 * every one as likely. Texts may repeat among very many questions; ids do not.
 * @throws AgoraError 'setting' when a number is out of its range
 */
export function generateArithmetic(settings: ArithmeticGeneration = {}): OpenQuestionSet {
  const { count = 100, seed = 7, digits = 2 } = settings;
  requireRange('generateArithmetic', 'count', count, 1, 1_000_000);
  requireRange('generateArithmetic', 'digits', digits, 1, 6);
  requireRange('generateArithmetic', 'seed', seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const least = digits === 1 ? 1 : 10 ** (digits - 1);
  const random = Random.from(seed, 'arithmetic', digits);
  return {
    name: `arithmetic (${digits} digits, seed ${seed})`,
    questions: Array.from({ length: count }, (_, place) => {
      const chance = random.split(place + 1);
      const draw = (): number => least + chance.below(10 ** digits - least);
      const [a, b, c, d, e, f] = [draw(), draw(), draw(), draw(), draw(), draw()];
      return {
        id: `${seed}/${digits}/${place + 1}`,
        dataset: 'arithmetic',
        subject: 'arithmetic',
        text: `What is the result of ${a}+${b}*${c}+${d}-${e}*${f}?`,
        answer: String(a + b * c + d - e * f),
      };
    }),
  };
}
