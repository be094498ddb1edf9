import { z } from 'zod';
import { check, oneOf, settings } from 'agora-voting/internal';

const names = ['tiny', 'small', 'paper'] as const;
export type Size = (typeof names)[number];

const given = settings({
  tiny: z.unknown(),
  small: z.unknown(),
  paper: z.unknown(),
});

/**
 * Selects one of three values by the size that AGORA_SIZE names: `tiny` for a first try with your own model, `small`
 * for a notebook that runs in seconds with simulated agents, `paper` for the paper's own size. Without AGORA_SIZE it
 * is small, or tiny if AGORA_MODEL names a real model, so that opening a notebook does not ask it thousands of
 * questions.
 * @example
 * size({ tiny: 2, small: 20, paper: 100 }, { AGORA_SIZE: 'paper' }); // => 100
 */
export function size<Value>(
  values: Readonly<Record<Size, Value>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Value {
  check('size', given, values);
  const named = env['AGORA_SIZE']?.trim() ?? '';
  if (named === '') return values[isReal(env['AGORA_MODEL']) ? 'tiny' : 'small'];
  check('size', settings({ AGORA_SIZE: oneOf(...names) }), { AGORA_SIZE: named });
  return values[named as Size];
}

function isReal(model = ''): boolean {
  const kind = model.trim();
  return kind !== '' && !kind.startsWith('simulated') && !kind.startsWith('recorded');
}
