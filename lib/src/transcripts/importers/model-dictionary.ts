import { isDeeperThan, type JsonObject, type Reading } from '../../json';
import { deepest, readPythonLiteral } from './python-literal';

export interface DictionaryReading {
  readonly value: JsonObject;
  /** What it took: JSON, a Python literal, or one whose inner quotes are not escaped. */
  readonly written: 'json' | 'python' | 'loose python';
}

/**
 * Reads the dictionary that a model was asked for, as JSON or as Python prints one, with or without text around it.
 * @returns why not, when there is none in it
 */
export function readModelDictionary(text: string): Reading<DictionaryReading> {
  const whole = readDictionary(text.trim());
  if (whole.ok) return whole;
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  const inner = from >= 0 && to > from ? readDictionary(text.slice(from, to + 1)) : whole;
  return inner.ok ? inner : whole;
}

function readDictionary(text: string): Reading<DictionaryReading> {
  const json = readJson(text);
  if (isDictionary(json)) return { ok: true, value: { value: json, written: 'json' } };
  const strict = readPythonLiteral(text);
  if (strict.ok && isDictionary(strict.value))
    return { ok: true, value: { value: strict.value, written: 'python' } };
  if (strict.ok) return { ok: false, reason: 'it is no dictionary' };
  const loose = readPythonLiteral(text, 'loose');
  if (loose.ok && isDictionary(loose.value))
    return { ok: true, value: { value: loose.value, written: 'loose python' } };
  return { ok: false, reason: `it is no dictionary: ${strict.reason}` };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDictionary(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeeperThan(deepest, value)
  );
}
