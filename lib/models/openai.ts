import OpenAI from 'openai';
import { AgoraError, knownOptions } from '../error';
import { acceptsAll, afterFault, requestBody, type Accepted } from './accepted';
import { Attempts, mostTries, quote, refusalOf, wait } from './attempts';
import { cutAtLimit, readCompletion, type Completion, type ReportedUsage } from './completion';
import { readEndpoint, type Endpoint, type Variables } from './endpoint';
import { jobAdvice, readFault, tooLongAdvice, wrongKey, type Fault } from './fault';
import { httpFetch, type HttpAnswer } from './http';
import { answerOf, eachText } from './json';
import type { Model, Reply, Request, Sampling, Usage } from './model';
import type { Price } from './prices';
import { countMessages, countTokens, roughTokens } from './tokens';

export interface OpenaiOptions {
  readonly model: string;
  /** The root URL of the API. Default: OPENAI_BASE_URL, or OpenAI's own API. */
  readonly baseURL?: string;
  /** The API key. Default: OPENAI_API_KEY. Your own server may not need a key. The key is never displayed or stored. */
  readonly apiKey?: string;
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sampling settings that override those of the protocol. */
  readonly sampling?: Sampling;
  /** Dollars per million tokens, for estimates and budgets. Default: the list price, if the kit knows it. */
  readonly price?: Price;
  /** The time limit for one call, in seconds. Default 600. */
  readonly timeout?: number;
  /** How long, in seconds, to wait for a server that is overloaded or loading its model. Default 300. */
  readonly patience?: number;
  /** Called once with each distinct warning about the endpoint. Default: console.warn. */
  readonly log?: (text: string) => void;
}

/** Functions that tests replace. */
interface Surroundings {
  readonly env?: Variables;
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Creates a model for an OpenAI-compatible endpoint: OpenAI itself, or a server such as vLLM, Ollama or LiteLLM.
 *
 * If an endpoint rejects a parameter, such as a temperature, a seed or a JSON schema, later requests omit it. If an
 * endpoint is overloaded, calls wait for it. Missing credit, a wrong key or a wrong model name ends the run at once.
 * If the endpoint rejects a question, or interrupts its answer three times, the reply's `finish` is "refused".
 */
export function openai(
  options: OpenaiOptions,
  { env = process.env, sleep = wait }: Surroundings = {},
): Model {
  const known = ['model', 'baseURL', 'apiKey', 'headers', 'sampling', 'price', 'timeout', 'patience', 'log'];
  knownOptions('models.openai', options, known);
  if (typeof options.model !== 'string' || options.model.trim() === '')
    throw new AgoraError('models.openai needs a model name.');
  const endpoint = readEndpoint(options, env);
  const connection = new Connection(options, endpoint, sleep);
  return {
    name: options.model,
    evidence: 'live',
    endpoint: endpoint.redact(endpoint.address),
    ...(options.sampling !== undefined && { sampling: options.sampling }),
    ...(options.price !== undefined && { price: options.price }),
    chat: (request, signal) => connection.chat(request, signal),
  };
}

/** The maximum number of broken answers, and of timeouts, per call. */
const mostBroken = 3;
const mostLate = 2;
/** The maximum number of tries to reach a server that has never answered. */
const mostUnreachable = 8;

class Connection {
  private readonly client: OpenAI;
  private readonly patience: number;
  private accepted: Accepted;
  /** The number of calls that the endpoint has answered. */
  private answered = 0;
  /** The number of requests that the endpoint has rejected since its last answer. */
  private rejected = 0;
  private model: string | undefined;
  private readonly said = new Set<string>();

  constructor(
    private readonly options: OpenaiOptions,
    private readonly endpoint: Endpoint,
    private readonly sleep: NonNullable<Surroundings['sleep']>,
  ) {
    this.patience = 1000 * (options.patience ?? 300);
    this.accepted = acceptsAll(endpoint.isOfficial);
    this.client = new OpenAI({
      baseURL: endpoint.address,
      apiKey: endpoint.key ?? 'none',
      adminAPIKey: null,
      timeout: 1000 * (options.timeout ?? 600),
      // The package retries by status alone. It cannot tell a loading server from missing credit or a broken answer.
      maxRetries: 0,
      logLevel: 'off',
      defaultHeaders: { 'Accept-Encoding': 'identity', ...endpoint.headers },
      defaultQuery: { ...endpoint.query },
      fetch: httpFetch() as unknown as typeof fetch,
      // These settings belong to an OpenAI account.
      ...(!endpoint.isOfficial && { organization: null, project: null }),
    });
  }

  async chat(request: Request, signal?: AbortSignal): Promise<Reply> {
    const sampling = { ...this.options.sampling, ...request.sampling };
    const attempts = new Attempts(request.seed, this.answered);
    for (;;) {
      signal?.throwIfAborted();
      if (++attempts.tries > mostTries) throw this.error('does not answer', attempts.last);
      const accepted = this.accepted;
      const body = requestBody(this.options.model, request, sampling, accepted);
      const answer = await this.send(body, signal);
      if (answer instanceof Error) {
        const refusal = await this.afterNoAnswer(answer, attempts, signal);
        if (refusal !== null) return refusal;
        continue;
      }
      const isError = answer.status < 200 || answer.status >= 300;
      const read: Completion = isError
        ? { kind: 'error', error: undefined }
        : readCompletion(answer.body, hasTools(request), request.among);
      if (read.kind === 'reply') {
        const limit = request.among === undefined ? body[accepted.tokensName] : undefined;
        return this.reply(cutAtLimit(read.reply, read.usage.output, limit), read.usage, request);
      }
      if (read.kind === 'unsupported') throw this.error('cannot be used', read.reason);
      if (read.kind === 'broken') {
        const isJob = answer.status !== 200 && answer.status !== 204;
        const reason = isJob ? `status ${answer.status} and ${read.reason}` : read.reason;
        const refusal = await this.afterBroken(reason, attempts, signal, isJob ? jobAdvice : '');
        if (refusal !== null) return refusal;
        continue;
      }
      const quoted = isError ? answer.body : JSON.stringify(read.error);
      const redact = (text: string): string => this.endpoint.redact(text);
      const found = readFault(answer.status, answer.headers, redact(quoted), Date.now());
      // Escaped secrets become visible only after parsing.
      const fault = eachText(found, redact);
      const hasBegun = read.hasBegun === true && fault.kind !== 'stop';
      const refusal = hasBegun
        ? await this.afterBroken(fault.text, attempts, signal)
        : await this.afterFault(fault, accepted, body, attempts, signal);
      if (refusal !== null) return refusal;
    }
  }

  /** Returns the server's answer, or the error that prevented it. */
  private async send(body: object, signal: AbortSignal | undefined): Promise<HttpAnswer | Error> {
    // The package never removes its listeners, and they would accumulate on the run's signal.
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = await this.client.chat.completions
        .create(body as OpenAI.ChatCompletionCreateParamsNonStreaming, { signal: controller.signal })
        .asResponse();
      return (response as unknown as { answer: HttpAnswer }).answer;
    } catch (error) {
      signal?.throwIfAborted();
      return error as Error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  private reply(read: Omit<Reply, 'usage'>, reported: ReportedUsage, request: Request): Reply {
    this.answered++;
    this.rejected = 0;
    const clean = eachText(read, (text) => this.endpoint.redact(text.toWellFormed()));
    this.remarkOnModel(clean.model);
    return { ...clean, usage: this.usage(read, reported, request) };
  }

  private usage(read: Omit<Reply, 'usage'>, reported: ReportedUsage, request: Request): Usage {
    const { input, output, reasoning, cached } = reported;
    const written = `${read.reasoning ?? ''}${read.text}`;
    if (input === undefined || (output === undefined && written !== ''))
      this.remark('usage', 'does not report all token counts. Missing counts are estimated');
    const prompt = request.messages.reduce((sum, { content }) => sum + roughTokens(content), 0);
    if (input !== undefined && prompt > 500 && input < prompt / 2)
      this.remark('cut', `read only ${input} of about ${prompt} tokens in a prompt. ${tooLongAdvice}`);
    return {
      input: input ?? countMessages(request.messages),
      output: output ?? countTokens(written),
      ...(reasoning !== undefined && { reasoning }),
      ...(cached !== undefined && { cached }),
    };
  }

  private remarkOnModel(model: string | undefined): void {
    if (model === undefined || model === this.model) return;
    if (this.model !== undefined)
      this.remark(`model ${model}`, `answered as ${model}, but earlier as ${this.model}`);
    else if (!isSameModel(model, this.options.model))
      this.remark(`model ${model}`, `answers as ${model}, but ${this.options.model} was requested`);
    this.model = model;
  }

  /**
   * Returns null, usually after a wait, if the call should be tried again. Otherwise, returns a reply (in most cases
   * with the finish "refused") or throws an error that ends the run. The next two methods do the same.
   */
  private async afterFault(
    fault: Fault,
    sent: Accepted,
    body: ReturnType<typeof requestBody>,
    attempts: Attempts,
    signal: AbortSignal | undefined,
  ): Promise<Reply | null> {
    attempts.last = fault.text;
    if (fault.kind === 'unreadable')
      return {
        ...answerOf(fault.written ?? ''),
        finish: 'stop',
        usage: { input: 0, output: countTokens(fault.written ?? '') },
      };
    const learnt = fault.kind === 'refused' ? null : afterFault(fault, sent, body);
    if (learnt !== null) {
      // Other calls in flight may have received the same fault.
      if (this.accepted === sent) {
        this.accepted = learnt.accepted;
        this.remark(learnt.change, `rejected a request (${quote(fault.text)}). ${learnt.change} from now on`);
      }
      return null;
    }
    const isKeyMissing = this.endpoint.key === undefined && fault.advice === wrongKey;
    if (fault.kind === 'stop')
      throw this.error(
        'refuses calls',
        fault.text,
        isKeyMissing ? 'OPENAI_API_KEY is not set.' : fault.advice,
      );
    if (fault.kind === 'wait') {
      // Rate limits and loading times have nothing to do with this question.
      const isOverload = fault.status === undefined || [429, 503, 529].includes(fault.status);
      if (!isOverload && attempts.failsAlone(this.answered)) return refusalOf(fault.text);
      await this.wait(attempts, fault.text, fault.wait, signal);
      return null;
    }
    if (fault.kind === 'other') {
      if (fault.status === undefined) return this.afterBroken(fault.text, attempts, signal, fault.advice);
      // An endpoint that has never answered is probably misconfigured.
      if (++this.rejected >= 3 && this.answered === 0) throw this.error('rejects all requests', fault.text);
    }
    this.remark(
      `refused ${fault.text.replace(/\d+/g, '')}`,
      `rejected a question (${quote(fault.text)}). ${fault.advice ?? ''}`,
    );
    return refusalOf(fault.text);
  }

  private async afterBroken(
    raw: string,
    attempts: Attempts,
    signal: AbortSignal | undefined,
    advice = '',
  ): Promise<Reply | null> {
    const reason = this.endpoint.redact(raw);
    attempts.last = reason;
    const isPage = /<html|<!doctype/i.test(reason);
    if (isPage && this.answered === 0)
      throw this.error(
        'answers with a web page',
        readFault(200, {}, reason.replace(/^.*?(?=<html|<!doctype)/is, ''), 0).text,
        'The address usually ends in /v1.',
      );
    if (++attempts.broken < mostBroken) {
      await this.wait(attempts, reason, undefined, signal);
      return null;
    }
    if (this.answered === 0)
      throw this.error(`gave no complete answer in ${mostBroken} tries`, reason, advice);
    this.remark('broken', `gave no complete answer to a question in ${mostBroken} tries (${quote(reason)})`);
    return refusalOf(reason);
  }

  private async afterNoAnswer(
    error: Error,
    attempts: Attempts,
    signal: AbortSignal | undefined,
  ): Promise<Reply | null> {
    const cause = rootOf(error);
    const reason = this.endpoint.redact(cause.message);
    attempts.last = reason;
    if (error instanceof OpenAI.APIConnectionTimeoutError) {
      if (++attempts.late < mostLate) return null;
      const limit = `no complete answer within ${this.options.timeout ?? 600} s`;
      if (this.answered === attempts.answeredAtStart)
        throw this.error('is too slow', limit, 'Raise the `timeout` option.');
      this.remark('late', `took too long over a question (${limit}). Raise the \`timeout\` option`);
      return refusalOf(limit);
    }
    if (attempts.failsAlone(this.answered)) return refusalOf(reason);
    const { code } = cause as { code?: string };
    const isMistake = mistakes.test(code ?? '');
    if (this.answered === 0 && ++attempts.unreachable >= (isMistake ? 2 : mostUnreachable))
      throw this.error(
        code === 'ECONNRESET' ? 'drops the connection' : 'cannot be reached',
        reason,
        connectionAdvice(code),
      );
    // An answer that is too long or cannot be decompressed may recur.
    if (code === undefined || code.startsWith('Z')) return this.afterBroken(reason, attempts, signal);
    await this.wait(attempts, reason, undefined, signal);
    return null;
  }

  private async wait(
    attempts: Attempts,
    reason: string,
    asked: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (asked !== undefined && asked > this.patience)
      throw this.error(`asks to wait ${Math.round(asked / 1000)} s`, reason, 'Run again later to resume.');
    const pause = attempts.nextWait(asked, this.answered);
    const waited = attempts.waited / 1000;
    if (attempts.waited + pause > this.patience)
      throw this.error(`gave no answer within ${Math.round(waited)} s`, reason, 'Run again to resume.');
    if (attempts.tries > 1 || attempts.unreachable > 0)
      this.remark('wait', `gave no answer (${quote(reason)}). Waiting up to ${this.patience / 1000} s`);
    attempts.waited += pause;
    await this.sleep(pause, signal);
  }

  /** Logs each distinct warning about the endpoint once. */
  private remark(key: string, text: string): void {
    if (this.said.has(key) || this.said.size > 100) return;
    this.said.add(key);
    const line = this.endpoint.redact(text).trim().replace(/\.?$/, '.');
    (this.options.log ?? console.warn)(`${this.endpoint.address} ${line}`);
  }

  private error(what: string, words: string, advice = ''): AgoraError {
    const text = `${this.endpoint.address} ${what}: ${quote(words)}. ${advice}`;
    return new AgoraError(text.trim(), 'endpoint');
  }
}

/**
 * Returns whether two names can refer to the same model. For example, "gpt-4o" and "openai/gpt-4o-2024-08-06" can, but
 * "gpt-4o" and "gpt-4o-mini" cannot.
 */
function isSameModel(one: string, other: string): boolean {
  const bare = (name: string): string =>
    name
      .toLowerCase()
      .replace(/^.*\//, '')
      .replace(/[-:]latest$|:free$/, '');
  const [short = '', long = ''] = [bare(one), bare(other)].sort((a, b) => a.length - b.length);
  return (
    long.startsWith(short) && /^([-:@_.](v?\d|preview|exp|gguf)[\w.-]*)?$/.test(long.slice(short.length))
  );
}

const hasTools = ({ tools = [] }: Request): boolean => tools.length > 0;

/** Codes of failed connections that are probably due to a wrong address, a certificate or the network. */
const mistakes = /^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPROTO|HPE_|ERR_(SSL|TLS))|CERT|SIGNATURE/;

function connectionAdvice(code = ''): string {
  if (code === 'ECONNREFUSED')
    return 'Check that the server is running, and check the address in baseURL or OPENAI_BASE_URL.';
  if (/CERT|SIGNATURE/.test(code))
    return "Node.js does not trust the server's certificate. Set NODE_EXTRA_CA_CERTS to its issuer's certificate file.";
  if (/SSL|EPROTO|^HPE_/.test(code))
    return 'Check whether the address in baseURL or OPENAI_BASE_URL must begin with http:// or https://.';
  return 'Check the address in baseURL or OPENAI_BASE_URL, and the network. Proxies (HTTPS_PROXY) are not supported.';
}

/** Returns the innermost error in a chain of causes. */
function rootOf(error: Error): Error {
  let root = error;
  for (let depth = 0; depth < 8; depth++) {
    const inner: unknown = (root as { errors?: unknown[] }).errors?.[0] ?? root.cause;
    if (!(inner instanceof Error)) break;
    root = inner;
  }
  return root;
}
