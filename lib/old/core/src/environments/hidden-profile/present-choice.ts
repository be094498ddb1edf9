import type { Presented } from '../presented';
import type { HiddenProfileInstance } from './types';
import { weightOf } from './weigh';

/** The options side by side: which is chosen, and the value of each by all facts and by the shared facts. */
export function presentChoice(instance: HiddenProfileInstance, choice: string): Presented {
  const { options, shared, unshared, answer } = instance;
  const all = [...shared, ...unshared.flat()];
  return {
    rowsAre: 'option',
    columns: ['chosen', 'by all facts', 'by shared facts'],
    rows: options.map((option) => ({
      name: option,
      cells: [
        option === choice ? { value: 'chosen', ...(option !== answer && { fails: true }) } : { value: '' },
        { value: weightOf(option, all) },
        { value: weightOf(option, shared) },
      ],
    })),
  };
}
