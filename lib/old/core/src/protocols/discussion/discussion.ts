import { AgoraError, plurality, type TiePolicy, type VotingRule } from 'agora-voting';
import { check, type Json, settings, text, tiePolicy, votingRule, whole } from 'agora-voting/internal';
import type { Candidate, SeenMessage, Situation } from '../../environments/situation';
import { note } from '../../transcripts/note';
import type { Ending, Protocol, Question, Session } from '../protocol';
import { chat } from '../shared/memory';
import { takeTurns } from '../shared/order';
import {
  charactersIn,
  maxTokensGiven,
  maxTokensOf,
  upTo,
  wordsIn,
  type MaxTokens,
} from '../shared/answer-size';
import { concluding, directing, joining, stating, type JudgementForm, type Statement } from './answers';
import { Contexts, type Said } from './context';
import { Judgements, type Settling } from './judgements';
import {
  agentPrompt,
  concludeQuestion,
  directQuestion,
  instructorPrompt,
  joinQuestion,
  readingText,
  statementQuestion,
  summaryQuestion,
} from './prompts';
import { strategyOf, type Strategy, type StrategyName } from './strategy';
import { asShipped } from '../../own-code';

export interface DiscussionOptions {
  /** Governance, participation, interaction and context: "G1-P1-I1-C1". */
  readonly strategy: StrategyName;
  /**
   * The most rounds. Default 10, as in the official code; the paper gives no limit. With one, G1-P1-I1-C1 is a plain
   * vote.
   */
  readonly rounds?: number;
  /**
   * The rule that decides after the last round if there is no instructor. It takes ballots of one choice. Default
   * plurality.
   */
  readonly rule?: VotingRule;
  /**
   * What happens when several candidates win. Default random; the official code takes the judgement that arrived
   * first.
   */
  readonly ties?: TiePolicy;
  /** The most tokens of a statement or a decision (default 200) and of a summary (default 512). */
  readonly maxTokens?: Partial<MaxTokens<'message' | 'prose'>>;
}

const discussionOptions = settings({
  strategy: text(),
  rounds: whole(1).optional(),
  rule: votingRule
    .refine((rule) => (rule as VotingRule).ballot === 'choice', { error: 'a rule that counts choices' })
    .optional(),
  ties: tiePolicy.optional(),
  maxTokens: maxTokensGiven('message', 'prose'),
});

const instructor = 'Instructor';

/**
 * A group that follows a strategy of four parts: who governs, who takes part in a round, who hears whom and when, and
 * what agents remember of the discussion. Source: Beyond Frameworks (Wang et al. 2025), section 3 and Figure 4.
 *
 * Everybody speaks in the first round, as in the official code (in section 3.3 agents choose in each round). Without
 * an instructor, the group ends when all agents with a judgement agree and are more than half of the group; otherwise
 * it votes after the last round. With an instructor, the group ends when the instructor decides. The instructor must
 * decide after the last round, or when a policy stops the group; if it does not, the group votes. An unusable answer
 * is silence: an agent's latest judgement still counts, an earlier summary remains, and all agents speak if the
 * instructor names none. A statement without addressee (I4) is heard by all. Unknown agent names are dropped, logged
 * and counted (`columns.failures`); a statement with no other addressees is heard by nobody.
 *
 * The official code (github.com/s65b40/collaboration_MAS) differs. The agents who were asked in a round must give the
 * same words. Its full log keeps two rounds. An agent's own summary replaces the log of the last round. A tie goes to
 * whoever answered first. An addressed agent gets a separate letter and judges again. An instructor who never
 * decides, or who names no next speaker, leaves an empty answer that the evaluation counts as right. As published,
 * G2-P3-I2-C3 cannot run, because agents take turns without giving the round.
 *
 * The strategy's context determines what prompts repeat (C1: the last round; C2 and C3: also summaries), so prompts
 * do not grow with the rounds. The paper gives no temperature: answers are sampled at our usual 0.7.
 * @throws AgoraError 'setting' for a strategy whose choices cannot be combined, with the reason
 * @example
 * protocols.discussion({ strategy: 'G2-P3-I2-C3' }).settings.rounds; // => 10
 */
export function discussion(options: DiscussionOptions): Protocol {
  check('discussion', discussionOptions, options);
  const { rounds = 10, rule = plurality, ties = 'random' } = options;
  const strategy = strategyOf(options.strategy);
  const maxTokens = maxTokensOf(['message', 'prose'], options.maxTokens);
  return asShipped<Protocol>({
    name: 'discussion',
    settings: { strategy: strategy.name, rounds, rule: rule.name, ties, maxTokens },
    rules: [rule],
    run: (session) => new Group(session, strategy, rounds, { rule, ties }, maxTokens).run(),
  });
}

/** The share of an answer's tokens for words: a statement to others, the reason for a decision, a summary. */
const share = { statement: 0.7, decision: 0.5, summary: 0.4 };

/** What an agent is asked, besides its place in the prompt. */
interface Asking<T, Proposal> extends Pick<
  Question<T, Proposal>,
  'phase' | 'agent' | 'repeat' | 'format' | 'sampling' | 'read'
> {
  readonly question: readonly string[];
  readonly situation: (shared: {
    readonly messages: readonly SeenMessage[];
    readonly candidates: readonly Candidate<Proposal>[];
  }) => Situation<Proposal>;
  /** Whether the round is over. */
  readonly after?: boolean;
}

class Group<Instance, Proposal> {
  private readonly names: readonly string[];
  private readonly prompts: ReadonlyMap<string, string>;
  private readonly judgements: Judgements<Instance, Proposal>;
  private readonly contexts: Contexts;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly strategy: Strategy,
    private readonly rounds: number,
    settling: Settling,
    private readonly maxTokens: MaxTokens<'message' | 'prose'>,
  ) {
    const { agents, environment, instance } = session;
    this.names = agents.map(({ name }) => name);
    if (this.names.includes(instructor))
      throw new AgoraError('setting', `discussion needs agents of whom none is called ${instructor}`);
    const task = environment.task(instance);
    this.prompts = new Map([
      ...agents.map((agent): [string, string] => {
        const others = this.names.filter((name) => name !== agent.name);
        return [agent.name, agentPrompt(agent, others, task, strategy)];
      }),
      [instructor, instructorPrompt(this.names, task, strategy)],
    ]);
    this.judgements = new Judgements(session, this.names, settling);
    this.contexts = new Contexts(strategy, instructor);
  }

  async run(): Promise<Ending> {
    const { judgements, rounds } = this;
    const isLed = this.strategy.governance === 'G2';
    for (let round = 1; ; round++) {
      this.contexts.begin(round);
      const speakers = round === 1 ? this.names : await this.speakers(round);
      await this.speak(round, speakers);
      const isOver = round === rounds || speakers.length === 0;
      const decision = isLed ? await this.conclude(round, isOver) : null;
      if (decision !== null) return judgements.decree(round, 'instructor', instructor, decision);
      if (!isLed && judgements.areAgreed()) return judgements.settle(round, 'consensus');
      if (isOver) return judgements.settle(round, round === rounds ? 'rounds' : 'silence');
      if (await this.session.shouldStop()) {
        const final = isLed ? await this.conclude(round, true, 1) : null;
        if (final !== null) return judgements.decree(round, 'policy', instructor, final);
        return judgements.settle(round, 'policy');
      }
      await this.sumUp(round);
    }
  }

  /** The speakers of a round after the first, in order. */
  private async speakers(round: number): Promise<readonly string[]> {
    const { participation } = this.strategy;
    if (participation === 'P1') return this.names;
    if (participation === 'P3') return this.directed(round);
    const joined = new Set<string>();
    await takeTurns(
      'simultaneous',
      this.names,
      (agent) =>
        this.ask(round, {
          phase: 'join',
          agent,
          question: [joinQuestion],
          ...joining(this.maxTokens.message),
          situation: (shared) => ({ act: 'join', standing: null, ...shared }),
        }),
      (answers) => {
        for (const { member, answer } of answers) if (answer === true) joined.add(member);
      },
    );
    return this.names.filter((name) => joined.has(name));
  }

  private async directed(round: number): Promise<readonly string[]> {
    const named = await this.ask(round, {
      phase: 'direct',
      agent: instructor,
      question: [...this.judgements.told(), directQuestion],
      ...directing(this.maxTokens.message, this.names),
      situation: (shared) => ({
        act: 'direct',
        standing: null,
        ...shared,
        candidates: this.judgements.held(),
      }),
    });
    const known = this.known(round, 'direct', instructor, named ?? []);
    return known.length === 0 ? this.names : known;
  }

  private speak(round: number, speakers: readonly string[]): Promise<void> {
    const { interaction } = this.strategy;
    const inTurn = interaction === 'I2' || interaction === 'I3';
    const order =
      interaction === 'I3' ? this.session.random.split('order', round).shuffle(speakers) : speakers;
    return takeTurns(
      inTurn ? 'in turn' : 'simultaneous',
      order,
      (agent) => this.statement(round, agent),
      (answers) =>
        this.contexts.hear(
          answers.flatMap(({ member, answer }) =>
            answer === null ? [] : [this.take(round, member, answer)],
          ),
        ),
    );
  }

  private statement(round: number, agent: string): Promise<Statement<Proposal> | null> {
    const { environment, instance } = this.session;
    const { text } = environment.proposalFormat(instance);
    const others = this.names.filter((name) => name !== agent);
    const mayAddress = this.strategy.interaction === 'I4' && others.length > 0;
    const mayBeNull = this.judgements.of(agent) !== null;
    const form = this.judgementForm(share.statement, mayBeNull);
    return this.ask(round, {
      phase: 'statement',
      agent,
      question: [statementQuestion(text, form, mayAddress)],
      ...stating(environment, instance, mayAddress ? others : null, form),
      situation: (shared) => ({ act: 'state', mayAddress, standing: null, ...shared }),
    });
  }

  /** Records a statement. It is heard by all, or by the agents that it names. */
  private take(round: number, from: string, given: Statement<Proposal>): Said {
    const phase = 'statement';
    const { environment, instance } = this.session;
    const { proposal, reason: text } = given;
    const others = this.names.filter((name) => name !== from);
    const isToAll = given.to === null || given.to.length === 0;
    const to = isToAll ? others : this.known(round, phase, from, given.to).filter((name) => name !== from);
    const candidate = this.judgements.take(from, proposal);
    const made = proposal === null ? {} : { score: environment.score(instance, proposal) };
    const place = { round, phase };
    this.session.record({
      type: 'proposal',
      ...place,
      by: from,
      candidate,
      proposal: proposal as Json,
      ...made,
    });
    const visible = to.length === others.length ? {} : { visibleTo: to };
    this.session.record({ type: 'message', ...place, from, to, ...visible, text });
    return { round, from, to, text, judgement: this.judgements.of(from) };
  }

  /**
   * The instructor's decision, if it takes one. @param repeat - 1 if it is asked again because a policy stops the
   * group
   */
  private async conclude(round: number, mustDecide: boolean, repeat = 0): Promise<Proposal | null> {
    const { environment, instance } = this.session;
    const { text } = environment.proposalFormat(instance);
    const form = this.judgementForm(share.decision, !mustDecide);
    const given = await this.ask(round, {
      phase: 'conclusion',
      agent: instructor,
      repeat,
      after: true,
      question: [concludeQuestion(this.judgements.told(), text, form)],
      ...concluding(environment, instance, form),
      situation: (shared) => ({
        act: 'conclude',
        mustDecide,
        standing: null,
        ...shared,
        candidates: this.judgements.held(),
      }),
    });
    return given?.proposal ?? null;
  }

  private judgementForm(words: number, mayBeNull: boolean): JudgementForm {
    const maxTokens = this.maxTokens.message;
    return { maxTokens, maxLength: charactersIn(maxTokens, words), mayBeNull };
  }

  /** Gets the summaries of all agents that keep one. */
  private async sumUp(round: number): Promise<void> {
    const { governance, context } = this.strategy;
    if (context === 'C1') return;
    const led = governance === 'G2' ? [instructor] : [];
    const authors = context === 'C3' ? led : [...this.names, ...led];
    const { prose } = this.maxTokens;
    const words = wordsIn(charactersIn(prose, share.summary));
    await takeTurns(
      'simultaneous',
      authors,
      (agent) =>
        this.ask(round, {
          phase: 'summary',
          agent,
          question: [summaryQuestion(words)],
          after: true,
          sampling: upTo(prose),
          read: (value) => {
            const summary = String(value).trim();
            return summary === ''
              ? { ok: false, reason: 'the summary is empty' }
              : { ok: true, value: summary };
          },
          situation: (shared) => ({ act: 'summarise', ...shared }),
        }),
      (answers) => {
        for (const { member, answer } of answers)
          if (answer !== null) {
            this.contexts.summarised(member, answer);
            this.session.record(note('summary', { round, phase: 'summary', by: member }, { text: answer }));
          }
      },
    );
  }

  /** Asks an agent; null is an unusable answer, already recorded as a failure. */
  private async ask<T>(round: number, asking: Asking<T, Proposal>): Promise<T | null> {
    const { question, situation, after = false, ...asked } = asking;
    const { agent } = asked;
    const reading = after ? this.contexts.after(agent) : this.contexts.during(agent);
    const repeated = readingText(agent, reading, (id) => this.judgements.show(id));
    const answer = await this.session.ask({
      ...asked,
      round,
      messages: chat(this.prompts.get(agent) ?? '', [...repeated, ...question].join('\n')),
      situation: situation({
        messages: this.contexts.messages(reading),
        candidates: this.judgements.in(reading),
      }),
    });
    return answer.kind === 'answered' ? answer.value : null;
  }

  /** The known agents among some names, without duplicates; unknown names are logged. */
  private known(round: number, phase: string, by: string, named: readonly string[]): string[] {
    const strangers = named.filter((name) => !this.names.includes(name));
    if (strangers.length > 0)
      this.session.record(note('unknown agents', { round, phase, by }, { named: strangers }));
    return [...new Set(named)].filter((name) => this.names.includes(name));
  }
}
