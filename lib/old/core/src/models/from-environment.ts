import { AgoraError } from 'agora-voting';
import { check } from 'agora-voting/internal';
import { z } from 'zod';
import type { ChatModel } from './chat-model';
import { local } from './local/local';
import { openai, type Variables } from './openai';
import { recorded } from './recorded';
import { simulated } from './simulated';

const forms =
  '"simulated", "local" or "local:WEIGHTS" (a name that "npx agora models" lists, a .gguf file, or hf:OWNER/REPOSITORY/FILE.gguf), ' +
  '"openai:MODEL" (any OpenAI-compatible endpoint) or "recorded:FOLDER"';

/**
 * The model that a short text names, as in AGORA_MODEL and on the command line.
 * @throws AgoraError 'setting' listing the valid forms when the text names no model, or when the model cannot be set
 * up
 * @example
 * models.parseModel('simulated').evidence; // => 'simulated'
 */
export function parseModel(text: string, env: Variables = process.env): ChatModel {
  check('parseModel', z.string({ error: `a model's name: ${forms}` }), text);
  const [kind, rest] = splitOnce(text.trim());
  if (kind === 'simulated') {
    if (rest === undefined) return simulated();
    throw new AgoraError(
      'setting',
      `There is one simulated agent, and it imitates no model: use "simulated" in place of ${JSON.stringify(text)}`,
    );
  }
  if (kind === 'local' && rest !== '') return local(rest === undefined ? {} : { weights: rest });
  if (kind === 'openai' && rest) return openai({ model: rest }, env);
  if (kind === 'recorded' && rest) return recorded(rest);
  throw new AgoraError('setting', `"${text}" names no model: use ${forms}`);
}

/**
 * The model that AGORA_MODEL names, or the simulated model if it is not set.
 * @example
 * models.fromEnvironment({ AGORA_MODEL: 'simulated' }).name; // => 'simulated'
 */
export function fromEnvironment(env: Variables = process.env): ChatModel {
  const text = env['AGORA_MODEL'];
  return parseModel(text === undefined || text.trim() === '' ? 'simulated' : text, env);
}

/** Splits at the first colon only, since a model's own name may contain colons. */
function splitOnce(text: string): [string, string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1).trim()];
}
