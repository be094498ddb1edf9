import { AgoraError } from 'agora-voting';
import type { JsonObject } from 'agora-voting/internal';
import type { Measurable } from '../row';
import type { RunDescription } from '../transcripts';

export type Fields = Readonly<Record<string, string | number | null>>;

/**
 * The conditions that tell runs apart by their records: those of `environment`, `protocol`, `rule`, `model` and
 * `stop` that differ. If these are not enough, also the single settings that differ, by their path in the record
 * (`protocol.rounds`, `sampling.temperature`, `seed`). One run alone has no conditions.
 * @returns for each run the values of these fields; null if its record has none
 * @throws AgoraError 'setting' when the records of two runs do not differ
 */
export function recordedConditions(runs: readonly Measurable[]): Fields[] {
  const found = recordedDifferences(runs.map(({ description }) => description));
  const pair = firstPair(found);
  if (pair === null) return found;
  const [one, other] = pair;
  throw new AgoraError(
    'setting',
    `measure cannot tell run ${one + 1} and run ${other + 1} of the list apart by their records: name the conditions, as in { condition: { first: run, second: other } }`,
  );
}

/**
 * The records' values of some fields: parts (`rule`, `model`) or single settings by their path (`protocol.rounds`).
 * @returns for each run the values of these fields; null if its record has none
 * @throws AgoraError 'setting' naming a field that no record has, and the existing ones
 */
export function recordedFields(runs: readonly Measurable[], names: readonly string[]): Fields[] {
  const all = runs.map(({ description }): Fields =>
    description === undefined ? {} : { ...partsOf(description), ...settingsOf(description) },
  );
  const known = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new AgoraError(
      'setting',
      known.length === 0
        ? `measure needs runs with a record for by: "${unknown}", and these have none (imported conversations): name the conditions, as in { ${unknown}: { first: run } }`
        : `measure knows no field "${unknown}" for by: the records have ${known.join(', ')}`,
    );
  return all.map((fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null])));
}

/** The fields in which any records differ. Some records may be equal. */
export function recordedDifferences(records: readonly (RunDescription | undefined)[]): Fields[] {
  const parts = records.map((record) => (record === undefined ? {} : partsOf(record)));
  const named = differing(parts);
  if (firstPair(named) === null) return named;
  return differing(
    records.map((record, place) => ({
      ...parts[place],
      ...(record === undefined ? {} : settingsOf(record)),
    })),
  );
}

function partsOf({ environment, protocol, model, stop }: RunDescription): Fields {
  const { rule } = protocol.settings;
  return {
    environment: environment.name,
    protocol: protocol.name,
    rule: typeof rule === 'string' ? rule : null,
    model: model.name,
    stop: stop?.name ?? 'none',
  };
}

function settingsOf({ environment, protocol, model, stop, sampling, seed }: RunDescription): Fields {
  const fields: Record<string, string | number | null> = { seed };
  const add = (part: string, settings: JsonObject): void => {
    for (const [name, value] of Object.entries(settings))
      // The protocol's rule already is a field.
      if (value !== null && !(part === 'protocol' && name === 'rule'))
        fields[`${part}.${name}`] =
          typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
  };
  add('environment', environment.settings);
  add('protocol', protocol.settings);
  add('model', model.settings);
  if (stop !== null) add('stop', stop.settings);
  add('sampling', sampling);
  return fields;
}

/** The fields whose values are not all equal. */
function differing(all: readonly Fields[]): Fields[] {
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  const kept = names.filter((name) => new Set(all.map((fields) => fields[name] ?? null)).size > 1);
  return all.map((fields) => Object.fromEntries(kept.map((name) => [name, fields[name] ?? null])));
}

/** The indices of the first two that are equal; null if there are none. */
function firstPair(all: readonly Fields[]): readonly [number, number] | null {
  const seen = new Map<string, number>();
  for (const [place, fields] of all.entries()) {
    const key = JSON.stringify(fields);
    const before = seen.get(key);
    if (before !== undefined) return [before, place];
    seen.set(key, place);
  }
  return null;
}
