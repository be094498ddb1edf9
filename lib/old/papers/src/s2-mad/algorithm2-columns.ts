import { remembered } from 'agora-core/internal';
import type { Columns, Measured } from 'agora-core/metrics';
import { type Collaboration, eventsOf, type ReplyEvent } from 'agora-core/transcripts';
import { check, oneOf, settings as settingsOf } from 'agora-voting/internal';
import { algorithm2Tokens, type Algorithm2Settings, type DebateLengths } from './algorithm2';
import { debateLengths, debateTables } from './debate-lengths';

/** Tokens of one part of a debate. */
interface Part {
  readonly part: string;
  readonly measured: number;
  readonly formula: number;
}

const settingsGiven = settingsOf({
  firstStage: oneOf('always', 'selective').optional(),
  counting: oneOf('as printed', 'what is sent').optional(),
});

/**
 * The tokens of debates compared with Algorithm 2. By `part` (total, round 1, ..., summaries 1, ... by stage,
 * elsewhere: ballots that decide a debate): the `measured` tokens, those of the `formula`, and the `overhead`, measured
 * minus formula: words of the prompts around quoted texts, repairs and unusable replies. Also the mean numbers of
 * tokens of `question` (the prompt of the first round, so that the formula includes the system prompt and the answer's
 * form once per call) and `reply` (the current answer).
 * @throws AgoraError 'debate-record' when measuring a collaboration that is not a finished debate of our own
 * @example
 * import { papers } from 'agora-lab';
 * Object.keys(papers.s2mad.algorithm2({})); // => ['measured', 'formula', 'overhead', 'question', 'reply']
 */
export function algorithm2(settings: Algorithm2Settings = {}): Columns {
  check('algorithm2', settingsGiven, settings);
  const counted = remembered((debate: Collaboration) => partsOf(debate, settings));
  const inParts = (tokens: (part: Part) => number) => (debate: Collaboration) =>
    counted(debate).parts.map((part): Measured => ({ part: part.part, value: tokens(part) }));
  return {
    measured: inParts(({ measured }) => measured),
    formula: inParts(({ formula }) => formula),
    overhead: inParts(({ measured, formula }) => measured - formula),
    question: (debate) => counted(debate).lengths.question,
    reply: (debate) => {
      const outputs = counted(debate).lengths.outputs.flat();
      return outputs.reduce((sum, one) => sum + one, 0) / outputs.length;
    },
  };
}

function partsOf(
  debate: Collaboration,
  settings: Algorithm2Settings,
): { readonly lengths: DebateLengths; readonly parts: readonly Part[] } {
  const tables = debateTables(debate);
  const lengths = debateLengths(tables);
  const formula = algorithm2Tokens(lengths, settings);
  const spent = (wanted: (reply: (typeof tables.places)[number]) => boolean): number =>
    tokensOf(tables.places.filter(wanted));
  const rounds = formula.byRound.map(({ round, tokens }) => ({
    part: `round ${round}`,
    measured: spent((reply) => reply.place.step !== 'summary' && reply.round === round),
    formula: tokens,
  }));
  // As printed, the formula leaves out the summaries of a last stage.
  const summaries = lengths.summaries.map((_, stage) => ({
    part: `summaries ${stage + 1}`,
    measured: spent(({ place }) => place.step === 'summary' && place.stage === stage + 1),
    formula: formula.summaries[stage]?.tokens ?? 0,
  }));
  const measured = tokensOf(eventsOf(debate, 'reply'));
  const within = [...rounds, ...summaries].reduce((sum, part) => sum + part.measured, 0);
  const total = { part: 'total', measured, formula: formula.total };
  const elsewhere = { part: 'elsewhere', measured: measured - within, formula: 0 };
  return { lengths, parts: [total, ...rounds, ...summaries, elsewhere] };
}

function tokensOf(replies: readonly ReplyEvent[]): number {
  return replies.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
}
