import { readJson } from '../read-json';
import type { AnswerShape } from './chat-completion';
import { simplerShape } from './chat-completion';
import type { ChatReply, ChatRequest, Incident, Sampling } from './chat-model';
import { refusedPart } from './openai-error';
import { requestDigest } from './request-digest';

/** What a request asks of the endpoint besides messages: the format of the answer, and whether there is a seed. */
export interface Asked {
  readonly shape: AnswerShape;
  readonly seed: boolean;
}

/** The fewest characters of an answer that counts as a repetition. Shorter answers may be equal by chance. */
const longAnswer = 40;

/** The most questions whose answers are remembered, to see whether the seed makes a difference. */
const mostRemembered = 2000;

/**
 * What an endpoint is known to accept, and where it departs from the request. Learnt from its errors and its answers.
 */
export class EndpointHabits {
  private shape: AnswerShape;
  /** Simpler shapes, for formats whose own schema was rejected. */
  private readonly shapes = new Map<string, AnswerShape>();
  private takesSeed = true;
  private readonly told = new Set<string>();
  private readonly answers = new Map<string, { readonly seed: number; readonly text: string }>();

  constructor(private readonly structured: 'auto' | AnswerShape) {
    this.shape = structured === 'auto' ? 'schema' : structured;
  }

  /** How to ask now. */
  asking({ answer }: ChatRequest): Asked {
    const shape = answer === undefined ? 'text' : (this.shapes.get(answer.name) ?? this.shape);
    return { shape, seed: this.takesSeed };
  }

  /**
   * Notes a rejected request.
   * @returns whether to ask again, and the incident to report; calls in flight may have found out the same meanwhile
   */
  refuses(error: unknown, request: ChatRequest, asked: Asked): { again: boolean; incident?: Incident } {
    const now = this.asking(request);
    const part = refusedPart(error);
    if (part === 'seed' && asked.seed) {
      if (!now.seed) return { again: true };
      this.takesSeed = false;
      return { again: true, incident: fallback('takes no seed: none is sent from now on') };
    }
    const simpler = simplerShape[asked.shape];
    if ((part !== 'schema' && part !== 'shape') || simpler === undefined || this.structured !== 'auto')
      return { again: false };
    if (now.shape !== asked.shape) return { again: true };
    if (part === 'shape') {
      this.shape = simpler;
      this.shapes.clear();
    } else this.shapes.set(request.answer?.name ?? '', simpler);
    const what = part === 'shape' ? shapeNames[asked.shape] : `the schema of "${request.answer?.name}"`;
    return {
      again: true,
      incident: fallback(`refuses ${what}: ${shapeNames[simpler]} is asked for instead`),
    };
  }

  /** What the endpoint did differently than requested; each kind is reported once. */
  *noticed(
    request: ChatRequest,
    drawn: Sampling & { readonly seed: number },
    asked: Asked,
    reply: ChatReply,
    isStream: boolean,
  ): Generator<Incident> {
    const { usage, text, finish, toolCalls = [] } = reply;
    if (isStream && this.isNew('stream'))
      yield ignored('sends its answer as a stream, which was not asked for; it is read all the same');
    if (usage.counted === 'tokenizer' && this.isNew('usage'))
      yield { kind: 'no usage', text: 'does not say how many tokens a call took: they are counted here' };
    const { maxTokens } = drawn;
    if (maxTokens !== undefined && usage.outputTokens > 1.2 * maxTokens + 10 && this.isNew('maxTokens'))
      yield ignored(
        `does not heed maxTokens: ${usage.outputTokens} tokens came where ${maxTokens} were allowed`,
      );
    const isHeld = asked.shape !== 'text' && request.answer !== undefined && toolCalls.length === 0;
    if (isHeld && finish === 'stop' && !readJson(text).ok && this.isNew('schema'))
      yield ignored(`does not hold answers to ${shapeNames[asked.shape]}: one came without any JSON`);
    if (
      asked.seed &&
      drawn.temperature !== 0 &&
      usage.outputTokens >= longAnswer &&
      this.isCopy(request, drawn, text)
    )
      yield ignored(
        'gave the same long answer twice to one prompt under two seeds: it draws nothing at random',
      );
  }

  private isCopy(request: ChatRequest, { seed }: { readonly seed: number }, text: string): boolean {
    if (this.told.has('seed')) return false;
    const digest = requestDigest(request);
    const before = this.answers.get(digest);
    if (before !== undefined) return before.seed !== seed && before.text === text && this.isNew('seed');
    if (this.answers.size < mostRemembered) this.answers.set(digest, { seed, text });
    return false;
  }

  private isNew(what: string): boolean {
    if (this.told.has(what)) return false;
    this.told.add(what);
    return true;
  }
}

const shapeNames: Readonly<Record<AnswerShape, string>> = {
  schema: 'a JSON schema',
  object: 'a JSON object',
  text: 'plain text',
};

const fallback = (text: string): Incident => ({ kind: 'fallback', text });
const ignored = (text: string): Incident => ({ kind: 'ignored', text });
