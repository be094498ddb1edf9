import type { Dataset } from './dataset';

/**
 * Our own runs on real models, packed completely (`npx agora live`, then lib/papers/makers/pack-live.mjs). Those that are
 * committed are in data/recorded, each with the model's licence.
 */
export const liveSets: readonly Dataset[] = [
  played({
    weights: 'qwen2.5-coder-1.5b',
    title: 'Our protocols on Qwen2.5-Coder-1.5B-Instruct',
    address: 'Qwen2.5-Coder-1.5B-Instruct-GGUF',
  }),
  played({
    weights: 'qwen2.5-coder-0.5b',
    title: 'Our protocols on Qwen2.5-Coder-0.5B-Instruct',
    address: 'Qwen2.5-Coder-0.5B-Instruct-GGUF',
  }),
  played({
    plan: 'hidden-profiles',
    weights: 'qwen2.5-coder-0.5b',
    title: 'Hidden profiles by Qwen2.5-Coder-0.5B-Instruct',
    address: 'Qwen2.5-Coder-0.5B-Instruct-GGUF',
  }),
  played({
    plan: 'crossed',
    weights: 'qwen2.5-coder-0.5b',
    title: 'Seven ways of deciding with equal tokens by Qwen2.5-Coder-0.5B-Instruct',
    address: 'Qwen2.5-Coder-0.5B-Instruct-GGUF',
  }),
  played({
    plan: 'stopping',
    weights: 'qwen2.5-coder-1.5b',
    title: 'Round tables ended by information distance by Qwen2.5-Coder-1.5B-Instruct',
    address: 'Qwen2.5-Coder-1.5B-Instruct-GGUF',
  }),
];

interface PlayedSet {
  /** A further plan of the kit, by its name. Default: plan.json. */
  readonly plan?: string;
  readonly weights: string;
  readonly title: string;
  readonly address: string;
}

function played({ plan, weights, title, address }: PlayedSet): Dataset {
  const name = plan === undefined ? `live-${weights}` : `live-${plan}-${weights}`;
  const file = plan === undefined ? 'plan.json' : `${plan}-plan.json`;
  const option = plan === undefined ? '' : `--plan ${plan} `;
  return {
    name: name,
    title: `${title}: every prompt and reply, as far as the plan was played`,
    licence: 'MIT (ours); the model is under Apache-2.0: may be used and shared with its notice',
    cite: `Agora Lab. 2026. Live runs of the plan in lib/papers/src/live/${file}.`,
    size: 'under 15 MB',
    files: [],
    holds: { ending: '.jsonl.gz', atLeast: 1 },
    fetch: null,
    byHand: `npx agora live ${option}--model local:${weights} plays the plan (weights: https://huggingface.co/Qwen/${address}); node lib/papers/makers/pack-live.mjs FOLDER packs it`,
    sharedFolder: name,
  };
}
