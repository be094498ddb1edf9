import { AgoraError } from 'agora-voting';
import { listOf, number, object, shown, text } from 'agora-voting/internal';
import type { HiddenProfileCase } from './types';
import { favoured } from './weigh';

const fact = object('a fact', { text: text(10_000), option: text(), weight: number() });

/** Schema of a case. */
export const caseGiven = object('a case', {
  id: text(),
  task: text(100_000),
  options: listOf('options', text(), 2),
  answer: text(),
  shared: listOf('shared facts', fact, 1),
  unshared: listOf('members with facts of their own', listOf('unshared facts', fact, 1), 2),
});

/**
 * Checks that a case is a hidden profile: shared facts favour one option, which is wrong; no member can find the right
 * one from its own facts and the shared ones; all facts together favour the right one alone.
 * @throws AgoraError 'setting' naming the case and what it lacks
 */
export function needHiddenProfile({ id, options, answer, shared, unshared }: HiddenProfileCase): void {
  const need = (wanted: string): never => {
    throw new AgoraError('setting', `hiddenProfile needs ${wanted} in case "${id}"`);
  };
  if (new Set(options).size < options.length) need('options that differ');
  const everything = [...shared, ...unshared.flat()];
  if (!options.includes(answer)) need(`one of ${options.join(', ')} as answer, got ${shown(answer)},`);
  for (const one of everything)
    if (!options.includes(one.option))
      need(`facts about ${options.join(', ')}, got one about ${shown(one.option)},`);
  const misleading = favoured(options, shared);
  if (misleading.length > 1 || misleading[0] === answer)
    need(`shared facts that favour one wrong option, got ones that favour ${misleading.join(' and ')},`);
  unshared.forEach((own, place) => {
    const best = favoured(options, [...shared, ...own]);
    if (best.length === 1 && best[0] === answer)
      need(`members who cannot find ${answer} alone, and member ${place + 1} of ${unshared.length} can,`);
  });
  const best = favoured(options, everything);
  if (best.length > 1 || best[0] !== answer)
    need(`facts that together favour ${answer}, got ones that favour ${best.join(' and ')},`);
}
