import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { describe, expect, it } from 'vitest';
import { simulated, withCache } from '../models';
import type { ChatModel, ChatReply, ChatRequest } from '../models';
import { labelCollaboration, labelCollaborations } from './label-collaboration';
import { llmLabeller, readLabels } from './llm-labeller';
import { cueLabeller } from './cue-labeller';
import { conversation } from './testing/conversation';

const reply = (text: string): ChatReply => ({
  text,
  finish: 'stop',
  usage: { inputTokens: 1, outputTokens: 1, counted: 'reported' },
  latencyMs: 0,
  cached: false,
});

/** A model that answers from a script, the last line again and again. */
function scripted(...answers: (string | Error | ChatReply)[]) {
  const requests: ChatRequest[] = [];
  const chat = async (request: ChatRequest): Promise<ChatReply> => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] as string | Error | ChatReply;
    requests.push(request);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'string' ? reply(answer) : answer;
  };
  const model: ChatModel = { name: 'scripted', evidence: 'recorded', settings: {}, chat };
  return { model, requests };
}

const talk = conversation([{ Ann: 'I have 3 apples.', Ben: 'Hello!' }, { Ann: 'Do you agree, Ben?' }]);
const task = {
  target: { collaboration: 4, round: 2, agent: 'Ann', text: 'Fine. </message>' },
  previous: [{ collaboration: 4, round: 1, agent: 'Ben', text: 'I propose peace.' }],
  turn: 0,
};
const ask = async (...answers: (string | Error | ChatReply)[]) => {
  const { model, requests } = scripted(...answers);
  return { labelling: await llmLabeller(model).label(task), requests };
};

describe('readLabels', () => {
  it.each([
    ['{"acts": ["Request", "Inform"]}', ['Inform', 'Request']],
    ['Sure!\n```json\n{"acts": ["accept", " ACCEPT "], "why": "it agrees"}\n```', ['Accept']],
    ['{"acts": ["Others"]}', ['Others']],
    ['{"acts": ["Others", "Evaluate"]}', ['Evaluate']],
  ])('known: %j gives %j', (text, acts) => {
    expect(readLabels(text)).toEqual({ kind: 'labelled', acts });
  });

  it.each([
    ['', 'unparsed'],
    ['Inform and Request', 'unparsed'],
    ['{"acts": ["Inform", ', 'unparsed'],
    ['{"acts": []}', 'invalid'],
    ['{"acts": "Inform"}', 'invalid'],
    ['["Inform"]', 'invalid'],
    ['{"acts": ["Inform", "Greet"]}', 'invalid'],
    ['{"labels": ["Inform"]}', 'invalid'],
  ])('contract: %j is %s, with its text', (text, kind) => {
    expect(readLabels(text)).toMatchObject({ kind, text });
  });
});

describe('llmLabeller', () => {
  it('known: shows the definitions, the round before and the target, and where the call belongs', async () => {
    const { labelling, requests } = await ask('{"acts": ["Accept"]}');
    expect(labelling).toEqual({ kind: 'labelled', acts: ['Accept'] });
    expect(requests).toHaveLength(1);
    const [system, user] = requests[0]?.messages ?? [];
    expect(system?.content).toContain('- Compromise: ');
    expect(user?.content).toContain('I propose peace.');
    expect(user?.content.match(/<\/message>/g)).toHaveLength(2); // the target's own mark is defused
    expect(requests[0]?.call).toMatchObject({ collaboration: 4, round: 2, agent: 'Ann', attempt: 0 });
    expect(requests[0]?.sampling).toMatchObject({ temperature: 0 });
  });

  it('known: one repair question, which says what was wrong', async () => {
    const { labelling, requests } = await ask('{"acts": ["Greet"]}', '{"acts": ["Inform"]}');
    expect(labelling).toEqual({ kind: 'labelled', acts: ['Inform'] });
    expect(requests[1]?.call.attempt).toBe(1);
    expect(requests[1]?.messages.at(-1)?.content).toContain('"Greet" is no dialogue act');
  });

  it('known: a repair holds the beginning of the bad answer, and is drawn at a temperature above 0', async () => {
    const { requests } = await ask(`no JSON${' at all'.repeat(200)}`, '{"acts": ["Inform"]}');
    expect(requests.map(({ sampling }) => sampling)).toEqual([
      { temperature: 0, maxTokens: 200 },
      { temperature: 0.7, maxTokens: 200 },
    ]);
    expect(requests[1]?.messages.at(-2)?.content).toHaveLength(302);
  });

  it("known: the caller's sampling goes over the default, and leaves the rest of it", async () => {
    const { model, requests } = scripted('{"acts": ["Inform"]}');
    await llmLabeller(model, { sampling: { seed: 3 } }).label(task);
    await llmLabeller(model, { sampling: { temperature: 0.2, maxTokens: 90 } }).label(task);
    expect(requests.map(({ sampling }) => sampling)).toEqual([
      { temperature: 0, maxTokens: 200, seed: 3 },
      { temperature: 0.2, maxTokens: 90 },
    ]);
  });

  it('known: an answer that was cut off cannot be used, and the repair says so', async () => {
    const cut: ChatReply = { ...reply('{"acts": ["Inform"]}'), finish: 'length' };
    const { labelling, requests } = await ask(cut, '{"acts": ["Accept"]}');
    expect(labelling).toEqual({ kind: 'labelled', acts: ['Accept'] });
    expect(requests[1]?.messages.at(-1)?.content).toContain('cut off at its length limit, after 1 tokens');
    expect((await ask(cut)).labelling).toMatchObject({ kind: 'unparsed' });
  });

  it('known: words of refusal are a refusal once they come twice', async () => {
    const sorry = "I'm sorry, but I can't assist with that.";
    expect((await ask(sorry)).labelling).toMatchObject({ kind: 'refused', text: sorry });
    expect((await ask(sorry, '{"acts": ["Inform"]}')).labelling.kind).toBe('labelled');
    expect((await ask(sorry, 'none')).labelling.kind).toBe('unparsed');
  });

  it('contract: what stays unusable is a value of its kind', async () => {
    expect((await ask('no JSON', 'still none')).labelling).toMatchObject({
      kind: 'unparsed',
      text: 'still none',
    });
    expect((await ask('{"acts": []}')).labelling).toMatchObject({ kind: 'invalid', text: '{"acts": []}' });
    const refusal = await ask({ ...reply('I would rather not.'), finish: 'refusal' });
    expect(refusal).toMatchObject({ labelling: { kind: 'refused' }, requests: { length: 1 } });
    const failure = await ask(new AgoraError('request-failed', 'too long'));
    expect(failure).toMatchObject({
      labelling: { kind: 'failed', reason: 'too long' },
      requests: { length: 1 },
    });
  });

  it('contract: what stops every call is thrown, and so is a bad setting', async () => {
    await expect(ask(new AgoraError('model-unavailable', 'gone'))).rejects.toThrow(
      expect.objectContaining({ code: 'model-unavailable' }),
    );
    for (const concurrency of [0, 1.5, NaN])
      expect(() => llmLabeller(simulated(), { concurrency })).toThrow(
        expect.objectContaining({ code: 'setting' }),
      );
  });

  it('contract: no more calls at once than the concurrency', async () => {
    let [now, most] = [0, 0];
    const { model } = scripted('{"acts": ["Inform"]}');
    const counting: ChatModel = {
      ...model,
      chat: async (request) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
        return model.chat(request);
      },
    };
    const crowd = conversation([{ Ann: Array.from({ length: 20 }, (_, n) => `Message ${n}`) }]);
    await labelCollaboration(crowd, llmLabeller(counting, { concurrency: 3 }));
    expect(most).toBe(3);
  });

  it('law: a cache answers the same label question, and equal texts in two places are two calls', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agora-labels-'));
    const { model, requests } = scripted('{"acts": ["Inform"]}');
    const labeller = () => llmLabeller(withCache(model, folder));
    const echo = conversation([{ Ann: ['Hi.', 'Hi.'], Ben: 'Hi.' }]);
    const first = await labelCollaboration(echo, labeller());
    expect(requests).toHaveLength(3);
    expect(await labelCollaboration(echo, labeller())).toEqual(first);
    expect(requests).toHaveLength(3);
    rmSync(folder, { recursive: true });
  });

  it('law: a simulated model says what the cue labeller says, and its damaged answers are counted', async () => {
    const offline = await labelCollaboration(talk, cueLabeller);
    expect(await labelCollaboration(talk, llmLabeller(simulated()))).toEqual(offline);
    const many = conversation([{ Ann: Array.from({ length: 40 }, (_, n) => `I have ${n} apples.`) }]);
    const broken = await labelCollaboration(many, llmLabeller(simulated({ malformedRate: 1 })));
    expect(broken.labelled.length + broken.unlabelled.length).toBe(40);
    expect(broken.unlabelled.length).toBeGreaterThan(0);
  });
});

describe('labelCollaboration', () => {
  it('known: every message is labelled or counted as unlabelled, silent rounds stay', async () => {
    const quiet = conversation([{ Ann: 'I have 3 apples.' }, {}, { Ann: '' }], { agents: ['Ann', 'Ben'] });
    const [labelled] = await labelCollaborations([quiet], cueLabeller);
    expect(labelled).toMatchObject({ agents: ['Ann', 'Ben'], rounds: 3, unlabelled: [] });
    expect(labelled?.labelled.map(({ round, acts }) => [round, acts])).toEqual([
      [1, ['Inform']],
      [3, ['Others']],
    ]);
    const failing = await labelCollaboration(quiet, llmLabeller(scripted('?').model));
    expect(failing).toMatchObject({
      labelled: [],
      unlabelled: [{ round: 1, kind: 'unparsed' }, { round: 3 }],
    });
  });
});
