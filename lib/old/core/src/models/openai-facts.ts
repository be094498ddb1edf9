import { z } from 'zod';
import type { JsonObject } from 'agora-voting/internal';
import type { ModelFacts } from './chat-model';
import { httpFetch } from './http-fetch';
import type { Endpoint } from './openai-endpoint';

/** How long an endpoint may take to describe itself, in milliseconds, and the largest reply. */
const patience = 5000;
const mostBytes = 4_000_000;

/**
 * The context of hosted models, in tokens, by the beginning of their names, as their provider documents it. The first
 * match counts.
 */
const hosted: readonly (readonly [name: string, contextTokens: number])[] = [
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo-instruct', 4_096],
  ['gpt-3.5-turbo', 16_385],
  ['gpt-5', 400_000],
  ['o1-mini', 128_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4-mini', 200_000],
];

/**
 * An endpoint's context in tokens: from vLLM's list of models (`max_model_len`; other servers call it
 * `context_length`), from llama.cpp's `/props` (of one slot), or from a table for OpenAI's own models.
 * @returns what is known; nothing if the endpoint does not answer, or not in time
 */
export async function endpointFacts(
  endpoint: Endpoint,
  model: string,
  signal?: AbortSignal,
): Promise<ModelFacts> {
  if (endpoint.official) {
    const [, contextTokens] = hosted.find(([name]) => model.startsWith(name)) ?? [];
    return contextTokens === undefined ? {} : { contextTokens };
  }
  const [list, props] = await Promise.all([
    ask(endpoint, `${endpoint.address}/models`, signal),
    ask(endpoint, `${endpoint.address.replace(/\/v\d+$/, '')}/props`, signal),
  ]);
  const contextTokens = readProps(props)?.contextTokens ?? readList(list, model);
  const details = readProps(props)?.details;
  return {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(details === undefined ? {} : { details }),
  };
}

/** The JSON at an address of the endpoint; undefined if anything goes wrong. */
async function ask(endpoint: Endpoint, address: string, signal?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(patience);
  const url = new URL(address);
  for (const [name, value] of Object.entries(endpoint.query)) url.searchParams.set(name, value);
  try {
    const response = await httpFetch(mostBytes)(url.href, {
      headers: { Authorization: `Bearer ${endpoint.key}`, ...endpoint.headers },
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    return response.ok ? ((await response.json()) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

const tokens = z.int().positive();
const listed = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        max_model_len: tokens.nullish(),
        context_length: tokens.nullish(),
        context_window: tokens.nullish(),
      }),
    )
    .min(1),
});

function readList(list: unknown, model: string): number | undefined {
  const { data } = listed.safeParse(list);
  const all = data?.data ?? [];
  const entry = all.find(({ id }) => id === model) ?? (all.length === 1 ? all[0] : undefined);
  return entry?.max_model_len ?? entry?.context_length ?? entry?.context_window ?? undefined;
}

const llamaProps = z.object({
  default_generation_settings: z.object({ n_ctx: tokens }),
  total_slots: z.int().nullish(),
  build_info: z.string().nullish(),
});

function readProps(props: unknown): { contextTokens: number; details: JsonObject } | undefined {
  const { data } = llamaProps.safeParse(props);
  if (data === undefined) return undefined;
  const { default_generation_settings: settings, total_slots: slots, build_info: build } = data;
  return {
    contextTokens: settings.n_ctx,
    details: { server: 'llama.cpp', slots: slots ?? null, build: build ?? null },
  };
}
