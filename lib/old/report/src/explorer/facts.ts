import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { costOf, pricesOf, readCounts } from 'agora-core/internal';
import type { ChatModel } from 'agora-core/models';
import { readRun, type RunDescription } from 'agora-core/transcripts';
import { inWords } from '../entries';
import type { Fact } from './data';
import type { Explorable } from './sources';

/** How much of a long setting is told. */
const longest = 1000;

/**
 * What was run, for the head of the page: for a run its record and its cost; for a recorded set its source, and of our own
 * live runs how each was made.
 */
export function factsOf(what: Explorable): Fact[] {
  if ('folder' in what) return factsOfRun(what.folder);
  const { title, models, source, licence, evidence } = what as unknown as Readonly<Record<string, unknown>>;
  const runs = what.runs?.() ?? [];
  return told([
    ['evidence', evidence],
    ['set', title],
    ['models', models],
    ...factsOfSet(runs.map(({ description }) => description)),
    ['source', source],
    ['licence', licence],
    ...runs.map(
      ({ entry, condition, description }) => [`${entry} / ${condition}`, madeHow(description)] as const,
    ),
  ]);
}

/** What the runs of a set were made with, each value once. */
function factsOfSet(runs: readonly RunDescription[]): (readonly [string, string])[] {
  const values: Readonly<Record<string, (run: RunDescription) => unknown>> = {
    protocol: ({ protocol }) => protocol.name,
    rule: ({ protocol }) => protocol.settings['rule'],
    environment: ({ environment }) => environment.name,
    temperature: ({ sampling }) => sampling['temperature'] ?? 'as the endpoint chose',
    stopping: ({ stop }) => (stop === null ? 'none' : stop.name),
    seed: ({ seed }) => seed,
    versions: ({ versions }) => inWords(versions),
  };
  return Object.entries(values).map(([name, valueOf]) => {
    const known = runs.map(valueOf).filter((value) => value !== undefined && value !== null);
    return [name, [...new Set(known.map((value) => inWords(value)))].join(', ')] as const;
  });
}

/** How one run of a set was made, in a line. */
function madeHow({ protocol, environment, sampling, stop, seed }: RunDescription): string {
  return [
    withSettings(protocol.name, protocol.settings),
    withSettings(environment.name, environment.settings),
    `temperature ${inWords(sampling['temperature'] ?? 'as the endpoint chose')}`,
    ...(stop === null ? [] : [`stopped by ${withSettings(stop.name, stop.settings)}`]),
    `seed ${inWords(seed)}`,
  ].join('; ');
}

function factsOfRun(folder: string): Fact[] {
  const { environment, protocol, model, stop, sampling, seed, facts, collaborations, versions, created } =
    readRun(folder);
  const { rule, ...ofProtocol } = protocol.settings;
  const spent = hasCounts(folder) ? spentOn(folder, model) : undefined;
  return told([
    ['protocol', withSettings(protocol.name, ofProtocol)],
    ['rule', rule],
    ['environment', withSettings(environment.name, environment.settings)],
    ['model', withSettings(model.name, model.settings)],
    ['temperature', sampling['temperature'] ?? 'as the endpoint chose'],
    ['stopping', stop === null ? 'none' : withSettings(stop.name, stop.settings)],
    ['seed', seed],
    ['evidence', model.evidence],
    ['model says', facts === undefined || Object.keys(facts).length === 0 ? undefined : inWords(facts)],
    ['cost', spent],
    ['collaborations', collaborations],
    ['versions', inWords(versions)],
    ['begun', created.slice(0, 16).replace('T', ' ')],
  ]);
}

/** Larger files without counts beside them are not read through for the sake of one line. */
const mostToCount = 20_000_000;

/** Whether calls and tokens are known at once: a run keeps them beside its events. */
function hasCounts(folder: string): boolean {
  const events = join(folder, 'events.jsonl');
  return (
    existsSync(join(folder, 'state.json')) || (existsSync(events) && statSync(events).size < mostToCount)
  );
}

/** Calls, tokens, and what they cost where prices are known. */
function spentOn(folder: string, model: RunDescription['model']): string {
  const { tokens, calls, paid } = readCounts(folder);
  const prices = model.evidence === 'live' ? pricesOf(model as unknown as ChatModel) : undefined;
  const parts = [
    `${calls.toLocaleString('en')} calls`,
    `${tokens.inputTokens.toLocaleString('en')} tokens in, ${tokens.outputTokens.toLocaleString('en')} out`,
    ...(prices === undefined ? [] : [`$${costOf(paid, prices).toPrecision(3)}`]),
  ];
  return parts.join(', ');
}

/** A part's name and its settings: "roundTable (rounds 3, order fixed)". */
function withSettings(name: string, settings: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(settings).flatMap(([key, value]) =>
    value === null || value === name ? [] : [`${key} ${inWords(value)}`],
  );
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

/** The facts that are known, cut where they are long. */
const told = (facts: readonly (readonly [string, unknown])[]): Fact[] =>
  facts.flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '') return [];
    const text = inWords(value);
    return [{ name, value: text.length > longest ? `${text.slice(0, longest)}…` : text }];
  });
