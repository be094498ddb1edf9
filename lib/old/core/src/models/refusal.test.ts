import { describe, expect, it } from 'vitest';
import { recorded } from '../transcripts';
import { damageKinds } from './damage';
import { Random } from 'agora-voting';
import { isRefusal } from './refusal';

/** All that was said in a recorded set. */
function* saidIn(name: Parameters<typeof recorded>[0]): Generator<string> {
  for (const { events } of recorded(name))
    for (const event of events) {
      if (event.type === 'message') yield event.text;
      else if (event.type === 'proposal' && event.reason !== undefined) yield event.reason;
    }
}
const refusalsIn = (name: Parameters<typeof recorded>[0]) => [...saidIn(name)].filter(isRefusal);

describe('isRefusal', () => {
  it.each([
    "I'm sorry, but I can't assist with that.",
    'I’m sorry, but I can’t assist with that request.',
    'Sorry, I cannot help with this.',
    'I am sorry, but I am unable to participate in this conversation.',
    "I can't assist with that request.",
    'I cannot fulfill your request.',
    'As an AI language model, I cannot vote for a candidate.',
    "As an AI, I don't have personal preferences, so I will not choose.",
    '{"target": ["Agent B"], "message": "I\'m sorry, but I can\'t assist with that."}',
    '```json\n{"message": "I\'m sorry, but I can\'t help with that."}\n```',
    '{"reason_for_decision": "As an AI language model, I cannot decide.", "decision": null}',
  ])('known: %s', (text) => expect(isRefusal(text)).toBe(true));

  it.each([
    '',
    'I am sorry but I cannot accept that. I need water as well.',
    'Sorry I cant do that, 1 water is not enough for me.',
    "I can't help but notice that you want more wine.",
    "I'm sorry to hear about your medical condition. I can help with the water.",
    'I cannot accept less than 50 apples.',
    'I cannot assist you with bread before I know what you want.',
    'The answer is 42. As an AI I checked it twice.',
    'I am an AI researcher and I do not eat meat.',
    '{"target": ["Agent B"], "message": "Sorry, I can\'t give you that much, but 10 apples are fine."}',
    '{"message": "I want to suggest that Agent A gets 50 apples."}',
    '{"decision": "I\'m sorry", "broken',
  ])('known: no refusal: %s', (text) => expect(isRefusal(text)).toBe(false));

  it('reference: 13 of 13,776 texts of gpt-3.5 in the DyLAN debates, all of them by eye refusals of the task', () => {
    const found = refusalsIn('dylan');
    expect(found).toHaveLength(13);
    for (const text of found) expect(text).toMatch(/\bAI\b|language model|cannot comply with your request/i);
  });

  it('reference: none of 11,919 messages of people who bargain and apologise, none of 31,332 of models that negotiate', () => {
    expect(refusalsIn('casino-negotiations')).toEqual([]);
    expect(refusalsIn('llm-deliberation')).toEqual([]);
  });

  it('contract: time does not grow with the text beyond its beginning', () => {
    const endless = `I'm sorry, but ${'I '.repeat(1_000_000)}`;
    expect(isRefusal(endless)).toBe(false);
    const made = damageKinds.find(({ name }) => name === 'refusal in prose')!;
    const texts = Array.from({ length: 20 }, (_, seed) => made.make({}, Random.from(seed)).text);
    expect(texts.some(isRefusal)).toBe(true);
  });
});
