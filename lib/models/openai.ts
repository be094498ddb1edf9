import OpenAI from 'openai';
import { AgoraError, knownOptions } from '../error';
import { acceptsAll, afterFault, requestBody, type Accepted } from './accepted';
import { quote, type wait } from './attempts';
import { Caller, type Failure, type Outcome } from './caller';
import { cutAtLimit, readCompletion, type Completion, type ReportedUsage } from './completion';
import { readEndpoint, type Endpoint, type Variables } from './endpoint';
import { jobAdvice, readFault, tooLongAdvice, wrongKey, type Fault } from './fault';
import { httpFetch, type HttpAnswer } from './http';
import { eachText } from './json';
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
  /** Called once with each distinct warning about the endpoint. Default: console.warn. */
  readonly log?: (text: string) => void;
}

/** Functions that tests replace. */
interface Surroundings {
  readonly env?: Variables;
  readonly sleep?: typeof wait;
}

/**
 * Creates a model for an OpenAI-compatible endpoint: OpenAI itself, or a server such as vLLM, Ollama or LiteLLM.
 *
 * If an endpoint rejects a parameter, such as a temperature, a seed or a JSON schema, later requests omit it. If an
 * endpoint is overloaded, calls wait for it. Missing credit, a wrong key or a wrong model name ends the run at once.
 * If the endpoint rejects a question, or interrupts its answer three times, the reply's `finish` is "refused".
 */
export function openai(options: OpenaiOptions, { env = process.env, sleep }: Surroundings = {}): Model {
  const known = ['model', 'baseURL', 'apiKey', 'headers', 'sampling', 'price', 'timeout', 'log'];
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

class Connection {
  private readonly client: OpenAI;
  private readonly caller: Caller;
  private accepted: Accepted;
  private model: string | undefined;

  constructor(
    private readonly options: OpenaiOptions,
    private readonly endpoint: Endpoint,
    sleep: typeof wait | undefined,
  ) {
    this.caller = new Caller(endpoint.address, endpoint.redact, options.log, sleep);
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

  chat(request: Request, signal?: AbortSignal): Promise<Reply> {
    const sampling = { ...this.options.sampling, ...request.sampling };
    return this.caller.call(request.seed, signal, () => this.once(request, sampling, signal));
  }

  private async once(
    request: Request,
    sampling: Sampling,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const accepted = this.accepted;
    const body = requestBody(this.options.model, request, sampling, accepted);
    const answer = await this.send(body, signal);
    if (answer instanceof Error) return this.failureOf(answer);
    const isError = answer.status < 200 || answer.status >= 300;
    const read: Completion = isError
      ? { kind: 'error', error: undefined }
      : readCompletion(answer.body, hasTools(request), request.among);
    switch (read.kind) {
      case 'reply': {
        const limit = request.among === undefined ? body[accepted.tokensName] : undefined;
        const reply = cutAtLimit(read.reply, read.usage.output, limit);
        this.remarkOnModel(reply.model);
        return { kind: 'reply', reply: { ...reply, usage: this.usage(reply, read.usage, request) } };
      }
      case 'unsupported':
        throw this.caller.error('cannot be used', read.reason);
      case 'broken': {
        const isJob = answer.status !== 200 && answer.status !== 204;
        if (!isJob) return { kind: 'broken', text: read.reason };
        return { kind: 'broken', text: `status ${answer.status} and ${read.reason}`, advice: jobAdvice };
      }
      case 'error': {
        const quoted = this.endpoint.redact(isError ? answer.body : JSON.stringify(read.error));
        // Escaped secrets become visible only after parsing.
        const found = readFault(answer.status, answer.headers, quoted, Date.now());
        const fault = eachText(found, this.endpoint.redact);
        if (read.hasBegun === true && fault.kind !== 'stop') return { kind: 'broken', text: fault.text };
        return this.afterFault(fault, accepted, body);
      }
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

  private usage(read: Omit<Reply, 'usage'>, reported: ReportedUsage, request: Request): Usage {
    const { input, output, reasoning, cached } = reported;
    const written = `${read.reasoning ?? ''}${read.text}`;
    if (input === undefined || (output === undefined && written !== ''))
      this.caller.remark('does not report all token counts. Missing counts are estimated');
    const prompt = request.messages.reduce((sum, { content }) => sum + roughTokens(content), 0);
    if (input !== undefined && prompt > 500 && input < prompt / 2)
      this.caller.remark(`read only ${input} of about ${prompt} tokens in a prompt. ${tooLongAdvice}`, 'cut');
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
      this.caller.remark(`answered as ${model}, but earlier as ${this.model}`, `model ${model}`);
    else if (!isSameModel(model, this.options.model))
      this.caller.remark(`answers as ${model}, but ${this.options.model} was requested`, `model ${model}`);
    this.model = model;
  }

  /** Leaves a part that the endpoint rejects out of later requests. */
  private afterFault(fault: Fault, sent: Accepted, body: ReturnType<typeof requestBody>): Outcome {
    const isFinal = fault.kind === 'refused' || fault.kind === 'unreadable';
    const learnt = isFinal ? null : afterFault(fault, sent, body);
    if (learnt === null) {
      const isKeyMissing = this.endpoint.key === undefined && fault.advice === wrongKey;
      return isKeyMissing ? { ...fault, advice: 'OPENAI_API_KEY is not set.' } : fault;
    }
    // Other calls in flight may have received the same fault.
    if (this.accepted === sent) {
      const { accepted, change } = learnt;
      this.accepted = accepted;
      this.caller.remark(`rejected a request (${quote(fault.text)}). ${change} from now on`, change);
    }
    return { kind: 'changed', text: fault.text };
  }

  private failureOf(error: Error): Failure {
    if (error instanceof OpenAI.APIConnectionTimeoutError) {
      const text = `no complete answer within ${this.options.timeout ?? 600} s`;
      return { kind: 'late', text, advice: 'Raise the `timeout` option.' };
    }
    const { message: text, code } = rootOf(error) as NodeJS.ErrnoException;
    // An answer that is too long or cannot be decompressed may recur.
    if (code === undefined || code.startsWith('Z')) return { kind: 'broken', text };
    return { kind: 'unreachable', text, code, advice: connectionAdvice(code) };
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

function connectionAdvice(code: string): string {
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
