import { readJson } from '../read-json';

/*
 * Whether a text is a refusal: the model declines to take part at all. The test is conservative: the text must begin
 * with a sentence about helping, assisting or taking part in general, or about being an AI that cannot.
 */

const apology = "(?:i['’]?m|i am|we['’]re|we are) (?:very |so |really |truly |terribly )?sorry";
const cannot =
  "(?:(?:i|we)(?: can['’]?t| can ?not| won['’]?t| will not|['’]?m unable to| am unable to|['’]?m not able to| am not able to))";
const help =
  '(?:assist|help(?! (?:but|it\\b|myself))|comply|fulfill|fulfil|participate|engage|continue with this|answer (?:this|that|your)|respond to (?:this|that|your)|provide (?:that|this|an answer|assistance|any)|generate (?:that|this)|discuss (?:that|this))';
const anAi =
  "(?:i['’]?m|i am|as) (?:just |only |merely )?an? (?:ai\\b|artificial intelligence|(?:large )?language model)";
const isUnable =
  "(?:can['’]?t|can ?not|unable|not (?:able|capable)|(?:do not|don['’]?t) have (?:the |any )?(?:capability|ability|capacity|access|opinions?|preferences?|personal)|won['’]?t)";

const openings = [
  // "I'm sorry, but I can't assist with that." "Sorry, I cannot help with this."
  new RegExp(
    `^(?:${apology}|sorry|apologies|my apologies|i apologi[sz]e)\\b[^.!?\\n]{0,60}?\\b${cannot} (?:\\w+ ){0,2}${help}`,
  ),
  // "I can't assist with that request." "I cannot fulfill your request."
  new RegExp(
    `^(?:unfortunately,? )?${cannot} (?:\\w+ ){0,2}${help}(?:\\b.{0,40})?(?:request|that|this|your)\\b`,
  ),
  // "As an AI language model, I cannot …", "I'm sorry, but I'm an AI and don't have the capability …"
  new RegExp(`^(?:(?:${apology}|sorry)[, ]+(?:but )?)?${anAi}[^.!?\\n]{0,100}?\\b${isUnable}`),
];

/** The number of characters that are searched. Refusals come at the beginning of a text. */
const looked = 300;

/**
 * Whether a reply is a refusal, in prose or inside a JSON answer: "I'm sorry, but I can't assist with that", or an
 * object whose message or reason is such a sentence. Declining an offer ("I can't accept that price") is not a
 * refusal.
 */
export function isRefusal(reply: string): boolean {
  const begin = reply.trimStart();
  if (!/^(?:[{[]|```)/.test(begin)) return declines(begin);
  // Most answers contain none of these words and need not be parsed.
  if (!/sorry|can['’]?t|can ?not|unable|not able|\bAI\b|language model|apolog/i.test(begin)) return false;
  const json = readJson(reply);
  return json.ok && textsIn(json.value).some(declines);
}

function declines(text: string): boolean {
  const begin = text
    .trimStart()
    .replace(/^["'“*_]+/, '')
    .slice(0, looked)
    .toLowerCase();
  return openings.some((opening) => opening.test(begin));
}

/** The texts of an object or list, at its first two levels. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 2) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}
