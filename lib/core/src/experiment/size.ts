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
 * One of three values, by the size that AGORA_SIZE names: `tiny` for a first try on a model of one's own, `small` for a
 * notebook that runs in seconds on simulated agents, `paper` for as much as the paper has. Where nothing is named it is
 * small; but tiny where AGORA_MODEL names a real model, so that opening a notebook does not ask it thousands of questions.
 * @throws AgoraError 'setting' when AGORA_SIZE names something else
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
