import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as environments from '../environments';
import type { Environment } from '../environments/environment';
import { experiment } from '../experiment';
import type { Json, JsonSchema } from '../../../voting/src/json';
import { llmLabeller, readLabels } from '../language/llm-labeller';
import * as models from '../models';
import { countTokens } from '../models/count-tokens';
import { borda, rules, type VotingRule } from 'agora-voting';
import * as protocols from './index';
import type { Protocol, Question, Session } from './index';
import { isThorough } from '../testing/thorough';

/*
 * What agents are asked for, in every environment, protocol and phase and for every voting rule: no answer is without a
 * bound, and no prompt holds an answer.
 */

const folder = mkdtempSync(join(tmpdir(), 'agora-asked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { generateQuestions, generateArithmetic, generateRatings, recommendationExamples } = environments;
const movies = recommendationExamples(generateRatings(), { count: 1, rows: 3 });
const raters = environments.questions({ set: generateQuestions({ count: 1 }), agents: 3 });
const debaters = environments.questions({ set: generateQuestions({ count: 1 }), agents: 3, as: 'debaters' });
const everywhere: Readonly<Record<string, Environment<never, never>>> = Object.fromEntries(
  Object.entries({
    economy: environments.exchangeEconomy({ agents: 3 }),
    'large economy': environments.exchangeEconomy({ agents: 10 }),
    recommendation: environments.recommendation({ examples: movies }),
    debaters,
    open: environments.questions({ set: generateArithmetic({ count: 1 }), agents: 3 }),
    menu: environments.menu(),
    'menu in words': environments.menu({ observations: 'semantic' }),
    tasks: environments.taskAllocation(),
    discharge: environments.discharge(),
    'fact check': environments.factCheck(),
    'hidden profile': environments.hiddenProfile(),
  }).map(([name, environment]) => [name, environment as unknown as Environment<never, never>]),
);
const { economy, tasks, discharge } = everywhere as Record<string, Environment<never, never>>;

/** What `rulesFor` gives. */
const whichRules = isThorough ? 'every rule' : 'a rule for each kind of ballot';

/** All of them; unless thorough, or where there is much to write, one for each kind of ballot. */
function rulesFor(name: string): readonly VotingRule[] {
  if (isThorough && name !== 'large economy') return rules;
  return rules.filter(({ ballot }, place) => rules.findIndex((other) => other.ballot === ballot) === place);
}

type Asked = Question<unknown, unknown>;

/** Who takes part, and every line that they wrote, by the prompts that they were asked with. */
interface Course {
  readonly questions: readonly Asked[];
  readonly names: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

/** The questions of one collaboration of simulated agents. */
async function asked(environment: unknown, protocol: Protocol): Promise<readonly Asked[]> {
  return (await course(environment, protocol)).questions;
}

async function course(environment: unknown, protocol: Protocol): Promise<Course> {
  const questions: Asked[] = [];
  const names = new Set<string>();
  const written = new Set<string>();
  const watched: Protocol = {
    ...protocol,
    run: (session) => {
      const seen = Object.create(session) as typeof session;
      for (const { name } of session.agents) names.add(name);
      (seen as { ask: Session<unknown, unknown>['ask'] }).ask = async (question) => {
        questions.push(question);
        names.add(question.agent);
        const answer = await (session as unknown as Session<unknown, unknown>).ask(question);
        if (answer.kind === 'answered') for (const line of answer.text.split('\n')) written.add(line);
        return answer;
      };
      return protocol.run(seen);
    },
  };
  await experiment({
    environment: environment as Environment,
    protocol: watched,
    model: models.simulated(),
    collaborations: 1,
    folder: mkdtempSync(join(folder, 'run-')),
    progress: 'none',
  });
  return { questions, names, written };
}

/** What a small model goes on with: "Ann: I agree", "- Ann (round 1): ...", "[Round 1] Ann", or a name as a heading. */
function isTranscript(line: string, names: ReadonlySet<string>): boolean {
  if (/^[-*#\s]*\[round \d/i.test(line)) return true;
  const [, marks = '', rest = ''] = /^([-*#\s]*)(.*)$/.exec(line) ?? [];
  const name = [...names].find((one) => rest.startsWith(one)) ?? /^(?:Group|Summariser) \d+/.exec(rest)?.[0];
  if (name === undefined) return false;
  const after = rest.slice(name.length).trim();
  return /^(?:\([^)]*\)|\[[^\]]*\])?\s*:/.test(after) || (marks.includes('#') && after === '');
}

/** The lines of prompts that look like a transcript. What agents themselves wrote may. */
function transcriptLines({ questions, names, written }: Course): string[] {
  const lines = questions.flatMap(({ messages }) => messages.flatMap(({ content }) => content.split('\n')));
  return [...new Set(lines)].filter((line) => !written.has(line) && isTranscript(line, names));
}

/** Where a schema leaves an answer without a bound. */
function unbounded(schema: JsonSchema, path = ''): string[] {
  const { anyOf, type, properties, items } = schema as {
    anyOf?: JsonSchema[];
    type?: string;
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
  };
  const lacks = (...bounds: string[]) =>
    bounds.flatMap((bound) => (Number.isFinite(schema[bound]) ? [] : [`${path} has no ${bound}`]));
  if (anyOf !== undefined) return anyOf.flatMap((one, place) => unbounded(one, `${path}|${place}`));
  if ('enum' in schema || 'const' in schema || type === 'boolean' || type === 'null') return [];
  if (type === 'string') return lacks('maxLength');
  if (type === 'number' || type === 'integer') return lacks('minimum', 'maximum');
  if (type === 'array' && items !== undefined)
    return [...lacks('minItems', 'maxItems'), ...unbounded(items, `${path}[]`)];
  if (type === 'object' && properties !== undefined && schema['additionalProperties'] === false)
    return Object.entries(properties).flatMap(([name, one]) => unbounded(one, `${path}.${name}`));
  return [`${path} is of no known shape: ${JSON.stringify(schema).slice(0, 80)}`];
}

const english =
  'I would rather give some of my apples to those who like them best, and ask for bread instead. ';

/** The longest answer that a schema allows, in English. */
function longest(schema: JsonSchema): Json {
  const { anyOf, type, properties, items, maxItems, maxLength } = schema as {
    anyOf?: JsonSchema[];
    type?: string;
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    maxItems?: number;
    maxLength?: number;
  };
  if (anyOf !== undefined) return longest(anyOf[0] as JsonSchema);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return [...(schema['enum'] as Json[])].sort(byLength).at(-1) as Json;
  if (type === 'string') return english.repeat(100).slice(0, maxLength);
  if (type === 'array') return Array.from({ length: maxItems ?? 0 }, () => longest(items as JsonSchema));
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, longest(one)]));
  return type === 'boolean' ? false : 33.333333333333336;
}
const byLength = (a: Json, b: Json) => JSON.stringify(a).length - JSON.stringify(b).length;

/** Every list and object in JSON that stands in a text. */
function literals(text: string): Json[] {
  const found: Json[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!'[{'.includes(text[start] as string)) continue;
    let depth = 0;
    for (let end = start; end < text.length; end++) {
      if ('[{'.includes(text[end] as string)) depth++;
      if (!']}'.includes(text[end] as string) || --depth > 0) continue;
      try {
        found.push(JSON.parse(text.slice(start, end + 1)) as Json);
      } catch {
        // No JSON: a placeholder stands in it.
      }
      break;
    }
  }
  return found;
}

/** What is asked, without the facts above its heading: a tool's advice may be a list of dishes. */
function questionOf(prompt: string): string {
  return prompt.slice(Math.max(0, prompt.lastIndexOf('\n# ')));
}

/** The literals of a question that would be taken for its answer, whole or as its main field. */
function answersIn({ format, messages, read, readsText = false }: Asked): Json[] {
  if (format === undefined) return [];
  const wrapped = (literal: Json): Json[] => [
    literal,
    { reason_for_decision: '', decision: literal },
    { reason_for_decision: '', proposal: literal },
  ];
  return literals(questionOf(messages.at(-1)?.content ?? '')).filter((literal) =>
    wrapped(literal).some((one) => read(readsText ? JSON.stringify(one) : one).ok),
  );
}

/** What is wrong with how a question is asked. */
function faults(question: Asked): string[] {
  const { phase, format, sampling = {} } = question;
  const { maxTokens } = sampling;
  if (maxTokens === undefined) return [`${phase} has no maxTokens`];
  if (format === undefined) return [];
  const { schema } = format;
  const answer = longest(schema);
  const tokens = Math.max(countTokens(JSON.stringify(answer)), countTokens(JSON.stringify(answer, null, 2)));
  return [
    ...unbounded(schema, phase),
    ...(tokens > maxTokens ? [`${phase}: the longest answer has ${tokens} tokens of ${maxTokens}`] : []),
    ...answersIn(question).map((literal) => `${phase}: the prompt holds ${JSON.stringify(literal)}`),
  ];
}

const { discussion, debate, deliberation, election, roundTable } = protocols;

describe('what agents are asked for', () => {
  it.each(Object.keys(everywhere))(
    `law: is bounded at a round table on %s, by ${whichRules}`,
    async (name) => {
      for (const rule of rulesFor(name)) {
        const questions = await asked(everywhere[name], roundTable({ rule, rounds: 1 }));
        expect(new Set(questions.map(({ phase }) => phase)), rule.name).toEqual(
          new Set(['message', 'proposal', 'vote']),
        );
        expect(questions.flatMap(faults), rule.name).toEqual([]);
      }
    },
  );

  it('law: is bounded in an election by every rule, on ballots of every kind', async () => {
    for (const rule of rules)
      expect((await asked(raters, election({ rules: [rule] }))).flatMap(faults)).toEqual([]);
    const short = election({ rules: [borda({ leftOut: 'none' })], truncated: true });
    expect((await asked(raters, short)).flatMap(faults)).toEqual([]);
  });

  it.each(Object.keys(everywhere))(`law: is bounded in debates on %s, by ${whichRules}`, async (name) => {
    const environment = everywhere[name];
    for (const rule of rulesFor(name)) {
      const questions = await asked(environment, debate({ rounds: 1, rule }));
      expect(questions.length, rule.name).toBeGreaterThan(0);
      expect(questions.flatMap(faults), rule.name).toEqual([]);
    }
    expect((await asked(environment, protocols.selfConsistency({ paths: 2 }))).flatMap(faults)).toEqual([]);
  });

  it('law: is bounded in debates in groups', async () => {
    for (const protocol of [protocols.s2mad, protocols.groupDebate, protocols.ms2mad]) {
      const questions = await asked(debaters, protocol({ rounds: 2, intraRounds: 1 }));
      expect(questions.flatMap(faults)).toEqual([]);
      expect(questions.some(({ phase }) => phase.endsWith('summary'))).toBe(true);
    }
  });

  it.each(['menu', 'menu in words', 'tasks', 'fact check'])(
    'law: is bounded in deliberations on %s, with tools and without',
    async (name) => {
      for (const tools of name === 'fact check'
        ? (['none'] as const)
        : (['none', 'told', 'called'] as const)) {
        const questions = await asked(everywhere[name], deliberation({ rounds: 1, tools }));
        expect(questions.flatMap(faults), tools).toEqual([]);
        expect(new Set(questions.map(({ phase }) => phase))).toEqual(
          new Set(['observation', 'planning', 'decision', 'conversation']),
        );
      }
    },
  );

  it('law: is bounded by every strategy of collaboration', async () => {
    for (const strategy of protocols.strategies())
      expect((await asked(discharge, discussion({ strategy, rounds: 2 }))).flatMap(faults), strategy).toEqual(
        [],
      );
    for (const environment of [economy, tasks])
      expect(
        (await asked(environment, discussion({ strategy: 'G1-P2-I4-C2', rounds: 2 }))).flatMap(faults),
      ).toEqual([]);
  });

  it('law: is bounded where agents sum up, and the limit is a setting', async () => {
    const memory = 'summaries';
    for (const prose of [512, 60]) {
      const maxTokens = { prose };
      const rule = rules.find(({ name }) => name === 'borda')!;
      for (const [environment, protocol] of [
        [economy, roundTable({ rule, rounds: 2, memory, maxTokens })],
        [everywhere['menu'], deliberation({ rounds: 2, memory, maxTokens })],
        [tasks, deliberation({ rounds: 2, memory, maxTokens })],
      ] as const) {
        const questions = await asked(environment, protocol);
        expect(questions.flatMap(faults)).toEqual([]);
        const summaries = questions.filter(({ phase }) => phase === 'summary');
        expect(summaries.length).toBeGreaterThan(0);
        expect(new Set(summaries.map(({ sampling }) => sampling?.maxTokens))).toEqual(new Set([prose]));
        const words = prose === 512 ? 150 : 30;
        expect(summaries[0]?.messages.at(-1)?.content).toContain(`in at most ${words} words`);
      }
    }
  });

  it('known: what a line of a transcript is', () => {
    const names = new Set(['Ann', 'Agent 1']);
    for (const line of ['Ann: yes', '- Ann: yes', '# Ann', '# Agent 1: A', 'Group 2: no', '[Round 1] Ben'])
      expect(isTranscript(line, names), line).toBe(true);
    for (const line of ['- In round 1 Ann said: "yes"', 'What Ann wrote:', '{"Ann": 3}', '# Answer A: 3'])
      expect(isTranscript(line, names), line).toBe(false);
    const messages = [{ role: 'user', content: 'Ann: yes\nAnn: no' }] as const;
    const questions = [{ messages }] as unknown as Asked[];
    expect(transcriptLines({ questions, names, written: new Set(['Ann: no']) })).toEqual(['Ann: yes']);
  });

  const firstOfKind = rules.filter(
    ({ ballot }, place) => rules.findIndex((other) => other.ballot === ballot) === place,
  );
  it.each(Object.keys(everywhere))('law: no prompt on %s looks like a transcript', async (name) => {
    const environment = everywhere[name];
    const played: Protocol[] = [
      ...firstOfKind.map((rule) => roundTable({ rule, rounds: 2 })),
      roundTable({ rule: borda, rounds: 3, memory: 'summaries' }),
      protocols.mad({ rounds: 2, memory: 'whole debate' }),
      debate({ rounds: 2, memory: 'own answers', rule: borda }),
      discussion({ strategy: 'G1-P2-I4-C2', rounds: 2 }),
    ];
    // Simulated members of the recommendation know nothing of an instructor.
    if (name !== 'recommendation') played.push(discussion({ strategy: 'G2-P3-I4-C3', rounds: 2 }));
    if (name === 'debaters')
      for (const protocol of [protocols.s2mad, protocols.groupDebate])
        played.push(protocol({ rounds: 3, intraRounds: 1 }));
    if (['menu', 'menu in words', 'tasks'].includes(name))
      played.push(
        deliberation({ rounds: 2, tools: 'told' }),
        deliberation({ rounds: 3, memory: 'summaries' }),
      );
    for (const protocol of played) {
      const held = await course(environment, protocol);
      expect(held.questions.length, protocol.name).toBeGreaterThan(0);
      expect(transcriptLines(held), protocol.name).toEqual([]);
    }
  });

  it('law: no prompt of an election looks like a transcript, its dictator’s included', async () => {
    for (const rule of rules) {
      const held = await course(raters, election({ rules: [rule], dictator: ['informed', 'mis-informed'] }));
      expect(transcriptLines(held), rule.name).toEqual([]);
    }
  });

  it('law: is bounded for those who label messages, and the whole prompt holds no labels', async () => {
    const requests: models.ChatRequest[] = [];
    const watched = models.wrap(models.simulated(), (inner, request, options) => {
      requests.push(request);
      return inner.chat(request, options);
    });
    const target = { collaboration: 0, round: 1, agent: 'Ann', text: 'I agree.' };
    await llmLabeller(watched).label({ target, previous: [], turn: 0 });
    expect(requests).toHaveLength(1);
    for (const { messages, sampling, answer } of requests) {
      const text = messages.map(({ content }) => content).join('\n\n');
      const labels: Asked = {
        round: 1,
        phase: 'label',
        agent: 'Ann',
        messages,
        sampling: sampling ?? {},
        format: answer as NonNullable<Asked['format']>,
        read: () => ({ ok: true, value: null }),
      };
      expect(faults({ ...labels, messages: [] })).toEqual([]);
      expect(literals(text).filter((one) => readLabels(JSON.stringify(one)).kind === 'labelled')).toEqual([]);
    }
  });

  it('known: the limits are settings, and a form that needs more gets more', async () => {
    const limits = async (environment: unknown, protocol: Protocol) =>
      Object.fromEntries(
        (await asked(environment, protocol)).map(({ phase, sampling }) => [phase, sampling?.maxTokens]),
      );
    const rule = rules.find(({ name }) => name === 'borda')!;
    expect(await limits(raters, election({ rules: [rule] }))).toEqual({ 'ballot/ranking': 64 });
    expect(await limits(raters, election({ rules: [rule], maxTokens: { ballot: 100 } }))).toEqual({
      'ballot/ranking': 100,
    });
    expect(await limits(debaters, protocols.mad({ rounds: 1 }))).toEqual({ 'stage 1/group 1/alone': 512 });
    const table = await limits(economy, roundTable({ rule, rounds: 1 }));
    expect(table['message']).toBe(200);
    // 300 characters of reasoning, and an allocation of nine amounts.
    expect(table['proposal']).toBeGreaterThan(200);
    const short = roundTable({ rule, rounds: 1, maxTokens: { message: 60 } });
    const [message] = await asked(economy, short);
    expect(message?.format?.schema).toMatchObject({ properties: { message: { maxLength: 126 } } });
    expect(short.settings['maxTokens']).toEqual({ message: 60, prose: 512 });
    expect(() => roundTable({ rule, maxTokens: { message: 0 } })).toThrow(/maxTokens/);
    expect(() => roundTable({ rule, maxTokens: { ballot: 10 } as never })).toThrow(/message/);
  });
});
