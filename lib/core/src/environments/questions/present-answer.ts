import type { Presented } from '../presented';

type Data = Readonly<Record<string, unknown>>;

/** An answer, beside the right one. */
export function presentAnswer(instance: unknown, proposal: unknown): Presented {
  const {
    answer: right,
    letters,
    options,
    choices,
  } = instance as {
    readonly answer: unknown;
    readonly letters?: readonly string[];
    readonly options?: readonly string[];
    readonly choices?: readonly string[];
  };
  const given = typeof proposal === 'object' ? (proposal as Data | null)?.['answer'] : proposal;
  const texts = options ?? choices ?? [];
  const textOf = (answer: unknown) => {
    const place = (letters ?? [...'ABCDEFGHIJ']).indexOf(String(answer));
    return texts[place] === undefined ? String(answer) : `${String(answer)}. ${texts[place]}`;
  };
  return {
    rowsAre: '',
    columns: ['answer'],
    against: 'the right answer, as the case has it',
    rows: [{ name: '', cells: [{ value: textOf(given), against: textOf(right) }] }],
  };
}
