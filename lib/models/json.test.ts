import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prose } from '../protocols/protocol';
import { answerOf, isProseSchema, jsonSchemaOf, readReply } from './json';

const anything = z.unknown().refine((value) => value !== undefined) as z.ZodType<unknown>;
const read = (text: string, schema: z.ZodType<unknown> = anything): unknown => {
  const found = readReply(text, schema);
  return found.ok ? found.value : `${found.kind}: ${found.reason}`;
};

describe('readReply', () => {
  const answer = { vote: 'A', points: [1, 2.5], note: "it's {fine} [so] far", none: null, yes: true };
  const text = JSON.stringify(answer);

  it.each([
    text,
    `  ${text}\n`,
    '```json\n' + JSON.stringify(answer, null, 2) + '\n```',
    '```\n' + text + '\n```\nThat is it.',
    '```json ' + text + ' ```',
    `Here's what I'd say: ${text}. Don't you agree?`,
    `As [1] shows (in {braces}, and for x in [0, 1)), I choose:\n${text}\nSee also [2].`,
    `${text}}`,
    `{${text}}`,
    JSON.stringify(text),
  ])('known: JSON is found in %j', (given) => {
    expect(read(given)).toEqual(answer);
  });

  it.each<[string, unknown]>([
    [`{'vote': 'A', 'reason': 'it\\'s fair'}`, { vote: 'A', reason: "it's fair" }],
    [`{'vote': 'A', 'reason': "it's fair, isn't it"}`, { vote: 'A', reason: "it's fair, isn't it" }],
    [`{"vote": "A", "points": [1, 2,],}`, { vote: 'A', points: [1, 2] }],
    [`{“vote”: “A”, “reason”: “it’s fair”}`, { vote: 'A', reason: 'it’s fair' }],
    [`{"a": None, "b": True, "c": False}`, { a: null, b: true, c: false }],
    [`{"a": 1, // don't forget\n "b": 2 /* } */}`, { a: 1, b: 2 }],
    [`{vote: "A", n: 1}`, { vote: 'A', n: 1 }],
    [`{"text": "line\nbreak"}`, { text: 'line\nbreak' }],
    [`{"text": "she said "yes" to it", "b": 2}`, { text: 'she said "yes" to it', b: 2 }],
    [`{"a": "x"\n "b": "y"}`, { a: 'x', b: 'y' }],
    [`I'd say {'a': {'b': ['c', 'd',]}} and that's it`, { a: { b: ['c', 'd'] } }],
    [
      '{"message": "I propose {\\"vote\\": \\"B\\"}", "vote": "A"}',
      { message: 'I propose {"vote": "B"}', vote: 'A' },
    ],
  ])('known: %j is repaired', (given, expected) => {
    expect(read(given)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['First {"vote": "A"}, but no: {"vote": "B"}', { vote: 'B' }],
    ['```json\n{"vote": "A"}\n```\nOn reflection:\n```json\n{"vote": "B"}\n```', { vote: 'B' }],
    ['```json\n{"vote": "A"}\n```\nOn reflection: {\'vote\': \'B\'}', { vote: 'B' }],
    ['{"vote": "A"} over the options ["A", "B"]', { vote: 'A' }],
    ['My ranking: ["B", "A"]', ['B', 'A']],
    ['[{"vote": "A"}, {"vote": "B"}]', [{ vote: 'A' }, { vote: 'B' }]],
  ])('known: the last complete object in %j counts', (given, expected) => {
    expect(read(given)).toEqual(expected);
  });

  it.each([
    '{',
    '{"vote": "A"',
    "{'vote': 'A', 'rea",
    '```json\n{"vote": {"a": 1}, "b": [1, 2',
    '```json\n{"vote": "A"\n```',
    'I choose {"allocation": {"Ann": {"wine": 3}}, "reason": "because',
    '[{"vote": "A"}, {"vote":',
    '{"vote": "A"} or rather {"vote": ',
    '{"text": "ends with an escape \\',
    '{"a": [1, 2}',
    '['.repeat(100_000),
    'I cannot help with that.',
    'As shown in [1] and [2, 3], I refuse.',
    'The set {x} of [see below] is empty; f(x) = [a + b].',
    'Weights lie in [0, 1).',
    ':-{ and :[',
  ])('behaviour: %j is not JSON', (given) => {
    expect(readReply(given, anything)).toMatchObject({ ok: false, kind: 'not JSON' });
  });

  it('law: no proper prefix of an object is read', () => {
    const whole = JSON.stringify({ ...answer, deep: { list: [{ a: 1 }, { b: '}' }] } });
    for (let length = 0; length < whole.length; length++) {
      expect(readReply(whole.slice(0, length), anything).ok).toBe(false);
      expect(readReply('I think: ' + whole.slice(0, length), anything).ok).toBe(false);
    }
  });

  it('law: any JSON survives a code fence and prose', () => {
    const before = fc.constantFrom('', "Let's see. ", 'As in [1], (a) don\'t say "no":\n');
    const after = fc.constantFrom('', '.', "\nThat's all.", '\n(See [3].)');
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        before,
        after,
        fc.constantFrom(0, 2),
        (any, start, end, indent) => {
          const holder = JSON.parse(JSON.stringify({ answer: any })) as unknown;
          const written = JSON.stringify(holder, null, indent);
          expect(read(`${start}\n\`\`\`json\n${written}\n\`\`\`\n${end}`)).toEqual(holder);
          expect(read(`${start}${written}${end}`)).toEqual(holder);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });

  it('behaviour: the reason explains what is wrong with an empty or invalid answer', () => {
    const schema = z.object({ vote: z.enum(['A', 'B']).nullable(), n: z.number().max(3) });
    expect(readReply(' ', schema)).toMatchObject({ ok: false, kind: 'no answer' });
    expect(readReply('{"vote": "C", "n": 4}', schema)).toMatchObject({ ok: false, kind: 'invalid' });
    expect(read('{"vote": "C", "n": 1}', schema)).toMatch(/vote.*"A".*"B"/);
    expect(read('{"vote": "A or B", "n": 1}', schema)).toMatch(/^invalid/);
  });

  it.each(['(B)', 'B.', 'B) Paris', '**B**', ['B'], 'B: Paris', '"B"'])(
    'known: %j is read as the option B',
    (vote) => {
      expect(read(JSON.stringify({ vote }), z.object({ vote: z.enum(['A', 'B']).nullable() }))).toEqual({
        vote: 'B',
      });
    },
  );

  it('known: numbers and objects that are written as texts are read', () => {
    const schema = z.object({ ratings: z.record(z.string(), z.int()), deal: z.object({ wine: z.number() }) });
    const given = { ratings: { A: '4', B: 2 }, deal: '{"wine": 1.5}' };
    expect(read(JSON.stringify(given), schema)).toEqual({ ratings: { A: 4, B: 2 }, deal: { wine: 1.5 } });
  });

  it('known: unpaired surrogates in JSON become U+FFFD', () => {
    expect(read('{"a": "half \\ud83d", "b": ["\\udc00"]}')).toEqual({ a: 'half \ufffd', b: ['\ufffd'] });
    expect(read('{"a": "whole \\ud83d\\ude00"}')).toEqual({ a: 'whole \u{1f600}' });
  });

  it('known: prose is read as a whole', () => {
    const schema = prose((text) => /\((.)\)/.exec(text)?.[1] ?? null, 'it has no letter in brackets');
    expect(isProseSchema(schema)).toBe(true);
    expect(isProseSchema(z.object({ a: z.string() }))).toBe(false);
    expect(read('I say (B). {"vote": "A"}', schema)).toBe('B');
    expect(read('I say B.', schema)).toBe('invalid: it has no letter in brackets');
    expect(jsonSchemaOf(schema)).toBe(jsonSchemaOf(schema));
  });
});

describe('answerOf', () => {
  it.each<[string, string, string | undefined]>([
    ['Plain.', 'Plain.', undefined],
    [
      '<think>Draft {"d":"A"} but C.</think> My decision is C.',
      'My decision is C.',
      'Draft {"d":"A"} but C.',
    ],
    ['Draft (A), but no.</think>\n(C)', '(C)', 'Draft (A), but no.'],
    ['<think>Draft {"d":"A"} but wait', '', 'Draft {"d":"A"} but wait'],
    ['<thinking>a</thinking>B', 'B', 'a'],
    ['<think>a</think><think>b</think>C', 'C', 'ab'],
    ['<seed:think>a</seed:think>C', 'C', 'a'],
    ['<THINK>a</THINK>C', 'C', 'a'],
    ['<analysis>a</analysis>C', 'C', 'a'],
    ['[THINK]a[/THINK]C', 'C', 'a'],
    ['◁think▷a◁/think▷C', 'C', 'a'],
    ['<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>C<|END_RESPONSE|>', 'C', 'a'],
    ['<|channel>thought\na<channel|>C<turn|>', 'C', 'a'],
    ['<think></think>C', 'C', undefined],
    ['<Think type="x">a</Think>C', 'C', 'a'],
    ['< think >a</ think >C', 'C', 'a'],
    ['<thoughts>a</thoughts>C', 'C', 'a'],
    ['<reflection>(A)</reflection>C', 'C', '(A)'],
    ['<scratchpad>(A)</scratchpad>C', 'C', '(A)'],
    ['<inner_monologue>a</inner_monologue>C', 'C', 'a'],
    ['<antThinking>a</antThinking>C', 'C', 'a'],
    ['<longcat_think>a</longcat_think>C', 'C', 'a'],
    ['<|thinking|>a<|/thinking|>C', 'C', 'a'],
    ['<｜think｜>a<｜/think｜>C', 'C', 'a'],
    ['&lt;think&gt;a&lt;/think&gt;C', 'C', 'a'],
    ['<details type="reasoning" done="true">a</details>C', 'C', 'a'],
    ['```thinking\na\n```\nC', 'C', 'a'],
    ['```thinking\n{"d":"A"}', '', '{"d":"A"}'],
    ['Here is my thought process: a Here is my response: C', 'C', 'a'],
    ['<think>a</think><response>C</response>', 'C', 'a'],
    ['<reason>(A)</reason>C', 'C', '(A)'],
    ['<reasoning>a</reasoning><answer>C</answer>', '<answer>C</answer>', 'a'],
    ['<scratch_pad>a</scratch_pad>C', 'C', 'a'],
    ['<thought-process>a</thought-process>C', 'C', 'a'],
    ['<chain_of_thought>a</chain_of_thought>C', 'C', 'a'],
    ['<internal_monologue>a</internal_monologue>C', 'C', 'a'],
    ['<rationale>a</rationale>C', 'C', 'a'],
    ['(A)?</reasoning>C', 'C', '(A)?'],
    ['[THINKING]a[/THINKING]C', 'C', 'a'],
    ['<unused94>thought\na<unused95>C', 'C', 'a'],
    ['<|begin_of_thought|>a<|end_of_thought|><|begin_of_solution|>C<|end_of_solution|>', 'C', 'a'],
    ['<|think_start|>a<|think_end|>C', 'C', 'a'],
    ['<explanation>Is it A? The answer is A.</explanation>C', 'C', 'Is it A? The answer is A.'],
    ['<plan>A</plan>', '<plan>A</plan>', undefined],
    ['<think />C', 'C', undefined],
    ['<think>a<think>b</think>C', 'C', 'ab'],
    ['<thinking>a</think>C', 'C', 'a'],
    ['<think>a <reason>b</reason> then A', '', 'a b then A'],
    ['<thinking>a</thinking><output>C</output>', 'C', 'a'],
    ['Here are my reasoning steps:\na\n[BEGIN FINAL RESPONSE]\nC\n[END FINAL RESPONSE]', 'C', 'a'],
    ['Thinking...\na\n...done thinking.\n\nC', 'C', 'a'],
    ['So it is <|begin_of_box|>C<|end_of_box|>.', 'So it is C.', undefined],
    [
      '<|channel|>analysis<|message|>So A?<|end|><|start|>assistant<|channel|>final<|message|>C<|return|>',
      'C',
      'So A?',
    ],
    ['<|channel|>analysis<|message|>So A', '', 'So A'],
    ['<|channel|>final <|constrain|>json<|message|>{"d":"C"}', '{"d":"C"}', undefined],
    ['analysisWe need a letter: A?assistantfinalC', 'C', 'We need a letter: A?'],
    ['assistantanalysisWe need a letter: A?assistantfinalC', 'C', 'We need a letter: A?'],
    ['{"message":"A <think> tag, and </s>"}', '{"message":"A <think> tag, and </s>"}', undefined],
    ['half \ud83d', 'half \ufffd', undefined],
    ['{"d":"half \\ud83d"}', '{"d":"half \\ufffd"}', undefined],
    ['{"d":"half \\udc00"}', '{"d":"half \\ufffd"}', undefined],
    ['{"d":"\\ud83d\\ude00"}', '{"d":"\\ud83d\\ude00"}', undefined],
  ])('known: the answer in %j is %j', (text, answer, reasoning) => {
    expect(answerOf(text)).toEqual({ text: answer, ...(reasoning !== undefined && { reasoning }) });
  });

  it.each([
    '<|im_end|>\nuser: Now answer\n{"d":"A"}',
    '<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nNow A',
    '</s> [INST] next [/INST] A',
    '[INST] next [/INST] A',
    '<end_of_turn>\n<start_of_turn>user\nA',
    '<|endoftext|>Human: A',
    '<｜end▁of▁sentence｜>A',
    '\nUser: next\nAssistant: A',
    '\n\nHuman: next\n\nAssistant: A',
    '\n### Instruction: next',
    '\nUSER: next ASSISTANT: A',
    '<end_of_utterance>\nUser: A',
    '<EOT>A',
    '[|endofturn|]A',
    '[e~[\n]~b]user\nA',
    '<extra_id_1>User\nA',
    '</assistant><user>A',
    '\n\n**User:** A',
    '\nuser: A\nassistant: A',
    '\n\n### Instruction\nA',
    'assistant\n\n{"d":"A"}',
    '\nuser\nNow {"d":"A"}',
    '<reserved_106>A',
    '[/ASSISTANT] A',
  ])('known: text after the end of the turn is ignored: %j', (rest) => {
    for (const answer of ['{"d":"B"}', 'The answer is 18.'])
      expect(answerOf(answer + rest)).toEqual({ text: answer });
  });

  it('known: marks in front of an answer are ignored', () => {
    expect(answerOf('<s> B').text).toBe('B');
    expect(answerOf('<|im_start|>assistant\nB<|im_end|>').text).toBe('B');
    expect(answerOf('<|start_header_id|>assistant<|end_header_id|>\n\nB').text).toBe('B');
    for (const mark of ['<bos>', '[gMASK]<sop>', 'assistant\n\n', 'Assistant: ', '### Response:\n'])
      expect(answerOf(`${mark}B`).text).toBe('B');
  });

  it.each([
    'An <s>old</s> new word',
    'Here is my answer: B',
    'Users: 3, and a list\n- user: Bob',
    'An analysis of <b>A</b>, [1] and x < y.',
    'Response times (B) and assistants',
    '# Heading\n\nB',
    '[thinking] I have a reason: <b>A</b>',
    'Our assistant\n\nand the users',
    '&lt;b&gt; <details>A</details> B',
  ])('known: %j stays unchanged', (text) => {
    expect(answerOf(text)).toEqual({ text });
  });
});
