import type { Json, JsonSchema } from 'agora-voting/internal';

/** The longest range of whole numbers that is written as a list. Grammars have no numeric bounds. */
const mostListed = 1001;
/** The most lists without repetition that are written out. */
const mostSpelledOut = 120;

/**
 * A JSON schema in the subset of the language that node-llama-cpp can turn into grammars. The subset has `type`,
 * `const`, `enum`, `oneOf`, objects (`properties`, `required`, `additionalProperties`), arrays (`items`,
 * `prefixItems`, `minItems`, `maxItems`) and strings (`minLength`, `maxLength`).
 *
 * `anyOf` becomes `oneOf`. A short range of whole numbers becomes an `enum`. A list without repetition
 * (`uniqueItems`, such as a ranking) of few options becomes `oneOf` of all such lists. Such a grammar cannot express
 * other numeric bounds, `uniqueItems` of many options, or patterns. They are omitted, and the reader of the answer
 * checks them.
 */
export function grammarSchema(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, type } = schema;
  const alternatives = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (alternatives !== undefined) return { oneOf: alternatives.map(grammarSchema) };
  if (schema['const'] !== undefined) return keep(schema, 'const');
  if (schema['enum'] !== undefined) return keep(schema, 'enum');
  if (Array.isArray(type))
    return { oneOf: type.map((one: string) => grammarSchema({ ...schema, type: one })) };
  switch (type) {
    case 'object':
      return objectSchema(schema);
    case 'array':
      return arraySchema(schema);
    case 'string':
      return keep(schema, 'type', 'minLength', 'maxLength');
    case 'integer':
      return integerSchema(schema);
    default:
      return keep(schema, 'type');
  }
}

function objectSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, additionalProperties } = schema;
  const made = keep(schema, 'type', 'required', 'minProperties', 'maxProperties');
  made['properties'] = Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, of]) => [name, grammarSchema(of)]),
  );
  if (typeof additionalProperties === 'object' && additionalProperties !== null)
    made['additionalProperties'] = grammarSchema(additionalProperties as JsonSchema);
  else made['additionalProperties'] = additionalProperties === true;
  return made;
}

function arraySchema(schema: JsonSchema): JsonSchema {
  const { items, prefixItems } = schema;
  const spelledOut = withoutRepetition(schema);
  if (spelledOut !== null) return spelledOut;
  const made = keep(schema, 'type', 'minItems', 'maxItems');
  if (items !== undefined) made['items'] = grammarSchema(items as JsonSchema);
  if (prefixItems !== undefined) made['prefixItems'] = (prefixItems as JsonSchema[]).map(grammarSchema);
  return made;
}

/** All lists that contain each option at most once; null if the schema does not ask for this, or if they are too many. */
function withoutRepetition(schema: JsonSchema): JsonSchema | null {
  const options = (schema['items'] as JsonSchema | undefined)?.['enum'] as readonly Json[] | undefined;
  if (schema['uniqueItems'] !== true || options === undefined) return null;
  const least = (schema['minItems'] as number | undefined) ?? 0;
  const most = Math.min(options.length, (schema['maxItems'] as number | undefined) ?? options.length);
  let lists: (readonly Json[])[] = [[]];
  const kept: (readonly Json[])[] = [];
  for (let length = 0; length <= most; length++) {
    if (length >= least) kept.push(...lists);
    if (kept.length > mostSpelledOut || lists.length > mostSpelledOut) return null;
    lists = lists.flatMap((list) =>
      options.filter((option) => !list.includes(option)).map((option) => [...list, option]),
    );
  }
  if (kept.length === 0) return null;
  return {
    oneOf: kept.map((list) => ({
      type: 'array',
      prefixItems: list.map((option) => ({ const: option })),
      minItems: list.length,
      maxItems: list.length,
    })),
  };
}

function integerSchema(schema: JsonSchema): JsonSchema {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (minimum === undefined || maximum === undefined) return { type: 'integer' };
  const [first, last] = [Math.ceil(minimum), Math.floor(maximum)];
  if (last < first || last - first >= mostListed) return { type: 'integer' };
  return { enum: Array.from({ length: last - first + 1 }, (_, place) => first + place) };
}

function keep(schema: JsonSchema, ...names: readonly string[]): Record<string, Json> {
  const kept: Record<string, Json> = {};
  for (const name of names) {
    const value = schema[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
