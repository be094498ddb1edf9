import { AgoraError } from '../error';
import type { Variables } from './endpoint';
import { local } from './local';
import type { Model } from './model';
import { openai } from './openai';
import { simulated } from './simulated';

let isSaid = false;

/**
 * Creates the model that AGORA_MODEL names: "openai:MODEL" for any OpenAI-compatible endpoint (with OPENAI_API_KEY and
 * OPENAI_BASE_URL), "local:FILE.gguf", or "simulated". If AGORA_MODEL is not set, agents are simulated.
 */
export function fromEnvironment(env: Variables = process.env): Model {
  const named = env['AGORA_MODEL']?.trim() ?? '';
  if (named === '' && !isSaid) {
    isSaid = true;
    console.warn(
      'AGORA_MODEL is not set, so agents are simulated. Set it to "openai:MODEL" to use a language model.',
    );
  }
  if (named === '' || named === 'simulated') return simulated();
  const colon = named.indexOf(':');
  const [kind, name] = [named.slice(0, Math.max(colon, 0)), named.slice(colon + 1).trim()];
  if (kind === 'openai' && name !== '') return openai({ model: name }, { env });
  if (kind === 'local' && name !== '') return local(name);
  throw new AgoraError(
    `AGORA_MODEL is "${named}". Set it to "openai:MODEL", "local:FILE.gguf" or "simulated".`,
  );
}
