import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { type Collaboration, type Event, recorded } from 'agora-core/transcripts';
import { transcript } from './transcript';

const at = (round: number, phase: string) => ({ collaboration: 7, round, phase });
const events: Event[] = [
  { type: 'started', collaboration: 7, instance: { goods: 3 }, agents: ['Ann', 'Bob'] },
  { type: 'message', ...at(1, 'message'), from: 'Ann', to: ['Bob'], text: 'Hello,\nBob' },
  { type: 'message', ...at(1, 'message'), from: 'Bob', to: ['Ann'], visibleTo: ['Ann'], text: 'between us' },
  {
    type: 'proposal',
    ...at(1, 'proposal'),
    by: 'Ann',
    candidate: '1',
    proposal: { apples: 3 },
    reason: 'I like apples',
  },
  { type: 'vote', ...at(1, 'vote'), by: 'Ann', ballot: ['1', '2'], reason: 'mine first' },
  { type: 'vote', ...at(1, 'vote'), by: 'Bob', ballot: null },
  {
    type: 'decision',
    ...at(1, 'vote'),
    by: 'borda',
    candidates: [{ id: '1', by: ['Ann'] }],
    tally: { 1: 2 },
    winners: ['1'],
    selected: '1',
    standing: { candidate: '1', proposal: { apples: 3 } },
    score: { share: 0.5 },
  },
  {
    type: 'failure',
    ...at(2, 'message'),
    agent: 'Bob',
    repeat: 0,
    kind: 'unparsed',
    reason: 'no JSON in it',
    text: '{',
  },
  {
    type: 'tool',
    ...at(2, 'message'),
    agent: 'Ann',
    repeat: 0,
    attempt: 0,
    call: 0,
    name: 'add',
    arguments: '[1]',
    result: 1,
  },
  { type: 'note', ...at(2, 'message'), kind: 'silent', by: 'Ann', data: { why: 'nothing new' } },
  {
    type: 'finished',
    collaboration: 7,
    rounds: 2,
    cause: 'rounds',
    outcome: { apples: 3 },
    score: { share: 0.5 },
  },
];
const collaboration: Collaboration = {
  index: 7,
  instance: { goods: 3 },
  agents: ['Ann', 'Bob'],
  events,
  finished: events.at(-1) as Collaboration['finished'],
};

describe('transcript', () => {
  it('known: a recorded talk says whose it is; what has no data set says nothing', () => {
    const negotiation = transcript(recorded('llm-deliberation').get(540)).text;
    expect(negotiation).toContain(
      '\nCase: dataset llm-deliberation, id all_coop_base_7player_gpt4/19_28_45, game base_7players, model gpt-4\n',
    );
    expect(transcript(collaboration).text).not.toContain('Case:');
  });

  it('known: everything that happened, in its order', () => {
    expect(transcript(collaboration).text).toBe(`Collaboration 7: Ann, Bob; 2 rounds, ended: rounds
Outcome: apples: 3
Score: share: 0.5

Round 1
  Ann to Bob: Hello,
  Bob
  Bob to Ann (privately): between us
  Ann proposes 1: apples: 3
    (I like apples)
  Ann votes: 1, 2
    (mine first)
  Bob abstains
  Decision by borda: 1: 2; 1 was selected: it is the decision now
    (share: 0.5)

Round 2
  Bob: no usable answer (unparsed): no JSON in it
    ({)
  Ann calls add: [1]
    (1)
  Ann is not asked: why: nothing new`);
  });

  it('known: without an outcome it is told what lay on the table, or that nothing was scored, and what breaks off', () => {
    const place = { collaboration: 7, round: 1, phase: 'talk' };
    const finished = { ...collaboration.finished!, outcome: null };
    const none = transcript({ ...collaboration, finished }).text;
    expect(none).toContain('Outcome: none; last on the table: 1, after round 1\n');
    const said = (text: string) => ({ type: 'message' as const, ...place, from: 'Ann', to: ['Bob'], text });
    const talk = (...texts: string[]): Collaboration => ({
      ...collaboration,
      events: texts.map(said),
      finished: { ...finished, score: {} },
    });
    expect(transcript(talk('Yes.')).text).toContain('ended: rounds\nOutcome: not scored\n\nRound 1');
    expect(transcript(talk('Yes.', 'New: A2 (7),\nB3 (')).text).toContain(
      'Breaks off: Ann in round 1 ("… New: A2 (7), B3 (")\n',
    );
    expect(transcript(talk(...Array.from({ length: 5 }, () => 'and,'))).text).toMatch(/; and 2 more\n/);
    const reply = {
      ...place,
      type: 'reply' as const,
      agent: 'Bob',
      repeat: 0,
      attempt: 0,
      request: 'none',
      text: 'I would say that',
      finish: 'length' as const,
      inputTokens: 1,
      outputTokens: 1,
      counted: 'reported' as const,
      latencyMs: 1,
      cached: false,
    };
    const live = transcript({ ...talk('One,'), events: [said('One,'), reply] }).text;
    expect(live).toContain('Breaks off: Bob in round 1 ("… I would say that")');
  });

  it('known: by round, by agent, and as one agent saw it', () => {
    expect(transcript(collaboration, { rounds: [2] }).text).not.toContain('Round 1');
    const bob = transcript(collaboration, { agents: ['Bob'] }).text;
    expect(bob).not.toContain('Ann votes');
    expect(bob).toContain('Decision by borda');
    const seen = transcript(collaboration, { seenBy: 'Bob' }).text;
    expect(seen).toContain('Ann votes: 1, 2');
    for (const hidden of ['mine first', 'I like apples', 'nothing new', 'calls add'])
      expect(seen).not.toContain(hidden);
    const third = { ...collaboration, agents: ['Ann', 'Bob', 'Cleo'] };
    expect(transcript(third, { seenBy: 'Cleo' }).text).not.toContain('between us');
  });

  it('contract: nobody of that name is told', () => {
    expect(() => transcript(collaboration, { agents: ['Anne'] })).toThrow(/one of Ann, Bob.*got "Anne"/s);
    expect(() => transcript(collaboration, { seenBy: 'Zoe' })).toThrow(/seenBy.*"Zoe"/s);
    expect(() => transcript({} as never)).toThrow('a collaboration');
  });

  it('law: no text of a model becomes markup, however it is written', () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      '</span></div>\u202e',
    ];
    const said = hostile.flatMap((text): Event[] => [
      { type: 'message', ...at(1, 'message'), from: text, to: [text], text },
      { type: 'failure', ...at(1, 'message'), agent: text, repeat: 0, kind: 'invalid', reason: text, text },
      {
        type: 'proposal',
        ...at(1, 'proposal'),
        by: text,
        candidate: text,
        proposal: { [text]: text },
        reason: text,
      },
    ]);
    const { window } = new JSDOM(transcript({ ...collaboration, agents: hostile, events: said }).html);
    const tags = new Set([...window.document.body.querySelectorAll('*')].map(({ tagName }) => tagName));
    expect([...tags].sort()).toEqual(['BR', 'DETAILS', 'DIV', 'H4', 'SECTION', 'SPAN', 'STRONG', 'SUMMARY']);
    const attributes = [...window.document.body.querySelectorAll('*')].flatMap((one) =>
      one.getAttributeNames(),
    );
    expect([...new Set(attributes)]).toEqual(['style']);
    for (const text of hostile) expect(window.document.body.textContent).toContain(text);
  });

  it.each(['llm-deliberation', 'dylan', 'casino-negotiations'])('law: %s reads in the same way', (name) => {
    const [first] = recorded(name);
    const { text } = transcript(first!);
    const messages = first!.events.filter((event) => event.type === 'message');
    expect(messages.length).toBeGreaterThan(1);
    for (const message of messages) expect(text).toContain(message.text.trim().split(/\s/)[0]);
  });
});
