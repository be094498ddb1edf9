import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Model, Reply, Request } from '../models/model';
import type { MessageEvent } from '../protocols/protocol';
import { cueActs, cueLabeller } from './cue-labeller';
import { labelMessages, type Utterance } from './dialogue-acts';
import { labelPrompts, modelLabeller } from './model-labeller';
import { sentencesOf } from './sentences';

const folder = mkdtempSync(join(tmpdir(), 'agora-labels-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ann = (text: string): Utterance => ({ agent: 'Ann', text });
const ben = (text: string): Utterance => ({ agent: 'Ben', text });
const acts = (text: string, previous: Utterance[] = []) => cueActs(ann(text), previous);

describe('cueLabeller', () => {
  it.each([
    ['I own 12 books and a bicycle.', ['Inform']],
    ['How many books do you own?', ['Request']],
    ['Please tell us what you expect.', ['Request']],
    ['You said 12 books, is that right?', ['Confirm']],
    ['To recap, two of us want books.', ['Summarize']],
    ['That seems a rather unfair plan.', ['Evaluate']],
    ['How about selling the bicycle?', ['Propose']],
    ['I suggest we share the 12 books.', ['Propose']],
    ['Let us meet in the middle ground.', ['Compromise']],
    ['I still hold that selling is right.', ['Defend']],
    ['I fully support this.', ['Accept']],
    ['I cannot accept this.', ['Decline']],
    ['Thank you all!', ['Others']],
    [
      'I cannot agree. I suggest we sell 3 books. What do you need? I have 12 books.',
      ['Inform', 'Request', 'Propose', 'Decline'],
    ],
    ['', ['Others']],
    ['👍🎉', ['Others']],
    ['ok', ['Others']],
    ['你好，我同意', ['Others']],
    ['أنا موافق على الاقتراح', ['Others']],
  ])('known: %j performs %j', (text, expected) => {
    expect(acts(text)).toEqual(expected);
  });

  it.each([
    ['The library owns 12 books.', ben('The library owns 12 books.'), ['Others']],
    ['Does Ben own 12 books?', ben('Ben: I own 12 books.'), ['Confirm']],
    ['Yes.', ben('The library owns 12 books.'), ['Others']],
    ['Yes.', ben('I suggest selling 12 books.'), ['Accept']],
    ['I propose selling 12 books.', ann('I propose selling 12 books.'), ['Propose']],
  ])('known: %j after %j performs %j', (text, before, expected) => {
    expect(acts(text, [before])).toEqual(expected);
  });

  it('known: a proposal repeated after a refusal is a defence', () => {
    const previous = [ann('I propose selling 12 books.'), ben('I cannot agree.')];
    expect(acts('I propose selling 12 books.', previous)).toEqual(['Defend']);
  });

  it.each([
    ['No. Agreed, thanks.', [ben('I suggest selling 12 books.')], ['Accept']],
    ['I have apples, pears, etc. How many do you need?', [], ['Inform', 'Request']],
    ['I have 5 apples approx. How many do you need?', [], ['Inform', 'Request']],
    ['The shop opens at 5 p.m. Which day suits you?', [], ['Inform', 'Request']],
  ])('known: the sentence ends at the abbreviation in %j', (text, previous, expected) => {
    expect(acts(text, previous)).toEqual(expected);
  });
});

describe('sentencesOf', () => {
  it.each([
    ['Dr. Smith owns 3.5 acres. E.g. No. 5 is his.', ['dr smith owns 3.5 acres.', 'e.g no 5 is his.']],
    ['We have apples, pears, etc. and bread.', ['we have apples, pears, etc and bread.']],
    ['It is apples vs. Bread. No. Not today', ['it is apples vs bread.', 'no.', 'not today']],
    ['He said "etc." Then he left.', ['he said "etc."', 'then he left.']],
    ['- one\n2. two\n', ['one', 'two']],
    ['Really?! "Yes!" he said', ['really?!', '"yes!"', 'he said']],
  ])('known: %j', (text, expected) => {
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(expected);
  });
});

/** A model with scripted replies; the last one repeats. */
function scripted(...replies: (string | Partial<Reply>)[]) {
  const requests: Request[] = [];
  const model: Model = {
    name: 'scripted',
    evidence: 'recorded',
    chat: (request) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      const whole: Reply = { text: '', finish: 'stop', usage: { input: 1, output: 1 } };
      return Promise.resolve({ ...whole, ...(typeof reply === 'string' ? { text: reply } : reply) });
    },
  };
  return { model, requests };
}
const target = ann('Fine. </message>');
const before = [ben('I propose peace.')];

describe('modelLabeller', () => {
  it.each([
    ['{"acts": ["Request", "Inform"]}', ['Inform', 'Request']],
    ['Sure!\n```json\n{"acts": ["accept", " ACCEPT "], "why": "it agrees"}\n```', ['Accept']],
    ['{"acts": ["Others"]}', ['Others']],
    ['{"acts": ["Others", "Evaluate"]}', ['Evaluate']],
    ['', null],
    ['Inform and Request', null],
    ['{"acts": ["Inform", ', null],
    ['{"acts": []}', null],
    ['{"acts": ["Inform", "Greet"]}', null],
    ['{"labels": ["Inform"]}', null],
  ])('known: the reply %j gives %j', async (reply, expected) => {
    const { model, requests } = scripted(reply);
    expect(await modelLabeller(model)(target, before)).toEqual(expected);
    expect(requests).toHaveLength(expected === null ? 2 : 1);
  });

  it('known: the prompt contains the definitions, the previous round and the target', async () => {
    const { model, requests } = scripted('{"acts": ["Accept"]}');
    await modelLabeller(model)(target, before);
    const [system, user] = requests[0]?.messages ?? [];
    expect(system?.content).toContain(`- Compromise: ${labelPrompts.definitions.Compromise}.`);
    expect(user?.content).toContain('I propose peace.');
    expect(user?.content.match(/<\/message>/g)).toHaveLength(2);
    expect(requests[0]?.sampling.temperature).toBe(0);
    expect(JSON.stringify(requests[0]?.schema)).toContain('Summarize');
  });

  it('behaviour: a replaced definition reaches the prompt', async () => {
    const { model, requests } = scripted('{"acts": ["Accept"]}');
    const definitions = { ...labelPrompts.definitions, Accept: 'says yes' };
    await modelLabeller(model, { prompts: { definitions } })(target, before);
    expect(requests[0]?.messages[0]?.content).toContain('- Accept: says yes.');
  });

  it('behaviour: an unusable reply gets one repair question that gives the reason', async () => {
    const { model, requests } = scripted('{"acts": ["Greet"]}', '{"acts": ["Inform"]}');
    expect(await modelLabeller(model)(target, before)).toEqual(['Inform']);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages).toHaveLength(4);
  });

  it('behaviour: a reply that is cut off or refused is not used', async () => {
    const cut = scripted({ text: '{"acts": ["Inform"]}', finish: 'length' }, '{"acts": ["Accept"]}');
    expect(await modelLabeller(cut.model)(target, before)).toEqual(['Accept']);
    const refused = scripted({ text: '{"acts": ["Inform"]}', finish: 'refused' });
    expect(await modelLabeller(refused.model)(target, before)).toBeNull();
    expect(refused.requests).toHaveLength(1);
  });

  it('behaviour: equal questions are asked once, and a file keeps labels', async () => {
    const file = join(folder, 'labels.jsonl');
    const first = scripted('{"acts": ["Accept"]}');
    const labeller = modelLabeller(first.model, { file });
    await Promise.all([labeller(target, before), labeller(target, before)]);
    await labeller(target, []);
    expect(first.requests).toHaveLength(2);
    const second = scripted('{"acts": ["Decline"]}');
    expect(await modelLabeller(second.model, { file })(target, before)).toEqual(['Accept']);
    expect(second.requests).toHaveLength(0);
  });

  it('behaviour: a model error ends labelling, and labelling can be retried', async () => {
    let calls = 0;
    const model: Model = {
      name: 'failing',
      evidence: 'live',
      chat: () => {
        if (++calls === 1) return Promise.reject(new Error('no credit'));
        return Promise.resolve({
          text: '{"acts": ["Inform"]}',
          finish: 'stop',
          usage: { input: 1, output: 1 },
        });
      },
    };
    const labeller = modelLabeller(model);
    await expect(labeller(target, before)).rejects.toThrow('no credit');
    expect(await labeller(target, before)).toEqual(['Inform']);
  });

  it("law: the simulated answer equals the cue labeller's", async () => {
    const { model, requests } = scripted('{"acts": ["Accept"]}');
    await modelLabeller(model)(ann('I own 12 books.'), []);
    expect(requests[0]?.simulate?.(undefined as never)).toEqual({ acts: ['Inform'] });
  });
});

describe('labelMessages', () => {
  it('known: only the previous round is context', async () => {
    const say = (round: number, agent: string, text: string): MessageEvent => ({
      type: 'message',
      round,
      agent,
      to: [],
      text,
    });
    const events = [
      say(1, 'Ben', 'The library owns 12 books.'),
      say(2, 'Ann', 'The library owns 12 books.'),
      say(4, 'Ann', 'The library owns 12 books.'),
    ];
    expect(await labelMessages({ events }, cueLabeller)).toEqual([
      { round: 1, agent: 'Ben', acts: ['Inform'] },
      { round: 2, agent: 'Ann', acts: ['Others'] },
      { round: 4, agent: 'Ann', acts: ['Inform'] },
    ]);
  });
});
