import type { Presented } from '../presented';

type Data = Readonly<Record<string, unknown>>;

/** An answer next to the right one. A wrong answer is marked if it is one of several options. */
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
  const isAmong = [...(letters ?? []), ...texts].includes(String(right)) || textOf(right) !== String(right);
  const isWrong = isAmong && String(given) !== String(right);
  return {
    rowsAre: '',
    columns: ['answer'],
    against: 'the right answer, as the case has it',
    rows: [
      {
        name: '',
        cells: [{ value: textOf(given), against: textOf(right), ...(isWrong && { fails: true }) }],
      },
    ],
  };
}
