#!/usr/bin/env node
// Our own live runs of the third edition, in the format of the fourth. Reads the packed runs of that edition (a file a
// condition: run.json, events, prompts) from a folder of sets, and writes data/recorded/NAME/CONDITION, each a run folder:
// run.json, collaborations.jsonl.gz, and replies.jsonl.gz with every prompt and reply.
//
// What differs between the editions is translated: in debates the text and the answer of an agent are one event; an event
// has no phase; the decision at the end of a debate takes the place of the last round's; a chain of self-consistency is an
// agent of its own. Reply keys are those of the third edition, so a run cannot be resumed from these replies.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import {
  collaboration,
  existsSync,
  join,
  readFileSync,
  readJsonLines,
  recordedFolder,
  writeJsonLines,
  writeSet,
} from './shared.mjs';

/** The finished collaborations of a packed run, each with its events and prompts, in the order of their numbers. */
function readPacked(path) {
  const [run, ...lines] = readJsonLines(path);
  const found = new Map();
  for (const line of lines) {
    const own = found.get(line.collaboration) ?? {
      number: line.collaboration,
      events: [],
      prompts: new Map(),
      lines: [],
    };
    found.set(line.collaboration, own);
    if (line.type !== undefined) own.events.push(line);
    else own.prompts.set(line.request, promptOf(line, own));
  }
  const isFinished = ({ events }) => events.some(({ type }) => type === 'finished');
  return { run, played: [...found.values()].filter(isFinished).sort((a, b) => a.number - b.number) };
}

/** A prompt holds only lines that no earlier prompt of its collaboration had, and refers to the others by number. */
function promptOf({ from: first, added, messages }, own) {
  own.lines = first === 0 ? added : own.lines.concat(added);
  const textOf = (ranges) =>
    ranges
      .flatMap((start, at) => (at % 2 === 0 ? own.lines.slice(start, ranges[at + 1] + 1) : []))
      .join('\n');
  return messages.map(({ role, lines }) => ({ role, content: textOf(lines) }));
}

const stepOf = (phase) => {
  const debate = /^stage \d+\/group \d+\/(\w+)$/.exec(phase)?.[1];
  if (debate !== undefined) return debate === 'summary' ? 'summary' : 'answer';
  if (phase.startsWith('dictator/')) return 'ranking';
  return phase.replace(/^ballot\//, '');
};
const isDebate = ({ protocol }) => protocol.name === 'debate' || protocol.name === 'self-consistency';
/** The chains of self-consistency were repeats of one agent's question, and all dictators had one name. */
function agentOf({ protocol }, agent, phase, repeat = 0) {
  if (phase.startsWith('dictator/')) return phase.replace('dictator/', '') + ' dictatorial';
  return protocol.name === 'self-consistency' ? `Agent ${repeat + 1}` : agent;
}

/** The replies as replies.jsonl has them. */
function repliesOf({ events, prompts }, index, run) {
  return events
    .filter(({ type }) => type === 'reply')
    .map(
      ({
        round,
        phase,
        agent,
        attempt,
        request,
        repeat,
        text,
        finish,
        inputTokens: input,
        outputTokens: output,
      }) => ({
        collaboration: index,
        key: `${request}${repeat === 0 ? '' : `-${repeat}`}`,
        round,
        phase: stepOf(phase),
        agent: agentOf(run, agent, phase, repeat),
        attempt,
        text,
        finish: finish === 'refusal' ? 'refused' : finish,
        usage: { input, output },
        messages: prompts.get(request) ?? [],
      }),
    );
}

function converted({ events: all, prompts }, index, run, labels) {
  const { instance, agents } = all.find(({ type }) => type === 'started');
  const end = all.find(({ type }) => type === 'finished');
  const replies = all.filter(({ type }) => type === 'reply');
  const chains = run.protocol.name === 'self-consistency';
  const calls = replies.map(
    ({ round, phase, agent, repeat, attempt, inputTokens: input, outputTokens: output }) => ({
      round,
      phase: stepOf(phase),
      agent: agentOf(run, agent, phase, repeat),
      attempt,
      input,
      output,
    }),
  );
  const events = isDebate(run) ? debateEvents(all, run) : all;
  const names = chains ? [...new Set(calls.map(({ agent }) => agent))].sort() : agents;
  const firstPrompt = replies.length === 0 ? [] : (prompts.get(replies[0].request) ?? []);
  const known = ['dataset', 'subject', 'domain', 'answer'].filter(
    (field) => typeof instance[field] === 'string',
  );
  return collaboration({
    index,
    case: instance.id ?? `${index}`,
    task: taskOf(instance, firstPrompt),
    agents: names.map((name) => ({ name, background: backgroundOf(instance, name, replies, prompts) })),
    events: [...events].flatMap((event) => eventOf(event, run, replies)),
    calls,
    rounds: end.rounds,
    cause: causes[end.cause] ?? end.cause,
    outcome: plain(end.outcome),
    score: end.score,
    labels: { ...labels, ...Object.fromEntries(known.map((field) => [field, instance[field]])) },
  });
}

const causes = {
  rounds: 'all rounds played',
  decided: 'counted',
  policy: 'stopped early',
  instructor: 'the instructor decided',
  agreed: 'agreement',
  alone: 'decided alone',
  silence: 'nobody had anything new',
};

/** The answer to a question was an object; it is a text now. */
const plain = (proposal) =>
  proposal !== null && typeof proposal === 'object' && Object.keys(proposal).join() === 'answer'
    ? proposal.answer
    : proposal;

/** The task as the agents read it. */
function taskOf(instance, prompt) {
  if (instance.text !== undefined) {
    const listed = (instance.options ?? []).map((option, at) => `${instance.letters[at]}. ${option}`);
    return [instance.text, ...listed].join('\n');
  }
  if (instance.question !== undefined)
    return `${instance.question}\nThe answer is one of ${instance.labels.join(', ')}.`;
  return sectionOf(prompt, /^# (?:The )?[Tt]ask$/) ?? '';
}

/** What only this agent was given. */
function backgroundOf(instance, name, replies, prompts) {
  const seat = Array.isArray(instance.agents) ? instance.agents.find((one) => one.name === name) : undefined;
  if (seat?.reads !== undefined) return seat.reads.map(({ text }) => text).join('\n');
  const first = replies.find(({ agent }) => agent === name);
  const prompt = first === undefined ? [] : (prompts.get(first.request) ?? []);
  return sectionOf(prompt, /^# (?:About you|What you see|Your data|What you know)$/) ?? '';
}

/** The lines under a heading of a prompt, up to the next heading. */
function sectionOf(prompt, heading) {
  const lines = prompt.flatMap(({ content }) => content.split('\n'));
  const start = lines.findIndex((line) => heading.test(line));
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('# '));
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}

/**
 * The events of a debate with an agent's text in its answer, with who read whom, and without the last round's decision
 * where a settlement follows.
 */
function debateEvents(all, run) {
  const setUp = all.find(({ type, kind }) => type === 'note' && kind === 'debate')?.data;
  const reads = all.find(({ type, kind }) => type === 'note' && kind === 'edges')?.data.reads;
  const settled = new Set(
    all.filter(({ type, phase }) => type === 'decision' && phase === 'settlement').map(({ round }) => round),
  );
  const dropped = new Map();
  for (const { type, kind, round, by, data } of all)
    if (type === 'note' && kind === 'filtered')
      dropped.set(
        `${round} ${by}`,
        data.dropped.map(({ from }) => from),
      );
  const result = [];
  const heard = new Set();
  let text = null;
  let chain = 0;
  for (const event of all) {
    const { type, round, phase } = event;
    if (type === 'decision' && phase === 'round' && settled.has(round)) continue;
    const agent = event.by ?? event.from ?? event.agent;
    const step = /^stage \d+\/group (\d+)\/(\w+)$/.exec(phase ?? '');
    const isTurn = type === 'message' || type === 'failure' || (type === 'note' && event.kind === 'silent');
    if (
      setUp !== undefined &&
      step !== null &&
      isTurn &&
      round > 1 &&
      step[2] !== 'summary' &&
      !heard.has(`${round} ${agent}`)
    ) {
      heard.add(`${round} ${agent}`);
      const group = setUp.groups[Number(step[1]) - 1] ?? [];
      const sources =
        step[2] === 'exchange'
          ? setUp.groups.map((_, at) => `Group ${at + 1}`)
          : (reads?.[agent] ?? group.filter((one) => one !== agent));
      const kept = dropped.get(`${round} ${agent}`) ?? [];
      result.push({
        type: 'heard',
        round,
        agent,
        from: sources.filter((one) => !kept.includes(one)),
        dropped: kept,
      });
    }
    if (type === 'message') {
      text = event.text;
      // A text without an answer that could be read stays a message.
      const next = all[all.indexOf(event) + 1];
      if (next?.type !== 'proposal' || next.by !== event.from) result.push(event);
    } else if (type === 'proposal') {
      const by = run.protocol.name === 'self-consistency' ? `Agent ${++chain}` : event.by;
      result.push({ ...event, by, text });
    } else result.push(event);
  }
  return result;
}

/** An event of the fourth edition; none for what it does not record. */
function eventOf(event, run, replies) {
  const { type, round, phase } = event;
  switch (type) {
    case 'heard':
      return [event];
    case 'message': {
      const { from: agent, to, visibleTo, text } = event;
      return [{ type, round, agent, to, ...(visibleTo === undefined ? {} : { readers: visibleTo }), text }];
    }
    case 'proposal': {
      const { by: agent, candidate, proposal, text, reason, score } = event;
      return [
        { type, round, agent, candidate, proposal: plain(proposal), ...given({ text, reason, score }) },
      ];
    }
    case 'vote':
      return [
        {
          type,
          round,
          agent: agentOf(run, event.by, phase),
          ballot: ballotOf(event.ballot),
          ...given({ reason: event.reason }),
        },
      ];
    case 'decision': {
      const { by, candidates, tally: totals, winners, selected, standing, score } = event;
      const held = standing && { candidate: standing.candidate, proposal: plain(standing.proposal) };
      const chains = run.protocol.name === 'self-consistency';
      const named = chains
        ? candidates.map(({ id, by }) => ({ id, by: by.map((one) => one.replace('Path', 'Agent')) }))
        : candidates;
      return [{ type, round, by, candidates: named, totals, winners, selected, standing: held, score }];
    }
    case 'failure': {
      const { agent, repeat, reason, text = '' } = event;
      const kind = kindOf(event, replies);
      return [
        {
          type: 'unusable',
          round,
          phase: stepOf(phase),
          agent: agentOf(run, agent, phase, repeat),
          kind,
          reason,
          text,
        },
      ];
    }
    case 'note':
      return noteOf(event);
    default:
      return [];
  }
}

const given = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** A ballot was an object with its kind. */
function ballotOf(ballot) {
  if (ballot === null) return null;
  const { choice, ranking, ratings, points, approved } = ballot;
  return choice ?? ranking ?? ratings ?? points ?? approved;
}

function kindOf({ kind, reason, agent, repeat, round, phase }, replies) {
  if (kind === 'refused') return 'refused';
  if (kind === 'failed') return 'no answer';
  if (reason.includes('cut off at its length limit')) return 'cut off';
  const last = replies.findLast(
    (one) => one.agent === agent && one.repeat === repeat && one.round === round && one.phase === phase,
  );
  if (last?.finish === 'length') return 'cut off';
  return kind === 'unparsed' ? 'not JSON' : 'invalid';
}

function noteOf({ kind, round, phase, by: agent, data }) {
  switch (kind) {
    case 'belief':
      return [{ type: 'belief', round, agent, belief: data.belief, errors: data.errors }];
    case 'silent':
      return [{ type: 'silent', round, agent, reason: 'nothing new to read' }];
    case 'summary': {
      const group = /group (\d+)\/summary$/.exec(phase)?.[1];
      const { text = '', answers } = data;
      return [
        {
          type: 'summary',
          round,
          agent: group === undefined ? agent : `Group ${group}`,
          text,
          ...given({ answers }),
        },
      ];
    }
    case 'advice': {
      const { proposal, reward: value, score } = data;
      return [
        {
          type: 'tool',
          round,
          phase: 'planning',
          agent,
          name: 'solver',
          input: null,
          output: { proposal, value, score },
        },
      ];
    }
    case 'invented ballots':
      return data.ballots.map(({ by, ballot }) => ({
        type: 'label',
        round,
        agent: by,
        name: 'made-up ballot',
        value: ballotOf(ballot),
      }));
    default:
      return []; // set-ups are settings; "filtered" and "edges" are in `heard`
  }
}

const from = process.argv[2] ?? recordedFolder;
const sets = readdirSync(from).filter(
  (name) => name.startsWith('live-') && existsSync(join(from, name, 'runs.json')),
);

for (const name of sets) {
  const { model, runs } = JSON.parse(readFileSync(join(from, name, 'runs.json'), 'utf8'));
  const plan = JSON.parse(readFileSync(join(from, name, 'plan.json'), 'utf8'));
  const folder = join(recordedFolder, name);
  mkdirSync(folder, { recursive: true });
  const conditions = runs.map(({ file }) => file.replace('.jsonl.gz', ''));
  const size = runs.reduce((sum, { cases }) => sum + cases, 0);
  const about = {
    format: 4,
    name,
    evidence: 'live',
    seed: 0,
    model,
    title: `Our protocols on a small local model: ${plan.name}, ${conditions.length} conditions`,
    licence: 'MIT; the model’s outputs under Apache-2.0',
    source: 'Agora Lab, with Qwen2.5-Coder by Alibaba Cloud. https://huggingface.co/Qwen',
    environment: { name: 'several', settings: {} },
    protocol: { name: 'several', settings: {} },
    conditions,
    collaborations: size,
  };
  for (const [at, { entry, condition, file, cases }] of runs.entries()) {
    const { run, played } = readPacked(join(from, name, file));
    if (played.length !== cases)
      throw new Error(`${name}/${file} has ${played.length} finished cases, not ${cases}`);
    const labels = { entry, condition: conditions[at] };
    const { environment, protocol, seed, sampling } = run;
    writeSet(
      conditions[at],
      {
        evidence: 'live',
        model,
        environment,
        seed,
        protocol: {
          name: protocol.name,
          settings: run.stop === null ? protocol.settings : { ...protocol.settings, stop: run.stop },
        },
        sampling: {
          ...sampling,
          maxTokens: Math.max(...Object.values(protocol.settings.maxTokens ?? { most: 512 })),
        },
      },
      played.map((one, index) => converted(one, index, run, labels)),
      { parent: folder },
    );
    writeJsonLines(
      join(folder, conditions[at], 'replies.jsonl.gz'),
      played.flatMap((one, index) => repliesOf(one, index, run)),
    );
  }
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify(about, null, 2)}\n`);
}
