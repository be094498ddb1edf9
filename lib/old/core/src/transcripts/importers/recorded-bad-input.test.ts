import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, recorded, type Collaboration } from '..';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-recorded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const packed = (...records: readonly unknown[]): Buffer =>
  gzipSync(records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n') + '\n');
const put = (file: string, content: Buffer | string) => writeFileSync(join(folder, file), content);
const read = (name: string): Collaboration[] => [...recorded(name, { folder })];
const notes = (one: Collaboration | undefined, kind: string) =>
  one === undefined ? [] : eventsOf(one, 'note').filter((note) => note.kind === kind);

const row = {
  subject: 'law',
  index: 0,
  answer: 'A',
  probabilities: [
    [0.4, 0.3, 0.2, 0.1],
    [0.35, 0.35, 0.15, 0.15],
  ],
};
const rows = (...records: readonly unknown[]) => put('llama-13b-ten-prompts.jsonl.gz', packed(...records));

describe('a set of recorded replies', () => {
  it('known: two raters, one of whom holds two options equal', () => {
    rows(row);
    const [election] = read('mmlu-rater-probabilities');
    expect(eventsOf(election!, 'vote').map(({ ballot }) => ballot)).toEqual([
      { kind: 'ranking', ranking: ['A', 'B', 'C', 'D'] },
      {
        kind: 'weak-ranking',
        tiers: [
          ['A', 'B'],
          ['C', 'D'],
        ],
      },
    ]);
  });

  it('contract: a file that is missing, cut off, damaged or empty is named, with the line where it breaks off', () => {
    const file = 'llama-13b-ten-prompts.jsonl.gz';
    const name = 'mmlu-rater-probabilities';
    expect(() => read(name)).toThrow(`${file}: there is no such file`);
    const many = Array.from({ length: 2000 }, (_, index) => ({
      ...row,
      index,
      subject: `law ${index * index}`,
    }));
    const whole = packed(...many);
    put(file, whole.subarray(0, whole.length / 2));
    expect(() => read(name)).toThrow(
      /^llama-13b.*, line \d{3,4}: the gzip file is cut off or damaged: unexpected end/,
    );
    const changed = Buffer.from(whole);
    changed[changed.length - 6]! ^= 1; // in the check sum
    put(file, changed);
    expect(() => read(name)).toThrow('the gzip file is cut off or damaged: incorrect data check');
    put(file, 'no gzip');
    expect(() => read(name)).toThrow(`${file}: the gzip file is cut off or damaged: incorrect header check`);
    put(file, gzipSync(''));
    expect(() => read(name)).toThrow(`${file}: the file is empty`);
  });

  it('contract: a line that is no JSON, or another record, is named', () => {
    rows(row, '{"subject": ');
    expect(() => read('mmlu-rater-probabilities')).toThrow(
      'llama-13b-ten-prompts.jsonl.gz, line 2: not JSON',
    );
    rows(row, row, { subject: 'law' });
    expect(() => read('mmlu-rater-probabilities')).toThrow('line 3: index: ');
  });

  it('contract: what is wrong in one record stops the reading, with file and line; records before it are there', () => {
    rows(row, { ...row, answer: 'E' });
    const taken: Collaboration[] = [];
    expect(() => {
      for (const one of recorded('mmlu-rater-probabilities', { folder })) taken.push(one);
    }).toThrow('line 2: answer: "E" is none of A, B, C, D');
    expect(taken).toHaveLength(1);
    rows({ ...row, probabilities: [row.probabilities[0], [0.5, 0.3, 0.1, 0.05]] });
    expect(() => read('mmlu-rater-probabilities')).toThrow(
      /line 1: the probabilities of prompt 2 sum to 0\.95/,
    );
    rows({ ...row, probabilities: [[0.5, 0.5]] });
    expect(() => read('mmlu-rater-probabilities')).toThrow('line 1: probabilities.0: ');
  });

  it('contract: votes that are no votes', () => {
    const question = {
      subject: 'law',
      index: 0,
      question: 'Q',
      choices: ['a', 'b', 'c', 'd'],
      errorType: 'ok',
    };
    put('fourteen-models.jsonl.gz', packed({ ...question, goldIndex: '4', votes: { m: 'A' } }));
    expect(() => read('mmlu-redux-votes')).toThrow(
      'line 1: goldIndex: the place of the right option is 0 to 3',
    );
    put(
      'fourteen-models.jsonl.gz',
      packed({ ...question, goldIndex: '3', votes: { m: 'A', n: 'This', o: '' } }),
    );
    const [election] = read('mmlu-redux-votes');
    expect(eventsOf(election!, 'failure').map(({ agent, kind, text }) => [agent, kind, text])).toEqual([
      ['n', 'unparsed', 'This'],
      ['o', 'unparsed', ''],
    ]);
    put('votes.jsonl.gz', packed({ task: 0, step: 0, options: ['x', 'y'], votes: [4, 2] }));
    expect(() => read('gpt4-votes-tree-of-thoughts')).toThrow('line 1: 5 votes on 2 texts came to 4, 2');
    put('votes.jsonl.gz', packed({ task: 0, step: 0, options: ['x', 'y'], votes: [2, 2] }));
    const [held] = read('gpt4-votes-tree-of-thoughts');
    expect(eventsOf(held!, 'failure').map(({ agent }) => agent)).toEqual(['Vote 5']);
    const judged = { question: 1, reviewer: 'm', first: 'a', second: 'b', score: 1, file: 'f' };
    put('pairwise.jsonl.gz', packed(judged, { ...judged, score: 4 }));
    expect(() => read('prd-peer-rank')).toThrow('line 2: score: a score is 1, 2 or 3');
    put('pairwise.jsonl.gz', packed(judged, { ...judged, second: 'a' }));
    expect(() => read('prd-peer-rank')).toThrow('line 2: a is paired with itself');
    put(
      'pairwise.jsonl.gz',
      packed(judged, { ...judged, score: 2 }, { ...judged, first: 'b', second: 'a', score: 3 }),
    );
    const [pair] = read('prd-peer-rank');
    expect(eventsOf(pair!, 'vote').map(({ by, ballot }) => [by, ballot])).toEqual([
      ['m, a first', { kind: 'ranking', ranking: ['a', 'b'] }],
      ['m, b first', { kind: 'weak-ranking', tiers: [['b', 'a']] }],
    ]);
    expect(notes(pair, 'asked again')).toMatchObject([{ by: 'm, a first', data: { score: 2 } }]);
  });

  it('contract: a debate of one agent; agents who were not asked, not stored, or repeat themselves are on record', () => {
    const debate = { setting: 'CoT', file: 'f', question: 'Q', answer: '1', level: 1, type: 'Algebra' };
    put('two-rounds.jsonl.gz', packed({ ...debate, agents: [['one', 'two']] }));
    expect(() => read('dylan')).toThrow('line 1: agents: a debate needs two agents at least');
    put('two-rounds.jsonl.gz', packed({ ...debate, agents: [['a', 'b'], ['c', 'c'], ['d']] }));
    const [one] = read('dylan');
    expect(one?.agents).toEqual(['Agent 1', 'Agent 2', 'Agent 3']);
    expect(notes(one, 'absent')).toMatchObject([{ data: { agent: 'Agent 4' } }]);
    expect(notes(one, 'not asked')).toMatchObject([{ by: 'Agent 3', round: 2 }]);
    expect(notes(one, 'repeat')).toMatchObject([{ by: 'Agent 2', round: 2 }]);
    expect(eventsOf(one!, 'message')).toHaveLength(5);
  });

  it('contract: a discussion in groups: who reads whose words, who was done, what is no chat', () => {
    const said = (...texts: string[]) =>
      texts.flatMap((content) => [
        { role: 'user', content: 'Q?\nNow please answer' },
        { role: 'assistant', content },
      ]);
    const agents = { A: said('1', '2'), B: said('1', '2'), C: said('1', '2'), D: said('3'), G: said('2') };
    const usage = { 'turbo-4k': { input_tokens: 7, output_tokens: 5, total_tokens: 12 } };
    put('discussions.jsonl.gz', packed({ id: 'x', usage, agents }));
    const [one] = read('group-discussion-gsm8k');
    expect(one).toMatchObject({ agents: ['Agent A', 'Agent B', 'Agent C', 'Agent D'] });
    expect(one?.instance).toMatchObject({ question: 'Q?' });
    const [first, , , other] = eventsOf(one!, 'message');
    expect(first).toMatchObject({ from: 'Agent A', visibleTo: ['Agent B', 'Agent C'], text: '1' });
    expect(other).toMatchObject({ from: 'Agent D', visibleTo: [], text: '3' });
    expect(notes(one, 'not asked')).toMatchObject([{ by: 'Agent D', round: 2 }]);
    expect(notes(one, 'usage')).toMatchObject([{ data: { inputTokens: 7, outputTokens: 5 } }]);
    expect(notes(one, 'secretary')).toMatchObject([{ data: { text: '2' } }]);
    put(
      'discussions.jsonl.gz',
      packed({ id: 'x', usage: null, agents: { A: [{ role: 'you', content: '' }] } }),
    );
    expect(() => read('group-discussion-gsm8k')).toThrow('line 1: agents.A');
  });

  it('contract: letters outside the options, and rounds of unequal size', () => {
    const turn = { answer: 'A', tokens_in: 5, tokens_out: 2, characters: 9 };
    const debate = {
      question_num: 1,
      domain: 'd',
      subdomain: 's',
      correct_letter: 'A',
      final_answer: 'A',
      model: 'm',
    };
    const file = 'answers.jsonl.gz';
    put(file, packed({ ...debate, correct_letter: 'F', rounds: [[turn, turn]] }));
    expect(() => read('gpqa-debates')).toThrow('line 1: correct_letter: "F" is none of A, B, C, D');
    put(file, packed({ ...debate, rounds: [[turn]] }));
    expect(() => read('gpqa-debates')).toThrow('line 1: rounds.0: a debate needs two agents at least');
    put(
      file,
      packed({
        ...debate,
        rounds: [
          [turn, turn],
          [turn, turn, turn],
        ],
      }),
    );
    expect(() => read('gpqa-debates')).toThrow('line 1: round 2 has 3 turns of 2 agents');
    put(file, packed({ ...debate, final_answer: '?', rounds: [[turn, { ...turn, answer: '?' }]] }));
    const [one] = read('gpqa-debates');
    expect(eventsOf(one!, 'failure')).toMatchObject([{ agent: 'Agent 2', kind: 'unparsed', text: '?' }]);
    expect(one?.finished).toMatchObject({ outcome: null, score: { correct: 0 } });
  });
});

describe('talks', () => {
  const values = {
    a: { High: 'Food', Medium: 'Water', Low: 'Firewood' },
    b: { High: 'Water', Medium: 'Food', Low: 'Firewood' },
  };
  const say = (id: string, text: string, task_data: object = {}) => ({ id, text, task_data });
  const all = {
    issue2youget: { Food: '3', Water: '0', Firewood: '1' },
    issue2theyget: { Food: '0', Water: '3', Firewood: '2' },
  };
  const talk = (turns: readonly object[], more: object = {}) => {
    const about = { split: 'test', id: 1, values, points: {}, strategies: [] };
    put('dialogues.jsonl.gz', packed({ ...about, turns, ...more }));
    return read('casino-negotiations')[0];
  };

  it('known: an offer, a refusal, an agreement, and rounds that end when somebody speaks again', () => {
    const one = talk(
      [
        say('a', 'Hi'),
        say('a', 'There'),
        say('b', 'Hi'),
        say('a', 'Submit-Deal', all),
        say('b', 'Reject-Deal'),
        say('a', 'Submit-Deal', all),
        say('b', 'Accept-Deal'),
      ],
      {
        strategies: [
          ['Hi', 'small-talk'],
          ['Hi', 'small-talk,no-need'],
        ],
      },
    );
    expect(eventsOf(one!, 'message').map(({ round, from }) => [round, from])).toEqual([
      [1, 'a'],
      [1, 'a'],
      [1, 'b'],
    ]);
    expect(notes(one, 'strategies').map(({ by, data }) => [by, data])).toEqual([
      ['a', { strategies: ['small-talk'] }],
      ['b', { strategies: ['small-talk', 'no-need'] }],
    ]);
    // a: 3 x 5 + 1 x 3; b: 3 x 5 + 2 x 3; the most is 15 + 15 + 9.
    expect(one?.finished).toMatchObject({ cause: 'both agreed', rounds: 3 });
    expect(one?.finished?.score).toEqual({ utilities: { a: 18, b: 21 }, total: 39, optimum: 39, share: 1 });
    expect(eventsOf(one!, 'decision').map(({ selected }) => selected)).toEqual([null, '2']);
    const left = talk([say('a', 'Hi'), say('b', 'Walk-Away')]);
    expect(left?.finished).toMatchObject({ cause: 'b walked away', outcome: null, score: { total: 10 } });
  });

  it('contract: deals without shares or offer, strangers, and labels of nothing are named', () => {
    expect(() => talk([say('a', 'Submit-Deal')])).toThrow(
      'line 1: turn 1 is Submit-Deal, and says not who gets what',
    );
    expect(() => talk([say('a', 'Accept-Deal')])).toThrow(
      'line 1: turn 1 is Accept-Deal, and there is no deal',
    );
    expect(() => talk([say('c', 'Hi')])).toThrow('line 1: c is none of the two');
    expect(() => talk([say('a', 'Hi')], { values: { a: values.a } })).toThrow(
      'it has 1 people, and two are needed',
    );
    expect(() => talk([say('a', 'Hi')], { strategies: [['Ho', 'x']] })).toThrow(
      'strategies of no turn: "Ho"',
    );
    expect(() =>
      talk([say('a', 'Submit-Deal', { ...all, issue2youget: { Food: '4', Water: '0', Firewood: '0' } })]),
    ).toThrow('issue2youget.Food: ');
  });

  it('contract: an excerpt needs three personas, who may be of one kind, and six messages', () => {
    const about = { sampleId: 's', dataset: 'd', instruction: 'i', driftTurn: 3, driftStrength: -1 };
    const found = { solutionBefore: 'x', solutionAfter: null, errorTypes: [], errorTypesExplanation: null };
    const messages = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`${at + 1}`, `[AGREE]\\n${at}`]),
    );
    const excerpt = (personas: string, extractedMessages: object = messages) => {
      put('excerpts.jsonl.gz', packed({ ...about, ...found, personas, extractedMessages }));
      return read('drift-eval')[0];
    };
    const one = excerpt('Poet, Poet, Critic');
    expect(one?.agents).toEqual(['Poet', 'Poet 2', 'Critic']);
    expect(eventsOf(one!, 'message')[5]).toMatchObject({ round: 2, from: 'Critic', text: '[AGREE]\n5' });
    expect(notes(one, 'stance').map(({ data }) => data)).toEqual(Array(6).fill({ stance: 'agree' }));
    expect(() => excerpt('Poet, Critic')).toThrow('line 1: it has 2 personas, and 3 are needed');
    expect(() => excerpt('A, B, C', { ...messages, 6: undefined })).toThrow('line 1: message 6 is missing');
  });
});

describe('a game of llm-deliberation', () => {
  const party = (file: string, role: string, scores: number[][]) => ({
    name: file.toUpperCase(),
    file,
    role,
    scores,
    minimum: 5,
  });
  // On two issues of two options: x wants A1, y wants B2, z nothing.
  const parties = [
    party('x', 'p1', [
      [10, 0],
      [2, 3],
    ]),
    party('y', 'p2', [
      [0, 1],
      [0, 9],
    ]),
    party('z', 'player', [
      [0, 0],
      [0, 0],
    ]),
  ];
  const turn = (who: string, words: string, deal: object | null, full: string | null = null) => ({
    party: who,
    public: words,
    full,
    deal,
  });
  const game = {
    config: 'c',
    game: 'g',
    model: 'm',
    id: '1',
    parties: ['x', 'y', 'z'],
    finished: 3,
    turns: [
      turn('x', 'We open: <DEAL>A1,B1</DEAL>', { A: 1, B: 1 }),
      turn('z', 'All the same to me.', null, 'I keep my secret.'),
      turn('x', 'Or <DEAL>B2.5,A1</DEAL>', { B: 2, A: 1 }),
      turn('y', 'I want <DEAL>B2</DEAL>', null),
      turn('z', 'Fine.', null),
    ],
    final: 'So <DEAL>A1,B2</DEAL>',
    finalDeal: { A: 1, B: 2 },
  };
  const play = (changed: object, minimums: object = { c: { x: { stated: 13 }, y: { stated: null } } }) => {
    put('games.json', JSON.stringify({ g: { parties, initial: 'A1,B1' } }));
    put('minimums.json', JSON.stringify(minimums));
    put('games.jsonl.gz', packed({ ...game, ...changed }));
    return read('llm-deliberation');
  };

  it('known: rounds, the table, the final proposal, and what each is worth', () => {
    const [one] = play({});
    expect(
      eventsOf(one!, 'decision').map(({ round, by, selected, standing, score }) => [
        round,
        by,
        selected,
        standing?.candidate,
        score['total'],
        score['accepting'],
        score['passes'],
      ]),
    ).toEqual([
      // A1,B1: x 12 of 13, y 0 of 5. A1,B2: x 13, y 9, z 0 of 5.
      [1, 'the table', 'A1,B2', 'A1,B2', 22, 2, 1],
      [2, 'the table', null, 'A1,B2', 22, 2, 1],
      [3, 'x', 'A1,B2', 'A1,B2', 22, 2, 1],
    ]);
    expect(one?.finished).toMatchObject({
      rounds: 3,
      outcome: { A: 1, B: 2 },
      score: { unanimous: 0, optimum: 22 },
    });
    expect(eventsOf(one!, 'failure')).toMatchObject([{ agent: 'y', kind: 'unparsed', round: 1 }]);
    expect(notes(one, 'between options')).toMatchObject([{ by: 'x', data: { text: 'B2.5,A1' } }]);
    expect(eventsOf(one!, 'proposal').map(({ by, candidate }) => [by, candidate])).toEqual([
      ['x', 'A1,B1'],
      ['z', null],
      ['x', 'A1,B2'],
      ['y', null],
      ['z', null],
      ['x', 'A1,B2'],
    ]);
  });

  it('law: private words are a reason of their own proposal, and in no message', () => {
    const [one] = play({});
    expect(eventsOf(one!, 'proposal').filter(({ reason }) => reason === 'I keep my secret.')).toHaveLength(1);
    expect(JSON.stringify(eventsOf(one!, 'message'))).not.toContain('secret');
  });

  it('known: a game that broke off, and one whose last proposal is no whole deal', () => {
    const [broken] = play({ final: null, finalDeal: null });
    expect(broken?.finished).toMatchObject({
      rounds: 2,
      cause: 'broken off',
      outcome: null,
      score: { total: 0 },
    });
    const [open] = play({ final: 'Let us meet again.', finalDeal: null });
    expect(open?.finished).toMatchObject({
      cause: 'the last proposal has no whole deal in a <DEAL> tag',
      outcome: null,
    });
    expect(eventsOf(open!, 'decision').at(-1)).toMatchObject({ by: 'x', selected: null, standing: null });
    const [opened] = play({ turns: game.turns.slice(0, 1), final: null, finalDeal: null });
    expect(opened?.finished).toMatchObject({ rounds: 1 });
  });

  it('contract: a deal that the game does not have is a failure, and no candidate', () => {
    const [one] = play({ finalDeal: { A: 1, B: 3 } });
    expect(eventsOf(one!, 'failure').at(-1)).toMatchObject({
      kind: 'invalid',
      reason: 'the game has no deal A1,B3',
    });
    expect(one?.finished?.outcome).toBeNull();
  });

  it('contract: a game without its parties, or with strangers at the table', () => {
    expect(() => play({ parties: undefined })).toThrow('games.jsonl.gz, line 1: parties: ');
    expect(() => play({ parties: ['x'] })).toThrow('line 1: parties: a game needs its parties, two at least');
    expect(() => play({ parties: ['x', 'y', 'w'] })).toThrow(
      'line 1: games.json has no party w in the game g',
    );
    expect(() => play({ game: 'other' })).toThrow('line 1: games.json has no party x in the game other');
    expect(() => play({ parties: ['x', 'y'] })).toThrow('line 1: z speaks and is not at the table');
    expect(() => play({ parties: ['y', 'z'], turns: game.turns.slice(3) })).toThrow(
      'line 1: the leader (p1) is not at the table',
    );
    expect(() => play({ turns: [] })).toThrow('line 1: turns: ');
    expect(() => play({}, [])).toThrow('minimums.json: ');
  });
});
