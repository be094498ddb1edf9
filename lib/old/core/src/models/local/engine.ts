import type { LlamaContextSequence, LlamaGrammar, Token } from 'node-llama-cpp';
import { AgoraError } from 'agora-voting';
import type { JsonSchema } from 'agora-voting/internal';
import { leastRoom, shorterPrompts } from '../context-room';
import type { LoadedFacts, LocalAnswer, LocalQuestion } from './child-messages';
import { renderPrompt } from './chat-template';
import { grammarSchema } from './grammar-schema';
import { block, firstLine, type LoadedModel } from './load-model';
import { chooseSequence, sharedPrefix } from './prefix';
import { cutOptions, optionProbabilities, scored, type Distribution } from './score-options';

/** The most grammars that are cached. */
const mostGrammars = 200;

/** A sequence of the context. It serves one conversation at a time. */
interface Slot {
  readonly sequence: LlamaContextSequence;
  /** The tokens that it has read. */
  tokens: readonly Token[];
  /** The conversation that this prompt belonged to. */
  conversation: string;
  /** How many of these tokens were read in whole blocks from the beginning. */
  inBlocks: number;
  busy: boolean;
  lastUsed: number;
}

/**
 * A language model in this process. It answers as many questions at once as it has sequences.
 *
 * With one sequence, the same question gives the same answer, after any earlier questions. For this, only whole blocks
 * of the prompt are kept between questions, because results depend on which tokens are computed together. With
 * several sequences, everything that two prompts share is kept, and answers depend on the other questions at that
 * time.
 */
export class Engine {
  readonly facts: LoadedFacts;
  private readonly slots: readonly Slot[];
  private readonly grammars = new Map<string, LlamaGrammar>();
  private asked = 0;

  constructor(private readonly loaded: LoadedModel) {
    this.facts = loaded.facts;
    this.slots = loaded.sequences.map((sequence) => ({
      sequence,
      tokens: [],
      conversation: '',
      inBlocks: 0,
      busy: false,
      lastUsed: 0,
    }));
  }

  /** @throws AgoraError 'request-failed' when this question cannot be answered; the signal's reason when it is cancelled */
  async ask(question: LocalQuestion, signal: AbortSignal): Promise<LocalAnswer> {
    const started = performance.now();
    const prompt = this.promptTokens(question);
    const paths = question.scoring === null ? null : this.optionPaths(question.scoring);
    // The fewest tokens that follow the prompt: a short answer, or the longest of the options.
    const longest =
      paths === null
        ? leastRoom({ sampling: question.sampling })
        : paths.common.length + Math.max(...paths.paths.map((path) => path.length));
    const { contextTokens } = this.facts;
    if (prompt.length + longest > contextTokens)
      throw new AgoraError(
        'request-failed',
        `The prompt has ${prompt.length} tokens, and the context holds ${contextTokens} with an answer, which needs ` +
          `${longest} at the least: set a larger context (models.local({ context: … })), or ${shorterPrompts}`,
        { details: { promptTokens: prompt.length, contextTokens } },
      );
    const slot = this.takeSlot(prompt, question.conversation);
    try {
      const answer =
        paths === null || question.scoring === null
          ? await this.generate(slot, prompt, question, signal)
          : await this.score(slot, prompt, question.scoring.options, paths, signal);
      return { ...answer, milliseconds: performance.now() - started };
    } catch (error) {
      // After an error the state of the sequence's memory is unknown.
      await slot.sequence.clearHistory();
      slot.tokens = [];
      slot.inBlocks = 0;
      throw error;
    } finally {
      slot.busy = false;
    }
  }

  private takeSlot(prompt: readonly Token[], conversation: string): Slot {
    const slot = this.slots[chooseSequence(prompt, conversation, this.slots)];
    if (slot === undefined) throw failed('There are more questions at once than sequences');
    slot.busy = true;
    slot.conversation = conversation;
    slot.lastUsed = ++this.asked;
    return slot;
  }

  private promptTokens({ messages }: LocalQuestion): Token[] {
    const { model, library, template } = this.loaded;
    const { bos, bosString, eosString } = model.tokens;
    let pieces;
    try {
      pieces = renderPrompt(template, messages, { bos: bosString ?? '', eos: eosString ?? '' });
    } catch (error) {
      throw failed(`The model's chat template does not take this conversation: ${firstLine(error)}`);
    }
    const parts = pieces.map(({ text, special }) => (special ? new library.SpecialTokensText(text) : text));
    const tokens = library.LlamaText(parts).tokenize(model.tokenizer);
    return bos !== null && model.tokens.shouldPrependBosToken && tokens[0] !== bos
      ? [bos, ...tokens]
      : tokens;
  }

  private optionPaths({ prefix, options }: NonNullable<LocalQuestion['scoring']>) {
    const { tokenizer } = this.loaded.model;
    const cut = cutOptions(options.map((option) => tokenizer(prefix + option, false)));
    return { common: cut.common as Token[], paths: cut.paths as Token[][] };
  }

  /**
   * Makes a sequence read all of a prompt but its last token. @returns the tokens that are left to read: at least one
   */
  private async readPrompt(slot: Slot, prompt: readonly Token[], signal: AbortSignal): Promise<Token[]> {
    const { sequence } = slot;
    const shared = Math.min(sharedPrefix(prompt, slot.tokens), prompt.length - 1);
    const alone = this.slots.length === 1;
    const kept = alone ? Math.floor(Math.min(shared, slot.inBlocks) / block) * block : shared;
    await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }]);
    // Some models cannot forget a part of what they have read, so they forget everything.
    let at = Math.min(sequence.nextTokenIndex, kept);
    for (; at + block < prompt.length; at += block) {
      signal.throwIfAborted();
      await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(at, at + block));
    }
    signal.throwIfAborted();
    slot.inBlocks = Math.floor(at / block) * block;
    return prompt.slice(at);
  }

  private async generate(
    slot: Slot,
    prompt: readonly Token[],
    { sampling, seed, schema }: LocalQuestion,
    signal: AbortSignal,
  ): Promise<Omit<LocalAnswer, 'milliseconds'>> {
    const { temperature = 0.7, topP = 0.95, maxTokens = Infinity, stop = [] } = sampling;
    const grammar = schema === null ? null : await this.grammarOf(schema);
    const most = Math.min(maxTokens, this.facts.contextTokens - prompt.length);
    const rest = await this.readPrompt(slot, prompt, signal);
    const given: Token[] = [];
    let finish: 'stop' | 'length' = 'stop';
    let text = '';
    const tokens = slot.sequence.evaluate(rest, {
      temperature,
      topP,
      topK: 40,
      minP: 0.05,
      seed,
      ...(grammar === null
        ? {}
        : {
            grammarEvaluationState: new this.loaded.library.LlamaGrammarEvaluationState({
              model: this.loaded.model,
              grammar,
            }),
          }),
    });
    for await (const token of tokens) {
      signal.throwIfAborted();
      given.push(token);
      text = this.loaded.model.detokenize(given);
      const cut = firstOf(text, stop);
      if (cut >= 0) {
        text = text.slice(0, cut);
        break;
      }
      if (grammar !== null && isWholeObject(text)) break;
      if (given.length >= most) {
        finish = 'length';
        break;
      }
    }
    slot.tokens = [...slot.sequence.contextTokens];
    return { text: text.trim(), finish, inputTokens: prompt.length, outputTokens: given.length };
  }

  private async score(
    slot: Slot,
    prompt: readonly Token[],
    options: readonly string[],
    { common, paths }: { readonly common: readonly Token[]; readonly paths: readonly (readonly Token[])[] },
    signal: AbortSignal,
  ): Promise<Omit<LocalAnswer, 'milliseconds'>> {
    const { sequence } = slot;
    const start = [...prompt, ...common];
    const rest = await this.readPrompt(slot, start, signal);
    const first = await distributions(sequence, rest, 1);
    const next: Distribution[][] = [];
    let read = start.length;
    for (const path of paths) {
      signal.throwIfAborted();
      await sequence.eraseContextTokenRanges([{ start: start.length, end: sequence.nextTokenIndex }]);
      const inside = path.length < 2 ? [] : await distributions(sequence, path.slice(0, -1), path.length - 1);
      next.push([...first, ...inside]);
      read += Math.max(0, path.length - 1);
    }
    slot.tokens = [...sequence.contextTokens];
    return {
      ...scored(options, optionProbabilities(paths, next)),
      finish: 'stop',
      inputTokens: read,
      outputTokens: 0,
    };
  }

  private async grammarOf(schema: JsonSchema): Promise<LlamaGrammar> {
    const key = JSON.stringify(schema);
    const known = this.grammars.get(key);
    if (known !== undefined) return known;
    try {
      const made = await this.loaded.llama.createGrammarForJsonSchema(grammarSchema(schema) as never);
      if (this.grammars.size >= mostGrammars) this.grammars.clear();
      this.grammars.set(key, made as LlamaGrammar);
      return made as LlamaGrammar;
    } catch (error) {
      throw failed(`The answer's schema cannot be made a grammar: ${firstLine(error)}`);
    }
  }
}

/** The probabilities of the next token after each of the last `count` tokens read. */
async function distributions(
  sequence: LlamaContextSequence,
  tokens: readonly Token[],
  count: number,
): Promise<Distribution[]> {
  const from = tokens.length - count;
  const given = await sequence.controlledEvaluate(
    tokens.map((token, at) => (at < from ? token : [token, { generateNext: { probabilities: true } }])),
  );
  return given.slice(from).map((one) => one?.next.probabilities ?? new Map<number, number>());
}

/** The position of the first of several marks; -1 if none occurs. */
function firstOf(text: string, marks: readonly string[]): number {
  const found = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Whether the object is complete. Grammars allow empty lines after the object. */
function isWholeObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function failed(message: string): AgoraError {
  return new AgoraError('request-failed', message);
}
