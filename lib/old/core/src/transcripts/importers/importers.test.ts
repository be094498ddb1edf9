import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, recorded } from '..';
import type { Collaboration } from '..';
import { importEliminationGame } from './elimination-game';
import { importLlmAgora } from './llm-agora';
import { importMadDebate } from './mad-debate';
import { promptEcho } from './prompt-echo';
import { eliminationGame, lines, llmAgora, madDebate } from './testing/made-up';

const only = (collaborations: readonly Collaboration[]): Collaboration => {
  expect(collaborations).toHaveLength(1);
  return collaborations[0] as Collaboration;
};
const notes = (collaboration: Collaboration, kind: string) =>
  eventsOf(collaboration, 'note').filter((note) => note.kind === kind);

describe('importMadDebate', () => {
  const read = (debate: unknown): Collaboration => only(importMadDebate(JSON.stringify(debate), '0.json', 7));

  it('known: two rounds, in order, and the side that the moderator preferred', () => {
    const debate = read(madDebate);
    expect(debate.index).toBe(7);
    expect(debate.agents).toEqual(['Affirmative side', 'Negative side', 'Moderator']);
    expect(eventsOf(debate, 'message').map(({ round, from, text }) => [round, from[0], text])).toEqual([
      [1, 'A', 'A1'],
      [1, 'N', 'N1'],
      [2, 'A', 'A2'],
      [2, 'N', 'N2'],
    ]);
    expect(eventsOf(debate, 'proposal')[0]).toMatchObject({
      round: 1,
      by: 'Affirmative side',
      proposal: { translation: 'hound' },
    });
    expect(eventsOf(debate, 'decision').map(({ selected }) => selected)).toEqual([null, 'Negative side']);
    // In Python's writing, the second with an apostrophe that nobody escaped.
    expect(notes(debate, 'verdict').map(({ data }) => (data as { answer: object }).answer)).toMatchObject([
      { 'Whether there is a preference': 'No' },
      { 'Correct Translation': "the man's dog" },
    ]);
    // The file's own summary has lost its apostrophe.
    expect(notes(debate, 'source-summary')[0]?.data).toMatchObject({ translation: 'the mans dog' });
    expect(debate.finished).toMatchObject({
      rounds: 2,
      cause: 'moderator decided',
      outcome: { translation: "the man's dog", side: 'Negative side' },
    });
    expect(eventsOf(debate, 'failure')).toEqual([]);
  });

  it('known: a judge decides when the moderator never does, and words that are no dictionary are failures', () => {
    const turns = (...answers: string[]) => answers.map((content) => ({ role: 'assistant', content }));
    const debate = read({
      ...madDebate,
      players: {
        ...madDebate.players,
        Moderator: turns('I cannot say.', "{'Whether there is a preference': 'Perhaps'}"),
        Judge: turns('One: "hound"\nTwo: "dog"', '{"Reason": "", "Correct Translation": "dog"}'),
      },
    });
    expect(
      eventsOf(debate, 'failure').map(({ round, agent, kind, text }) => [round, agent, kind, text]),
    ).toEqual([
      [1, 'Moderator', 'unparsed', 'I cannot say.'],
      [2, 'Moderator', 'invalid', "{'Whether there is a preference': 'Perhaps'}"],
    ]);
    expect(notes(debate, 'candidates')[0]?.data).toEqual({ text: 'One: "hound"\nTwo: "dog"' });
    expect(debate.agents).toContain('Judge');
    expect(debate.finished).toMatchObject({
      cause: 'judge decided',
      outcome: { translation: 'dog', side: null },
    });
  });

  it('contract: nobody decided is an outcome of null', () => {
    const { Moderator: _, ...sides } = madDebate.players;
    const debate = read({
      ...madDebate,
      players: { ...sides, Moderator: [{ role: 'assistant', content: 'hm' }] },
    });
    expect(debate.finished).toMatchObject({ cause: 'no decision', outcome: null, rounds: 2 });
  });

  it('contract: a broken file is named, with line and field', () => {
    const broken =
      (text: string): (() => unknown) =>
      () =>
        importMadDebate(text, 'x.json');
    expect(broken('')).toThrow('x.json: the file is empty');
    expect(broken('{\n "a": 1,\n "b": }')).toThrow(/^x\.json, line 3: not JSON/);
    expect(broken('{"a": [1,\n2')).toThrow(/^x\.json, line 2: not JSON/);
    expect(broken('{}')).toThrow(/^x\.json: model_name: /);
    const half = { ...madDebate, players: { ...madDebate.players, 'Negative side': [{ role: 'user' }] } };
    expect(broken(JSON.stringify(half))).toThrow(/players\.Negative side\.0\.content/);
    const silent = {
      ...madDebate,
      players: { ...madDebate.players, 'Affirmative side': [{ role: 'system', content: '' }] },
    };
    expect(broken(JSON.stringify(silent))).toThrow(expect.objectContaining({ code: 'conversation-import' }));
  });
});

describe('importEliminationGame', () => {
  const game = only(importEliminationGame(lines(eliminationGame), 'game.jsonl'));

  it('known: players by number, models in the instance', () => {
    expect(game.agents).toEqual(['P1', 'P2', 'P3', 'P4']);
    expect(game.instance).toMatchObject({ game: '9', models: { P1: 'model-1', P4: 'model-4' } });
  });

  it('known: messages and who may read them', () => {
    const messages = eventsOf(game, 'message');
    expect(messages).toHaveLength(11);
    expect(messages[0]).toMatchObject({
      round: 1,
      phase: 'public',
      from: 'P1',
      to: ['P2', 'P3', 'P4'],
      text: 'hello\u2028from 1',
    });
    expect(messages[0]).not.toHaveProperty('visibleTo');
    expect(messages.find(({ text }) => text === 'psst')).toMatchObject({
      phase: 'private/2',
      to: ['P2'],
      visibleTo: ['P1', 'P2'],
    });
    // P3 is out in round 2; in the final speech the jury is addressed as well.
    expect(messages.find(({ text }) => text === 'three of us')?.to).toEqual(['P2', 'P4']);
    expect(messages.find(({ text }) => text === 'choose me')).toMatchObject({
      phase: 'final/speech',
      to: ['P2', 'P3', 'P4'],
    });
  });

  it('known: votes, the tie, the second vote and the jury', () => {
    expect(
      eventsOf(game, 'vote').map(({ round, phase, by, ballot }) => [
        round,
        phase,
        by,
        (ballot as { against: string } | null)?.against ?? null,
      ]),
    ).toEqual([
      [1, 'vote', 'P1', 'P2'],
      [1, 'vote', 'P2', 'P3'],
      [1, 'vote', 'P3', 'P2'],
      [1, 'vote', 'P4', 'P3'],
      [1, 'revote', 'P1', 'P3'],
      [1, 'revote', 'P4', null],
      [2, 'vote', 'P1', 'P2'],
      [2, 'vote', 'P4', 'P2'],
      [3, 'jury', 'P2', 'P1'],
      [3, 'jury', 'P3', 'P1'],
    ]);
    expect(eventsOf(game, 'vote')[0]?.reason).toBe('1 on 2');
    expect(eventsOf(game, 'vote')[5]).not.toHaveProperty('reason');
    expect(
      eventsOf(game, 'decision').map(({ phase, tally, winners, selected }) => ({
        phase,
        tally,
        winners,
        selected,
      })),
    ).toEqual([
      { phase: 'vote', tally: { P2: 2, P3: 2 }, winners: ['P2', 'P3'], selected: null },
      { phase: 'revote', tally: { P3: 1 }, winners: ['P3'], selected: 'P3' },
      { phase: 'vote', tally: { P2: 2 }, winners: ['P2'], selected: 'P2' },
      { phase: 'jury', tally: { P1: 2 }, winners: ['P1'], selected: 'P1' },
    ]);
    expect(game.finished).toMatchObject({
      rounds: 3,
      outcome: { winners: ['P4'] },
      score: { P1: 0.5, P4: 1 },
    });
  });

  it('known: what is no message, vote or decision is kept', () => {
    expect(eventsOf(game, 'failure').map(({ agent, kind, reason }) => [agent, kind, reason])).toEqual([
      ['P2', 'failed', 'the answer is empty'],
      ['P4', 'invalid', 'the game marks this vote (invalid/skipped)'],
    ]);
    expect(notes(game, 'elimination')[0]?.data).toEqual({ player: 'P3', tieBreak: false, randomPick: false });
    expect(notes(game, 'memory')[0]).toMatchObject({ by: 'P1', data: { text: 'trust nobody' } });
    expect(notes(game, 'pairs')[0]?.data).toEqual([['P1', 'P2']]);
    expect(notes(game, 'vote-reason')).toMatchObject([{ by: 'P2', data: { text: '2 on 1' } }]);
    expect(notes(game, 'weather')[0]?.data).toMatchObject({ sky: 'grey' });
  });

  it('contract: a log that stops between two lines is an unfinished collaboration', () => {
    const cut = only(importEliminationGame(lines(eliminationGame.slice(0, -1)), 'game.jsonl'));
    expect(cut.finished).toBeNull();
    expect(eventsOf(cut, 'decision').at(-1)).toMatchObject({ phase: 'jury', selected: null });
  });

  it('contract: broken logs are named, with the line', () => {
    const broken =
      (text: string): (() => unknown) =>
      () =>
        importEliminationGame(text, 'g.jsonl');
    const all = lines(eliminationGame);
    expect(broken(all.slice(0, -20))).toThrow(
      /^g\.jsonl, line 37: not JSON \(the last line, without a line end: the file was cut off\)/,
    );
    expect(broken(`{"a": 1\n${all}`)).toThrow(/^g\.jsonl, line 1: not JSON: /);
    expect(broken('\n\n')).toThrow('g.jsonl: the file is empty');
    expect(broken('{"game_id": 1}\n')).toThrow(/^g\.jsonl, line 1: type: /);
    expect(broken('{"game_id": 1, "type": "vote", "round": 1, "voter_id": "P1"}\n')).toThrow(
      /^g\.jsonl, line 1: target_id: /,
    );
    expect(
      broken('{"game_id": 1, "type": "memory_note", "round": -1, "player_id": "P1", "note": ""}\n'),
    ).toThrow(/line 1: round/);
    // U+2028 ends no line: the fault is on line 2.
    expect(broken(`${lines(eliminationGame.slice(0, 1))}"\u2028"x`)).toThrow(/^g\.jsonl, line 2/);
  });
});

describe('importLlmAgora', () => {
  it('known: answers, summaries, an empty answer and two echoes', () => {
    const debate = only(importLlmAgora(JSON.stringify(llmAgora), 'gsm_result.json', 4));
    expect(debate.index).toBe(4);
    expect(debate.agents).toEqual(['llama', 'orca']);
    expect(eventsOf(debate, 'message')).toHaveLength(4);
    expect(eventsOf(debate, 'message')[0]).toMatchObject({
      round: 1,
      from: 'llama',
      to: ['orca'],
      visibleTo: ['llama', 'summarizer'],
    });
    expect(notes(debate, 'summary')).toMatchObject([{ round: 1, by: 'summarizer' }]);
    expect(notes(debate, 'echo').map(({ round, by, data }) => [round, by, data])).toEqual([
      [2, 'llama', { extent: 'whole' }],
      [2, 'orca', { extent: 'part' }],
    ]);
    expect(eventsOf(debate, 'failure')).toMatchObject([{ agent: 'orca', round: 1, kind: 'failed' }]);
    expect(debate.finished).toMatchObject({ rounds: 2, outcome: null });
  });

  it('contract: a broken file is named, with the field', () => {
    expect(() => importLlmAgora('[]', 'r.json')).toThrow(/^r\.json: /);
    expect(() => importLlmAgora('[{"question_id": 0}]', 'r.json')).toThrow(/^r\.json: 0\.question: /);
    const nobody = [{ ...llmAgora[0], agent_response: {} }];
    expect(() => importLlmAgora(JSON.stringify(nobody), 'r.json')).toThrow(
      'r.json: question 5: agent_response has no agents',
    );
  });

  it('known: a missing answer of one agent is a failure', () => {
    const [one] = llmAgora;
    const uneven = [{ ...one, agent_response: { llama: ['a', 'b'], orca: ['c'] } }];
    const debate = only(importLlmAgora(JSON.stringify(uneven), 'r.json'));
    expect(eventsOf(debate, 'failure')).toMatchObject([
      { agent: 'orca', round: 2, reason: 'the file has no answer for this round' },
    ]);
  });
});

describe('promptEcho', () => {
  const prompt = "Add the ages of Ann and Ben, who isn't\nyet ten. Give a number.";
  it('known: whole, part, none', () => {
    expect(
      promptEcho(`USER: ["${prompt.replace("'", "\\'").replace('\n', '\\n')}"] ASSISTANT: `, prompt),
    ).toBe('whole');
    expect(promptEcho(`USER: ${prompt} ASSISTANT: 12`, prompt)).toBe('part');
    expect(promptEcho(`12\nUSER: ${prompt}`, prompt)).toBe('part');
    expect(promptEcho('12', prompt)).toBe('none');
    expect(promptEcho('', '')).toBe('none');
  });
});

describe('the folder readers', () => {
  it('contract: files in the order of their numbers, others passed over, collaborations numbered through', () => {
    const folder = mkdtempSync(join(tmpdir(), 'debates-'));
    for (const name of ['10.json', '2.json', 'notes.txt'])
      writeFileSync(join(folder, name), JSON.stringify(madDebate));
    const read = [...recorded('mad-debates', { folder })];
    expect(read.map(({ index, instance }) => [index, (instance as { file: string }).file])).toEqual([
      [0, '2.json'],
      [1, '10.json'],
    ]);
    expect(read[1]?.events.every(({ collaboration }) => collaboration === 1)).toBe(true);
  });

  it('contract: a folder that is not there or holds nothing of the kind throws', () => {
    const folder = mkdtempSync(join(tmpdir(), 'debates-'));
    mkdirSync(join(folder, 'inner'));
    for (const name of ['mad-debates', 'elimination-game', 'llm-agora']) {
      expect(() => [...recorded(name, { folder: join(folder, 'none') })]).toThrow('there is no such folder');
      expect(() => [...recorded(name, { folder })]).toThrow(/has no file named like/);
    }
  });
});
