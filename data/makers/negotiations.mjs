#!/usr/bin/env node
// LLM-Deliberation: negotiations of language models with score sheets.
//
// The leader opens. Then each party speaks once in each round, in a random order. The opening counts to round 1, and the
// leader's last proposal is a round of its own. Every turn is a message and a proposal: the deal that it names (null if it
// names none), with the party's private text as the reason. The decision after a round is the latest deal that a party
// proposed; nobody votes. The last decision is the leader's: the last proposal, or nothing if that names no deal. A game
// that broke off has no last decision.
//
// Deals are read by lib/language/deals.ts, which reads words; build the library first. The authors read DEAL tags alone,
// which llama2 and mixtral mostly leave out. "I agree with the mayor's proposal: A2, ..." proposes nothing: a label
// "supports" has that deal. In the leader's last words it counts as the proposal.
//
// A score has every party's utility, their total, the largest total of any deal (optimum, share), how many parties get at
// least their minimum (accepting), whether all do (unanimous), and whether the deal passes by the game's own rule (passes:
// all but one accept, and both that have a veto). Without a deal all values are 0.
//
// Minimums are those that the agents state in their private texts, because the authors changed score files later. In the
// old logs of the base game the Environmental League was given 50, which the mixtral logs do not state.
import deals from '../../lib/dist/language/deals.js';
import { collaboration, join, original, originals, readFileSync, writeSet } from './shared.mjs';

const json = (file) => JSON.parse(readFileSync(join(originals, 'llm-deliberation', file), 'utf8'));
const sheets = json('games.json');
const stated = json('minimums.json');
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

const games = original('llm-deliberation', 'games.jsonl.gz');
/** The parties of a configuration: all that speak in one of its games, because games that broke off do not show them. */
const partiesOf = new Map();
for (const { config, turns } of games) {
  const parties = partiesOf.get(config) ?? new Set();
  for (const { party } of turns) parties.add(party);
  partiesOf.set(config, parties);
}

/** The score sheets of a configuration. */
function seatsOf({ config, game }) {
  return [...partiesOf.get(config)].sort().map((party) => {
    const { name, role, scores, minimum } = sheets[game].parties.find(({ file }) => file === party);
    const told =
      stated[config]?.[party]?.stated ?? (game === 'base' && party === 'enviroment' ? 50 : minimum);
    const byIssue = Object.fromEntries(scores.map((row, issue) => [String.fromCharCode(65 + issue), row]));
    return { party, name, role, minimum: told, scores: byIssue };
  });
}

const configurations = Object.fromEntries(
  [...new Map(games.map((one) => [one.config, one]))].sort().map(([config, one]) => [config, seatsOf(one)]),
);

writeSet(
  'llm-deliberation',
  {
    title:
      '647 negotiations of three to seven parties with score sheets: public words, private thoughts, deals',
    model: 'gpt-4, gpt-3.5 in some roles, llama2, llama3-70b, mixtral',
    licence: 'MIT',
    source:
      'Abdelnabi et al. (2024), Cooperation, Competition, and Maliciousness: LLM-Stakeholders Interactive Negotiation. https://github.com/S-Abdelnabi/LLM-Deliberation',
    environment: { name: 'llm-deliberation', settings: { games: configurations } },
    protocol: { name: 'negotiation', settings: { deals: 'read from words' } },
  },
  games.map(played),
);

function played(record, index) {
  const { config, game, model, id, turns, final } = record;
  const seats = configurations[config];
  const parties = seats.map(({ party }) => party);
  const leader = seats.find(({ role }) => role === 'p1').party;
  const events = [];
  const offers = new Map();

  /** Records a turn, and returns the deal that it proposes. */
  const speak = (round, agent, text, reason, isFinal = false) => {
    events.push({ type: 'message', round, agent, to: parties.filter((party) => party !== agent), text });
    const unusable = { type: 'unusable', round, phase: 'turn', agent, text };
    if (text.trim() === '') events.push({ ...unusable, kind: 'no answer', reason: 'the answer is empty' });
    const issues = Object.fromEntries(
      Object.entries(seats[0].scores).map(([issue, row]) => [issue, row.length]),
    );
    const named = deals.readDeal(text, issues);
    const deal = isFinal || named?.kind === 'proposes' ? (named?.deal ?? null) : null;
    if (named === null && text.includes('<DEAL>'))
      events.push({
        ...unusable,
        kind: 'invalid',
        reason: 'the tag does not name one option of every issue',
      });
    const key = deal && keyOf(deal);
    events.push({
      type: 'proposal',
      round,
      agent,
      candidate: key,
      proposal: deal,
      ...(reason === null ? {} : { reason: privateWords(reason, text) }),
      ...(deal === null ? {} : { score: scoreOf(deal, seats) }),
    });
    if (named !== null && deal === null)
      events.push({ type: 'label', round, agent, name: 'supports', value: named.deal });
    if (key !== null) offers.set(key, (offers.get(key) ?? new Set()).add(agent));
    return deal;
  };
  const decide = (round, by, selected, standing) => {
    const key = selected && keyOf(selected);
    events.push({
      type: 'decision',
      round,
      by,
      candidates: [...offers].map(([id, agents]) => ({ id, by: [...agents] })),
      totals: {},
      winners: key === null ? [] : [key],
      selected: key,
      standing: standing && { candidate: keyOf(standing), proposal: standing },
      score: scoreOf(standing, seats),
    });
  };

  let [round, fresh, latest] = [1, null, null];
  for (const [turn, said] of turns.entries()) {
    round = Math.max(1, Math.ceil(turn / parties.length));
    fresh = speak(round, said.party, said.public, said.full) ?? fresh;
    latest = fresh ?? latest;
    const isLast = turn === turns.length - 1 || (turn > 0 && turn % parties.length === 0);
    if (!isLast) continue;
    decide(round, 'the table', fresh, latest);
    fresh = null;
  }
  let outcome = null;
  let cause = 'broken off';
  if (final !== null) {
    round++;
    outcome = speak(round, leader, final, null, true);
    decide(round, leader, outcome, outcome);
    cause = outcome === null ? 'the last proposal names no deal' : 'the leader proposed last';
  }
  return collaboration({
    index,
    case: config,
    task: sheets[game].initial,
    agents: seats.map(({ party, role, minimum, scores }) => ({
      name: party,
      role: { p1: 'leader', p2: 'veto', player: 'party' }[role],
      background: `Your scores: ${sheetInWords(scores)}. Accept no deal below ${minimum} points.`,
    })),
    events,
    rounds: round,
    cause,
    outcome,
    score: scoreOf(outcome, seats),
    labels: { id, model, config, game, wholeRounds: Math.floor((turns.length - 1) / parties.length) },
  });
}

/** What a party wrote for itself. The source repeats the public words among them. */
function privateWords(written, text) {
  const said = text.trim();
  return said === '' ? written : written.split(said).join('[what it said]');
}

/** "A1 14, A2 8, ..." */
function sheetInWords(scores) {
  const rows = Object.entries(scores);
  return rows
    .flatMap(([issue, row]) => row.map((score, option) => `${issue}${option + 1} ${score}`))
    .join(', ');
}

/** "A1,B2,C3,D1,E4", for any order of the issues. */
function keyOf(deal) {
  return Object.entries(deal)
    .sort()
    .map(([issue, option]) => `${issue}${option}`)
    .join(',');
}

function scoreOf(deal, seats) {
  const worth = ({ scores }) =>
    sum(Object.entries(deal ?? {}).map(([issue, option]) => scores[issue]?.[option - 1] ?? 0));
  const total = sum(seats.map(worth));
  const optimum = sum(
    Object.entries(seats[0].scores).map(([issue, row]) =>
      Math.max(...row.map((_, option) => sum(seats.map(({ scores }) => scores[issue]?.[option] ?? 0)))),
    ),
  );
  const accepting = deal === null ? [] : seats.filter((seat) => worth(seat) >= seat.minimum);
  const vetoes = seats.filter(({ role }) => role !== 'player');
  return {
    utilities: Object.fromEntries(seats.map((seat) => [seat.party, worth(seat)])),
    total,
    optimum,
    share: total / optimum,
    accepting: accepting.length,
    unanimous: Number(accepting.length === seats.length),
    passes: Number(accepting.length >= seats.length - 1 && vetoes.every((seat) => accepting.includes(seat))),
  };
}
