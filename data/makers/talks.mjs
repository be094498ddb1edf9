#!/usr/bin/env node
// Talks: people who negotiate and deliberate, and agents who fail at a task together.
import { collaboration, original, roundCounter, writeSet } from './shared.mjs';

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

// ---- CaSiNo: two people divide three packages each of food, water and firewood. A round ends before a person speaks for
// a second time in it. "Submit-Deal" is a proposal, scored with both people's points; "Accept-Deal" is a decision for it and
// "Reject-Deal" a decision for nothing. "Walk-Away" ends the talk without a deal, for which the study pays 5 points each. A
// label "strategies" follows a message that was annotated.

const items = ['Food', 'Water', 'Firewood'];
const packages = 3;
const pointsOf = { High: 5, Medium: 4, Low: 3 };

writeSet(
  'casino-negotiations',
  {
    title: '1,030 negotiations of two people over camping supplies',
    model: 'people',
    licence: 'CC BY 4.0',
    source:
      'Chawla et al. (2021), CaSiNo: A Corpus of Campsite Negotiation Dialogues. https://github.com/kushalchawla/CaSiNo',
    environment: { name: 'casino', settings: { items, packages } },
    protocol: { name: 'talk', settings: {} },
  },
  ['train', 'valid', 'test']
    .flatMap((split) =>
      original('casino-negotiations', `${split}.jsonl.gz`).map((one) => ({ split, ...one })),
    )
    .map((record, index) => {
      const { split, id, turns, values } = record;
      const names = Object.keys(values).sort();
      if (names.length !== 2) throw new Error(`dialogue ${id} has ${names.length} people`);
      const labels = strategiesByTurn(record);
      const roundOf = roundCounter();
      const events = [];
      let [round, offers, offered, outcome, cause] = [0, 0, null, null, 'the talk broke off'];
      for (const [place, { text, id: agent, task_data: data }] of turns.entries()) {
        const other = names.find((name) => name !== agent);
        round = roundOf(agent);
        const where = { round, agent };
        if (text === 'Submit-Deal') {
          const proposal = { [agent]: counted(data.issue2youget), [other]: counted(data.issue2theyget) };
          offered = { id: `${++offers}`, by: agent, proposal };
          events.push({
            type: 'proposal',
            ...where,
            candidate: offered.id,
            proposal,
            score: scoreOf(values, proposal),
          });
        } else if (text === 'Accept-Deal' || text === 'Reject-Deal') {
          const taken = text === 'Accept-Deal' ? offered : null;
          events.push({
            type: 'decision',
            round,
            by: agent,
            candidates: [{ id: offered.id, by: [offered.by] }],
            totals: {},
            winners: taken === null ? [] : [taken.id],
            selected: taken?.id ?? null,
            standing: taken && { candidate: taken.id, proposal: taken.proposal },
            score: scoreOf(values, taken?.proposal ?? null),
          });
          if (taken !== null) [outcome, cause] = [taken.proposal, 'both agreed'];
        } else if (text === 'Walk-Away') cause = `${agent} walked away`;
        else {
          events.push({ type: 'message', ...where, to: [other], text });
          if (labels.has(place))
            events.push({ type: 'label', ...where, name: 'strategies', value: labels.get(place) });
        }
      }
      const task = 'Two campers divide three packages each of food, water and firewood.';
      const agents = names.map((name) => ({ name, background: wishes(values[name]) }));
      return collaboration({
        index,
        case: `${id}`,
        task,
        agents,
        events,
        rounds: round,
        cause,
        outcome,
        score: scoreOf(values, outcome),
        labels: { split },
      });
    }),
);

function counted(given) {
  return Object.fromEntries(items.map((item) => [item, Number(given[item])]));
}

function wishes({ High, Medium, Low }) {
  return `${High} is worth 5 points a package, ${Medium} 4 and ${Low} 3. No deal is worth 5 points.`;
}

/** Both people's points; 5 each without a deal. */
function scoreOf(values, deal) {
  const worth = (agent, item) =>
    pointsOf[Object.entries(values[agent]).find(([, wanted]) => wanted === item)[0]];
  const names = Object.keys(values).sort();
  const own = (agent) =>
    deal === null ? 5 : sum(items.map((item) => worth(agent, item) * deal[agent][item]));
  const utilities = Object.fromEntries(names.map((agent) => [agent, own(agent)]));
  const total = sum(Object.values(utilities));
  const optimum = sum(items.map((item) => packages * Math.max(...names.map((agent) => worth(agent, item)))));
  return { utilities, total, optimum, share: total / optimum };
}

/** The strategies of each annotated utterance, by its place among the turns. Annotations have the order of the turns. */
function strategiesByTurn({ id, turns, strategies }) {
  const found = new Map();
  let next = 0;
  for (const [text, names] of strategies) {
    const place = turns.findIndex((turn, at) => at >= next && turn.text === text);
    if (place < 0) throw new Error(`dialogue ${id} has strategies of no turn: ${text}`);
    found.set(
      place,
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    );
    next = place + 1;
  }
  return found;
}

// ---- DeliData: groups of people on the Wason card selection task. The right solution is the vowel and the odd number.
// Proposals are the cards that a person holds to be the solution: before the talk, as stated in a message (without a text),
// and as submitted (the text is what was submitted). A label "annotation" follows each annotated message.

writeSet(
  'delidata',
  {
    title:
      '400 groups of people on the Wason card selection task, with dialogue acts and who holds which solution when',
    model: 'people',
    licence: 'Apache-2.0',
    source:
      'Karadzhov, Stafford and Vlachos (2023), DeliData: A dataset for deliberation in multi-party problem solving. https://github.com/gkaradzhov/delitoolkit',
    environment: { name: 'wason', settings: {} },
    protocol: { name: 'talk', settings: {} },
  },
  original('delidata', 'groups.jsonl.gz').map(({ group, turns }, index) => {
    const [start, ...talk] = turns;
    const [named, listed] = start.original_text.split('&&');
    const cards = listed.split(',');
    const names = named.split(',').filter((name) => name !== 'SYSTEM');
    const solution = cards.filter((card) => /[AEIOU13579]/.test(card)).sort();
    const proposed = (round, agent, chosen, text) => ({
      type: 'proposal',
      round,
      agent,
      candidate: [...chosen].sort().join(','),
      proposal: [...chosen].sort(),
      ...(text === undefined ? {} : { text }),
      score: { correct: Number([...chosen].sort().join() === solution.join()) },
    });
    const events = Object.entries(JSON.parse(start.sol_tracker_all))
      .filter(([agent, chosen]) => names.includes(agent) && chosen.join('') !== 'N/A')
      .map(([agent, chosen]) => proposed(1, agent, chosen));
    const roundOf = roundCounter();
    let round = 1;
    for (const turn of talk) {
      const { message_type: type, origin: agent } = turn;
      if (type === 'SUBMIT') {
        events.push(proposed(round, agent, turn.original_text.split(','), turn.original_text));
        continue;
      }
      round = roundOf(agent);
      const to = names.filter((name) => name !== agent);
      events.push({ type: 'message', round, agent, to, text: unquoted(turn.original_text) });
      const [act, target, additional] = [
        turn.annotation_type,
        turn.annotation_target,
        turn.annotation_additional,
      ];
      const value = {
        type: act,
        target: target === '0' ? null : target,
        additional: additional === '0' ? [] : additional.split(','),
      };
      if (act !== '' && act !== '0') events.push({ type: 'label', round, agent, name: 'annotation', value });
      if (turn.sol_tracker_message !== '')
        events.push(proposed(round, agent, turn.sol_tracker_message.split(',')));
    }
    return collaboration({
      index,
      case: group,
      agents: names,
      events,
      rounds: round,
      cause: 'the talk ends',
      task: `Each card has a letter on one side and a number on the other. Which cards must be turned to test the rule "All cards with vowels on one side have an even number on the other"? The cards: ${cards.join(', ')}.`,
      score: { before: Number(start.team_performance), after: Number(turns.at(-1).team_performance) },
      labels: { cards: cards.join(', '), answer: solution.join(', ') },
    });
  }),
);

/** The source writes some texts with the quotes of a CSV file. */
function unquoted(text) {
  const found = /^'([^]*)'$/.exec(text);
  return found === null ? text : found[1].replaceAll("''", "'");
}

// ---- Who&When: agents who failed at a task, with the agent and the step to blame. In hand-crafted logs an agent's thoughts
// are messages that nobody else reads, and an order names whom it is for.

writeSet(
  'who-and-when',
  {
    title: '184 logs of groups of agents that failed at a task, with the agent and the step to blame',
    model: 'language models that the logs do not name',
    licence: 'MIT',
    source:
      'Zhang et al. (2025), Which Agent Causes Task Failures and When? https://github.com/mingyin1/Agents_Failure_Attribution',
    environment: { name: 'assistant tasks', settings: {} },
    protocol: { name: 'talk', settings: {} },
  },
  original('who-and-when', 'logs.jsonl.gz').map((record, index) => {
    const { question, ground_truth: answer, history, file, level, system_prompt: prompts } = record;
    const speakers = history.map(({ name, role }) => name ?? role.split(' (')[0]);
    const names = [...new Set(speakers)];
    const step = Number(record.mistake_step);
    const roundOf = roundCounter();
    const events = history.flatMap(({ content, role }, at) => {
      const agent = speakers[at];
      const place = { round: roundOf(agent), agent };
      const addressed = / \(-> (.+)\)$/.exec(role)?.[1];
      const isThought = / \((?:thought|termination condition)\)$/.test(role);
      const others = names.filter((name) => name !== agent);
      const to = isThought ? [] : addressed === undefined ? others : [addressed];
      const message = { type: 'message', ...place, to, ...(isThought ? { readers: [] } : {}), text: content };
      if (at !== step) return [message];
      const value = { agent: record.mistake_agent, reason: record.mistake_reason };
      return [message, { type: 'label', ...place, name: 'mistake', value }];
    });
    const agents = names.map((name) => ({ name, background: prompts?.[name] ?? '' }));
    return collaboration({
      index,
      case: record.question_ID,
      task: question,
      agents,
      events,
      rounds: Math.max(...events.map(({ round }) => round)),
      cause: 'the task failed',
      score: { correct: 0 },
      labels: {
        answer,
        origin: file.startsWith('Hand') ? 'hand-crafted' : 'algorithm-generated',
        file,
        mistakeAgent: record.mistake_agent,
        mistakeStep: step,
        ...(level === undefined ? {} : { level }),
      },
    });
  }),
);
