/** Made-up conversations in the shapes of the real sources, for tests that always run. */

const turn = (role: string, content: string) => ({ role, content });
const no =
  "{'Whether there is a preference': 'No', 'Supported Side': '', 'Reason': \"both aren't bad\", 'Correct Translation': ''}";

/** Two rounds; the moderator prefers the negative side in the second. */
export const madDebate = {
  model_name: 'm',
  temperature: 0,
  num_players: 3,
  source: 'Hund',
  'correct reference': 'dog',
  'incorrect reference': 'hound',
  'base translation': 'hound',
  'debate translation': 'the mans dog',
  reason: '',
  players: {
    'Affirmative side': [
      turn('system', 's'),
      turn('user', 'u'),
      turn('assistant', 'hound'),
      turn('user', 'u'),
      turn('assistant', 'A1'),
      turn('user', 'N1'),
      turn('assistant', 'A2'),
    ],
    'Negative side': [
      turn('system', 's'),
      turn('user', 'A1'),
      turn('assistant', 'N1'),
      turn('user', 'A2'),
      turn('assistant', 'N2'),
    ],
    Moderator: [
      turn('system', 's'),
      turn('user', 'u'),
      turn('assistant', no),
      turn('user', 'u'),
      turn(
        'assistant',
        "{'Whether there is a preference': 'Yes', 'Supported Side': 'Negative', 'Reason': 'it's better', 'Correct Translation': \"the man's dog\"}",
      ),
    ],
  },
};

const id = (player: number): string => `Player${player}_Game9_model-${player}`;
const talk = (round: number, subround: number, player: number, message: string) => ({
  game_id: 9,
  type: 'conversation',
  round,
  subround,
  player_id: id(player),
  message,
  timestamp: '2025-01-01 00:00:00',
});
const reason = (kind: string, round: number, voter: number, target: number) => ({
  game_id: 9,
  type: `private_${kind}_reason`,
  round,
  voter_id: id(voter),
  target_id: id(target),
  reason: `${voter} on ${target}`,
});
const vote = (round: number, voter: number, target: number | null) => ({
  game_id: 9,
  type: 'vote',
  round,
  voter_id: id(voter),
  target_id: target === null ? '(invalid/skipped)' : id(target),
  public_vote: true,
});

/** Four players. Round 1 ties P2 and P3, and a second vote drops P3; round 2 drops P2; a jury of two picks between P1 and P4. */
export const eliminationGame: readonly Record<string, unknown>[] = [
  ...[1, 2, 3, 4].map((player) => talk(1, 1, player, `hello\u2028from ${player}`)),
  { game_id: 9, type: 'preference_proposal', round: 1, proposer: 'P1', target: 'P2', rank_of_target: 0 },
  { game_id: 9, type: 'preference_outcome', round: 1, target: 'P2', accepted: 'P1' },
  { game_id: 9, type: 'preference_result', round: 1, matched_pairs: [['P1', 'P2']] },
  {
    game_id: 9,
    type: 'private',
    round: 1,
    subround: 2,
    speaker_id: id(1),
    target_id: id(2),
    message: 'psst',
  },
  { game_id: 9, type: 'private', round: 1, subround: 2, speaker_id: id(2), target_id: id(1), message: '' },
  { game_id: 9, type: 'memory_note', round: 1, player_id: id(1), note: 'trust nobody' },
  ...[
    [1, 2],
    [2, 3],
    [3, 2],
    [4, 3],
  ].flatMap(([voter = 0, target = 0]) => [reason('vote', 1, voter, target), vote(1, voter, target)]),
  talk(1, 600, 2, 'spare me'),
  talk(1, 600, 3, 'or me'),
  reason('revote', 1, 1, 3),
  vote(1, 1, 3),
  vote(1, 4, null),
  {
    game_id: 9,
    type: 'elimination',
    round: 1,
    eliminated_player: id(3),
    tie_break: false,
    random_pick: false,
  },
  talk(2, 1, 1, 'three of us'),
  reason('vote', 2, 1, 2),
  vote(2, 1, 2),
  reason('vote', 2, 4, 2),
  vote(2, 4, 2),
  reason('vote', 2, 2, 1),
  {
    game_id: 9,
    type: 'elimination',
    round: 2,
    eliminated_player: id(2),
    tie_break: false,
    random_pick: false,
  },
  { game_id: 9, type: 'weather', round: 3, sky: 'grey' },
  talk(3, 900, 1, 'choose me'),
  talk(3, 900, 4, 'no, me'),
  reason('jury', 3, 2, 1),
  reason('jury', 3, 3, 1),
  {
    game_id: 9,
    type: 'final_results',
    winners: ['P4'],
    winners_full: [id(4)],
    final_ranks_full: { [id(1)]: 2, [id(2)]: 3, [id(3)]: 4, [id(4)]: 1 },
    partial_points_full: { [id(1)]: 0.5, [id(2)]: 0.25, [id(3)]: 0, [id(4)]: 1 },
  },
];

const asked = 'How many legs do a dog and two hens have together?';
const summary = 'Here is a summary: one says eight, and two are not sure of anything. How many legs, then?';

/** One question, two models, two rounds; one answer is empty, one is the prompt alone, one quotes it. */
export const llmAgora = [
  {
    question_id: 5,
    question: asked,
    agent_response: {
      llama: ['4 + 2 x 2 = 8', `SYSTEM: Be good.\nUSER: ['${summary}']\nASSISTANT: `],
      orca: ['', `8\nUSER: ["${summary.slice(0, 60)}`],
    },
    summarization: [summary],
    answer: '8',
  },
];

export const lines = (records: readonly unknown[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('');
