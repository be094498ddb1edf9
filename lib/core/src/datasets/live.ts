import type { Dataset } from './dataset';

/**
 * Our own runs on real models, packed completely (`npx agora live`, then lib/papers/makers/pack-live.mjs). Those that are
 * committed are in data/recorded, each with the model's licence.
 */
export const liveSets: readonly Dataset[] = [
  played({
    weights: 'qwen2.5-coder-1.5b',
    title: 'Qwen2.5-Coder-1.5B-Instruct',
    address: 'Qwen2.5-Coder-1.5B-Instruct-GGUF',
  }),
  played({
    weights: 'qwen2.5-coder-0.5b',
    title: 'Qwen2.5-Coder-0.5B-Instruct',
    address: 'Qwen2.5-Coder-0.5B-Instruct-GGUF',
  }),
];

function played({
  weights,
  title,
  address,
}: {
  readonly weights: string;
  readonly title: string;
  readonly address: string;
}): Dataset {
  const name = `live-${weights}`;
  return {
    name: name,
    title: `Our protocols on ${title}: every prompt and reply, as far as the plan was played`,
    licence: 'MIT (ours); the model is under Apache-2.0: may be used and shared with its notice',
    cite: 'Agora Lab. 2026. Live runs of the plan in lib/papers/src/live/plan.json.',
    size: 'under 15 MB',
    files: [],
    holds: { ending: '.jsonl.gz', atLeast: 1 },
    fetch: null,
    byHand: `npx agora live --model local:${weights} plays the plan (weights: https://huggingface.co/Qwen/${address}); node lib/papers/makers/pack-live.mjs FOLDER packs it`,
    sharedFolder: name,
  };
}
