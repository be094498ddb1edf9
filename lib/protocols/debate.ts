import { z } from 'zod';
import type { Json, Prose } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import type { Message } from '../models/model';
import type { Random } from '../random';
import { mindOf, promptSettings, prose, type Ending, type Protocol, type Session } from './protocol';

export interface DebateOptions {
  /** Number of agents. Default: 5. */
  readonly agents?: number;
  /** Number of rounds. Default: 4. */
  readonly rounds?: number;
  /**
   * The sizes of the groups, such as [2, 3]. The groups debate separately and exchange summaries. Default: one group,
   * without summaries.
   */
  readonly groups?: readonly number[];
  /**
   * If set, each group forms a ring, and an agent reads the answers of this many neighbours on each side. Default: an
   * agent reads the answers of its whole group.
   */
  readonly neighbours?: number;
  /**
   * Decides whether a view counts as known. If a filter is set, agents are not shown views that they already know.
   * Default: no filter.
   */
  readonly filter?: Similarity;
  /** Whether to skip agents that have nothing new to read. Default: true if a filter is set. */
  readonly jump?: boolean;
  /** Whether to end the debate when only one view remains after a stage. Default: true if a filter is set. */
  readonly earlyStop?: boolean;
  /**
   * Whether views from earlier rounds count as known (section 3.2). If false, an agent knows only its own view.
   * Default: true.
   */
  readonly rememberReceived?: boolean;
  /** Instructions assigned to the agents in turn, so that they think in different ways (MS²-MAD). */
  readonly approaches?: readonly string[];
  /**
   * Whether agents work alone, with single-agent prompts, as in the chain-of-thought baselines. Requires `rounds: 1`.
   * Default: false.
   */
  readonly alone?: boolean;
  readonly prompts?: Partial<typeof debatePrompts>;
}

/**
 * A debate: agents answer a question, read each other's answers, and answer again; the most frequent final answer wins.
 * `debates` contains the parameters for each method in S²-MAD's tables. For example,
 * `debate({ ...debates['S2-MAD'], rounds: 3 })` runs S²-MAD for three rounds. Source: S²-MAD, sections 2, 3.1, 3.2 and
 * 4.1, Algorithm 1. The prompts are based on Tables 5 and 6.
 *
 * Summaries are limited to 80 words (Table 5). Other replies have no length limit. If a reply is unusable, the agent
 * keeps its earlier answer. If answers tie in the final vote, the tied answer that comes first in agent order wins.
 *
 * In several places, the paper leaves a choice open or contradicts itself. We chose as follows:
 *
 * - The temperature is 0.7.
 * - An agent remembers only the question and its latest answer (section 4.1). The formula for MAD's token cost includes
 *   all its earlier answers.
 * - All members of a group answer at the same time (equations 3 and 4). Algorithm 1 loops over the members instead.
 * - A debate stops early when all summaries give the same single answer (section 3.1). Algorithm 1 also stops if the
 *   only remaining summary contains several answers.
 * - A summary covers the answers of all members (Algorithm 1). Table 5 and appendix B mention only unique answers.
 */
export function debate(options: DebateOptions = {}): Protocol {
  const settings = settingsOf(options);
  const { alone, filter } = settings;
  return {
    name: alone ? 'chains of thought' : 'debate',
    settings: { ...settings, filter: filter?.name ?? null, ...promptSettings(options.prompts) },
    sampling: { temperature: 0.7 },
    run: (session) => play(session, settings, { ...debatePrompts, ...options.prompts }),
  };
}

/** Checks the options, and fills in the defaults. */
function settingsOf(options: DebateOptions) {
  const { groups = null, neighbours = null, filter = null, approaches = [], alone = false } = options;
  const sizes = groups?.map((size) => wholeNumber('Each group size', size, 1));
  const total = sizes?.reduce((sum, size) => sum + size, 0);
  const settings = {
    agents: wholeNumber('agents', options.agents ?? total ?? 5, 1),
    rounds: wholeNumber('rounds', options.rounds ?? 4, 1),
    groups,
    neighbours: neighbours === null ? null : wholeNumber('neighbours', neighbours, 1),
    filter,
    jump: options.jump ?? filter !== null,
    earlyStop: options.earlyStop ?? filter !== null,
    rememberReceived: options.rememberReceived ?? true,
    approaches,
    alone,
  };
  knownOptions('debate', options, [...Object.keys(settings), 'prompts']);
  if (groups !== null && total !== settings.agents)
    throw new AgoraError(
      `Group sizes ${groups.join(' + ')} do not add up to ${settings.agents} agents. Change groups or agents.`,
    );
  if (filter === null && (settings.jump || settings.earlyStop))
    throw new AgoraError(
      'jump and earlyStop need a filter, which decides whether a view is new. Set filter, for example to sameAnswer.',
    );
  if (alone && settings.rounds > 1)
    throw new AgoraError('Agents that work alone answer only once. Set rounds to 1.');
  return settings;
}

type Settings = ReturnType<typeof settingsOf>;

/** The number of rounds within a group before groups exchange summaries (section 4.1). */
const intraRounds = 2;

/** An answer, or a summary of several answers. `answers` contains one key for each distinct answer. */
export interface View {
  readonly from: string;
  readonly text: string;
  readonly answers: readonly string[];
}

/** Decides whether a view adds nothing to a list of known views. */
export interface Similarity {
  readonly name: string;
  isKnown(view: View, known: readonly View[]): boolean | Promise<boolean>;
}

/**
 * Treats views as the same if their extracted answers are the same (section 3.2). A view without an answer is always
 * new.
 */
export const sameAnswer: Similarity = {
  name: 'same answer',
  isKnown(view, known) {
    const answers = new Set(known.flatMap((one) => one.answers));
    return view.answers.length > 0 && view.answers.every((answer) => answers.has(answer));
  },
};

/** Treats views as the same if the cosine similarity of their embeddings reaches a threshold (VecCS, section 4.3). */
export function similarText(
  similarityOf: (a: string, b: string) => Promise<number>,
  threshold: number,
): Similarity {
  return {
    name: `cosine of at least ${threshold}`,
    async isKnown(view, known) {
      for (const one of known) if ((await similarityOf(view.text, one.text)) >= threshold) return true;
      return false;
    },
  };
}

/** A debater, with its latest answer and the views that it has received. */
interface Member<Proposal> {
  readonly name: string;
  readonly system: string;
  readonly group: number;
  answer: (View & { readonly proposal: Proposal }) | null;
  readonly received: View[];
}

async function play<Case, Proposal>(
  session: Session<Case, Proposal>,
  settings: Settings,
  prompts: typeof debatePrompts,
): Promise<Ending<Proposal>> {
  const { environment, one, random } = session;
  const reader = environment.prose;
  if (reader === undefined)
    throw new AgoraError(
      `A debate needs prose answers, but ${environment.name} does not define any. Add \`prose\` to the environment.`,
    );
  const { rounds, groups, filter, earlyStop } = settings;
  const members = seat<Proposal>(settings, prompts, random);
  const explain = reader.explain?.(one) ?? askForReasons;
  const question = prompts.question({
    task: environment.task(one),
    explain: settings.alone && explain === '' ? askForReasons : explain, // a chain of thought needs reasons
    form: reader.form(one),
  });
  const keyOf = (proposal: Proposal): string => environment.key?.(proposal) ?? JSON.stringify(proposal);
  let summaries: readonly View[] = [];

  for (let round = 1; ; round++) {
    // In the first round of each later stage, agents read the summaries of all groups. In all other rounds, they read
    // answers from their own group.
    const isExchange = groups !== null && round > 1 && (round - 1) % intraRounds === 0;
    const before = members.map(({ answer }) => answer);
    const asked = await Promise.all(
      members.map(async (member, at) => {
        if (round === 1) return { member, prompt: question, read: [] as View[], dropped: [] as View[] };
        const incoming = isExchange ? summaries : heardBy(at, members, before, settings.neighbours);
        const { kept, dropped } = await keepNew(incoming, member, settings);
        const isSilent = kept.length === 0 && settings.jump && member.answer !== null;
        const prompt = prompts.update({
          source: isExchange ? 'groups' : 'members',
          views: kept,
          isFiltered: filter !== null,
          form: reader.form(one),
        });
        return { member, prompt: isSilent ? null : prompt, read: kept, dropped };
      }),
    );
    for (const { member, prompt, read, dropped } of round === 1 ? [] : asked) {
      session.record({
        type: 'heard',
        round,
        agent: member.name,
        from: read.map(({ from }) => from),
        dropped: dropped.map(({ from }) => from),
      });
      if (prompt === null)
        session.record({ type: 'silent', round, agent: member.name, reason: 'nothing new to read' });
    }
    const replies = await Promise.all(
      asked.map(async ({ member, prompt, read }) =>
        prompt === null ? null : answer(session, reader, keyOf, round, member, prompt, question, read),
      ),
    );
    asked.forEach(({ member, read }, at) => {
      member.received.push(...read);
      const reply = replies[at];
      if (reply == null) return;
      member.answer = reply;
      const { proposal, text } = reply;
      const score = environment.score(one, proposal);
      session.record({
        type: 'proposal',
        round,
        agent: member.name,
        candidate: keyOf(proposal),
        proposal: proposal as Json,
        text,
        score,
      });
    });
    const outcome = vote(session, round, members, keyOf);

    const isStageEnd = round % intraRounds === 0 || (groups === null && round === 1);
    if (isStageEnd && round < rounds && groups !== null) {
      summaries = await summarise(session, reader, keyOf, round, members, prompts);
      summaries = filter === null ? summaries : await distinct(summaries, filter);
    }
    const end = (cause: string): Ending<Proposal> => ({
      rounds: round,
      cause,
      outcome,
      agents: members.map(({ name }) => name),
    });
    if (round === rounds) return end('all rounds played');
    if (
      earlyStop &&
      filter !== null &&
      isStageEnd &&
      (await isOneView(groups === null ? views(members) : summaries, filter))
    )
      return end('one view left');
    if (await session.shouldStop()) return end('stopped early');
  }
}

const askForReasons = 'Explain your reasoning.';

/** Places agents in groups at random (Algorithm 1, line 1) and assigns the instructions to agents in turn. */
function seat<Proposal>(
  settings: Settings,
  prompts: typeof debatePrompts,
  random: Random,
): Member<Proposal>[] {
  const { agents, groups, approaches, alone } = settings;
  const places = (groups ?? [agents]).flatMap((size, group) => Array.from({ length: size }, () => group));
  const seats = groups === null ? places : random.split('groups').shuffle(places);
  return seats.map((group, at) => {
    const approach = approaches.length === 0 ? '' : (approaches[at % approaches.length] ?? '');
    const system = alone
      ? prompts.single({ approach })
      : prompts.system({ approach, grouped: groups !== null });
    return { name: `Agent ${at + 1}`, system, group, answer: null, received: [] };
  });
}

const views = (members: readonly Member<unknown>[]): View[] =>
  members.flatMap(({ answer }) => (answer === null ? [] : [answer]));

/**
 * Returns the latest answers that an agent may read: those of all other members of its group, or only those of its
 * neighbours in the group's ring.
 */
function heardBy(
  at: number,
  members: readonly Member<unknown>[],
  answers: readonly (View | null)[],
  neighbours: number | null,
): View[] {
  const group = members.flatMap((member, index) => (member.group === members[at]!.group ? [index] : []));
  const place = group.indexOf(at);
  const isNear = (index: number): boolean => {
    if (neighbours === null) return true;
    const distance = Math.abs(group.indexOf(index) - place);
    return Math.min(distance, group.length - distance) <= neighbours;
  };
  return group.filter((index) => index !== at && isNear(index)).flatMap((index) => answers[index] ?? []);
}

/** Drops repeated views, views that match the agent's own, and views that the agent already knows (section 3.2). */
async function keepNew(
  incoming: readonly View[],
  member: Member<unknown>,
  { filter, rememberReceived }: Settings,
): Promise<{ kept: View[]; dropped: View[] }> {
  if (filter === null) return { kept: [...incoming], dropped: [] };
  const known: View[] = [
    ...(member.answer === null ? [] : [member.answer]),
    ...(rememberReceived ? member.received : []),
  ];
  const kept: View[] = [];
  const dropped: View[] = [];
  for (const view of incoming) {
    if (await filter.isKnown(view, [...known, ...kept])) dropped.push(view);
    else kept.push(view);
  }
  return { kept, dropped };
}

/** Asks one agent for its answer. Returns null if the agent gave no usable answer. */
async function answer<Case, Proposal>(
  session: Session<Case, Proposal>,
  reader: Prose<Case, Proposal>,
  keyOf: (proposal: Proposal) => string,
  round: number,
  member: Member<Proposal>,
  prompt: string,
  question: string,
  read: readonly View[],
): Promise<Member<Proposal>['answer']> {
  const { one } = session;
  const { name, system, answer: latest } = member;
  const remembered: Message[] =
    latest === null
      ? []
      : [
          { role: 'user', content: question },
          { role: 'assistant', content: latest.text },
        ];
  const reply = await session.ask({
    round,
    phase: 'answer',
    agent: name,
    messages: [{ role: 'system', content: system }, ...remembered, { role: 'user', content: prompt }],
    schema: prose(
      (text) => {
        const proposal = reader.read(one, text);
        return proposal === null ? null : { text, proposal };
      },
      `there is no final answer in the form ${reader.form(one)}`,
    ),
    simulate: (draws) => {
      const mind = mindOf(session, name);
      const own = mind.propose(draws, round);
      const adopted = read.length > 0 && draws.chance(0.5) ? reader.read(one, draws.pick(read).text) : null;
      return `${mind.sentence()} The answer is ${reader.write(one, adopted ?? latest?.proposal ?? own)}.`;
    },
  });
  if (reply === null) return null;
  return { from: name, text: reply.text, answers: [keyOf(reply.proposal)], proposal: reply.proposal };
}

/**
 * For each group, asks an outside agent to summarise the group's answers. This summariser reads the answers but not the
 * question.
 */
async function summarise<Case, Proposal>(
  session: Session<Case, Proposal>,
  reader: Prose<Case, Proposal>,
  keyOf: (proposal: Proposal) => string,
  round: number,
  members: readonly Member<Proposal>[],
  prompts: typeof debatePrompts,
): Promise<View[]> {
  const { one } = session;
  const groups = [...new Set(members.map(({ group }) => group))].sort((a, b) => a - b);
  const made = await Promise.all(
    groups.map(async (group) => {
      const said = views(members.filter((member) => member.group === group));
      if (said.length === 0) return null;
      const from = `Group ${group + 1}`;
      const text = await session.ask({
        round,
        phase: 'summary',
        agent: `Summariser ${group + 1}`,
        messages: [
          { role: 'system', content: prompts.summariser() },
          { role: 'user', content: prompts.summary({ views: said, form: reader.form(one) }) },
        ],
        schema: z.string().trim().min(1),
        simulate: () => {
          const proposals = said.flatMap(({ text }) => reader.read(one, text) ?? []);
          const different = new Map(proposals.map((proposal) => [keyOf(proposal), proposal]));
          return `The answers are ${[...different.values()].map((proposal) => reader.write(one, proposal)).join(' and ')}.`;
        },
      });
      return text === null ? null : { from, text, proposals: reader.readAll(one, text) };
    }),
  );
  return made.flatMap((summary) => {
    if (summary === null) return [];
    const { from, text, proposals } = summary;
    session.record({ type: 'summary', round, agent: from, text, answers: proposals as readonly Json[] });
    return [{ from, text, answers: [...new Set(proposals.map(keyOf))] }];
  });
}

/** Removes views that the remaining views already cover. In Algorithm 1, this step is F(Sum). */
async function distinct(all: readonly View[], filter: Similarity): Promise<View[]> {
  let kept: View[] = [];
  for (const view of all) if (!(await filter.isKnown(view, kept))) kept.push(view);
  for (const view of [...kept]) {
    const others = kept.filter((other) => other !== view);
    const isSaid = await Promise.all(all.map(async (one) => filter.isKnown(one, others)));
    if (others.length > 0 && isSaid.every(Boolean)) kept = others;
  }
  return kept;
}

async function isOneView(all: readonly View[], filter: Similarity): Promise<boolean> {
  const left = await distinct(all, filter);
  return left.length === 1 && left[0]!.answers.length <= 1;
}

/**
 * Returns the most frequent of the agents' latest answers. If answers tie, the tied answer that comes first in agent
 * order wins.
 */
function vote<Case, Proposal>(
  { environment, one, record }: Session<Case, Proposal>,
  round: number,
  members: readonly Member<Proposal>[],
  keyOf: (proposal: Proposal) => string,
): Proposal | null {
  const supporters = new Map<string, { readonly proposal: Proposal; readonly by: string[] }>();
  for (const { name, answer } of members) {
    if (answer === null) continue;
    const key = keyOf(answer.proposal);
    const known = supporters.get(key);
    if (known === undefined) supporters.set(key, { proposal: answer.proposal, by: [name] });
    else known.by.push(name);
  }
  const candidates = [...supporters].map(([id, { by }]) => ({ id, by }));
  const most = Math.max(0, ...candidates.map(({ by }) => by.length));
  const winners = candidates.filter(({ by }) => by.length === most).map(({ id }) => id);
  const selected = winners[0] ?? null;
  const outcome = selected === null ? null : supporters.get(selected)!.proposal;
  record({
    type: 'decision',
    round,
    by: 'majority vote',
    candidates,
    totals: Object.fromEntries(candidates.map(({ id, by }) => [id, by.length])),
    winners,
    selected,
    standing: selected === null ? null : { candidate: selected, proposal: outcome as Json },
    score: environment.score(one, outcome),
  });
  return outcome;
}

/**
 * The debate prompts. They reword the prompts in Tables 5 and 6 of S²-MAD without changing the content. `single` is for
 * agents that work alone.
 */
const debatePrompts = {
  system: (p: { readonly approach: string; readonly grouped: boolean }): string =>
    [
      'You are an experienced debater who makes points briefly and persuasively. You are discussing a question with other agents.',
      ...(p.grouped ? ["You debate in a group, and each group's results are shared with everyone."] : []),
      'Use what you read to analyse the question critically and find the right answer.',
      ...(p.approach === '' ? [] : [p.approach]),
    ].join(' '),

  single: (p: { readonly approach: string }): string =>
    ['Answer the question.', ...(p.approach === '' ? [] : [p.approach])].join(' '),

  question: (p: { readonly task: string; readonly explain: string; readonly form: string }): string =>
    `${p.task}\n\n${p.explain && `${p.explain} `}Put your final answer at the end of your reply, in the form ${p.form}.`,

  update: (p: {
    readonly source: 'members' | 'groups';
    readonly views: readonly View[];
    /** Whether the filter removed views that the agent already knows. */
    readonly isFiltered: boolean;
    readonly form: string;
  }): string => {
    const end = `Put your final answer at the end of your reply, in the form ${p.form}.`;
    if (p.views.length === 0)
      return `The other agents have said nothing that you do not already know. Examine your solution step by step, and give an updated answer. ${end}`;
    const who = p.source === 'members' ? 'other agents' : 'all groups';
    const which = p.isFiltered
      ? 'These are the recent views from WHO that differ from yours, without duplicates:'
      : 'These are the recent views from WHO:';
    return `${which.replace('WHO', who)}

${p.views.map(({ from, text }) => `${from} wrote:\n${text}`).join('\n\n')}

Use these views carefully as additional advice. Examine your own solution and theirs step by step, and give an updated answer. ${end}`;
  },

  summariser: (): string => 'You summarise what the members of a group wrote, without adding your own view.',

  summary: (p: {
    readonly views: readonly View[];
    readonly form: string;
  }): string => `These are the latest views from the members of a group:

${p.views.map(({ from, text }) => `${from} wrote:\n${text}`).join('\n\n')}

Summarise these views carefully and completely in at most 80 words. At the end, put all final answers in parentheses, each in the form ${p.form}.`,
};

/**
 * Five ways of thinking for MS²-MAD. We wrote them ourselves, because the paper does not give its "multiple prompt
 * settings" (appendix D).
 */
const approaches: readonly string[] = [
  'Think step by step, and write down each step before you start the next one.',
  'First restate what is given and what is asked. Then set up equations or rules, and work out the answer.',
  'Start with what an answer would have to look like, and work backwards to what is given.',
  'Estimate the answer first. Then work it out in full, and explain any difference.',
  'Solve the problem in one way. Then check the result with a second, independent method.',
];

/**
 * The methods in S²-MAD's tables, as parameters for `debate`. The paper gives neither the groups in Table 1 nor the
 * topology of S-MAD. We chose two groups and a ring.
 */
export const debates = {
  CoT: { agents: 1, rounds: 1, alone: true },
  'CoT-SC': { agents: 40, rounds: 1, alone: true },
  MAD: { agents: 5, rounds: 4 },
  'S-MAD': { agents: 5, rounds: 4, neighbours: 1 },
  GD: { groups: [3, 2], rounds: 4 },
  'S2-MAD': { groups: [3, 2], rounds: 4, filter: sameAnswer },
  'MS2-MAD': { groups: [3, 2], rounds: 4, filter: sameAnswer, approaches },
} satisfies Record<string, DebateOptions>;
