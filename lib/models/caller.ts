import { AgoraError } from '../error';
import { Attempts, mostTries, quote, refusalOf, wait } from './attempts';
import { readFault, type Fault } from './fault';
import { answerOf, eachText } from './json';
import type { Reply } from './model';
import { countTokens } from './tokens';

/** The result of one try: a reply, an error that the endpoint reports, or another failure. */
export type Outcome = { readonly kind: 'reply'; readonly reply: Reply } | Fault | Failure;

export interface Failure {
  /**
   * - broken: the answer was interrupted or cannot be read.
   * - late: there was no complete answer within the time limit.
   * - unreachable: there is no connection.
   * - changed: a part of the request was rejected, and the next try leaves it out.
   */
  readonly kind: 'broken' | 'late' | 'unreachable' | 'changed';
  readonly text: string;
  /** What the user can do about the failure. */
  readonly advice?: string | undefined;
  /** The code of a failed connection, such as ECONNREFUSED. */
  readonly code?: string | undefined;
}

/** The longest time, in milliseconds, to wait for an endpoint that is overloaded or loading its model. */
const patience = 300_000;
/** The maximum number of broken answers, and of timeouts, per call. */
const mostBroken = 3;
const mostLate = 2;
/** The maximum number of tries to reach a server that has never answered. */
const mostUnreachable = 8;
/** Codes of failed connections that are probably due to a wrong address, a certificate or the network. */
const mistakes = /^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPROTO|HPE_|ERR_(SSL|TLS))|CERT|SIGNATURE/;

/** Calls one endpoint, repeats calls that fail, and hides secrets in replies and errors. */
export class Caller {
  /** The number of calls that the endpoint has answered. */
  private answered = 0;
  /** The number of requests that the endpoint has rejected since its last answer. */
  private rejected = 0;
  private readonly said = new Set<string>();

  constructor(
    private readonly name: string,
    private readonly redact: (text: string) => string,
    private readonly log: ((text: string) => void) | undefined,
    private readonly sleep: typeof wait = wait,
  ) {}

  /**
   * Calls `once` until it returns a reply. If the endpoint does not answer this question, the reply's finish is
   * "refused".
   *
   * @throws AgoraError if the endpoint is unlikely to answer any question
   */
  async call(seed: number, signal: AbortSignal | undefined, once: () => Promise<Outcome>): Promise<Reply> {
    const attempts = new Attempts(seed, this.answered);
    while (++attempts.tries <= mostTries) {
      signal?.throwIfAborted();
      const outcome = eachText(await once(), (text) => this.redact(text.toWellFormed()));
      if (outcome.kind === 'reply') {
        this.answered++;
        this.rejected = 0;
        return outcome.reply;
      }
      attempts.last = outcome.text;
      const reply = this.settle(outcome, attempts);
      if (reply !== undefined) return reply;
      if (outcome.kind === 'late' || outcome.kind === 'changed') continue;
      await this.wait(attempts, 'wait' in outcome ? outcome.wait : undefined, signal);
    }
    throw this.error('does not answer', attempts.last);
  }

  /**
   * Returns undefined if the call should be tried again. Otherwise, returns a reply (in most cases with the finish
   * "refused") or throws an error that ends the run.
   */
  private settle(failed: Fault | Failure, attempts: Attempts): Reply | undefined {
    const { text, advice = '' } = failed;
    switch (failed.kind) {
      case 'changed':
        return undefined;
      case 'stop':
        throw this.error('refuses calls', text, advice);
      case 'unreadable': {
        const written = failed.written ?? '';
        return { ...answerOf(written), finish: 'stop', usage: { input: 0, output: countTokens(written) } };
      }
      case 'wait': {
        // Rate limits and loading times have nothing to do with this question.
        const isOverload = failed.status === undefined || [429, 503, 529].includes(failed.status);
        return !isOverload && attempts.failsAlone(this.answered) ? refusalOf(text) : undefined;
      }
      case 'late':
        if (++attempts.late < mostLate) return undefined;
        if (this.answered === attempts.answeredAtStart) throw this.error('is too slow', text, advice);
        this.remark(`took too long over a question (${text}). ${advice}`, 'late');
        return refusalOf(text);
      case 'unreachable':
        return this.afterNoConnection(failed, attempts);
      case 'broken':
        return this.afterBroken(text, advice, attempts);
      case 'other':
        if (failed.status === undefined) return this.afterBroken(text, advice, attempts);
        // An endpoint that has never answered is probably misconfigured.
        if (++this.rejected >= 3 && this.answered === 0) throw this.error('rejects all requests', text);
        break;
      case 'refused':
        break;
    }
    this.remark(`rejected a question (${quote(text)}). ${advice}`, `refused ${text.replace(/\d+/g, '')}`);
    return refusalOf(text);
  }

  private afterBroken(text: string, advice: string, attempts: Attempts): Reply | undefined {
    const isPage = /<html|<!doctype/i.test(text);
    if (isPage && this.answered === 0)
      throw this.error(
        'answers with a web page',
        readFault(200, {}, text.replace(/^.*?(?=<html|<!doctype)/is, ''), 0).text,
        'The address usually ends in /v1.',
      );
    if (++attempts.broken < mostBroken) return undefined;
    if (this.answered === 0) throw this.error(`gave no complete answer in ${mostBroken} tries`, text, advice);
    this.remark(`gave no complete answer to a question in ${mostBroken} tries (${quote(text)})`, 'broken');
    return refusalOf(text);
  }

  private afterNoConnection({ text, advice, code = '' }: Failure, attempts: Attempts): Reply | undefined {
    if (attempts.failsAlone(this.answered)) return refusalOf(text);
    const most = mistakes.test(code) ? 2 : mostUnreachable;
    if (this.answered === 0 && ++attempts.unreachable >= most)
      throw this.error(code === 'ECONNRESET' ? 'drops the connection' : 'cannot be reached', text, advice);
    return undefined;
  }

  private async wait(
    attempts: Attempts,
    asked: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { last } = attempts;
    if (asked !== undefined && asked > patience)
      throw this.error(`asks to wait ${Math.round(asked / 1000)} s`, last, 'Run again later to resume.');
    const pause = attempts.nextWait(asked, this.answered);
    const waited = Math.round(attempts.waited / 1000);
    if (attempts.waited + pause > patience)
      throw this.error(`gave no answer within ${waited} s`, last, 'Run again to resume.');
    if (attempts.tries > 1 || attempts.unreachable > 0)
      this.remark(`gave no answer (${quote(last)}). Waiting up to ${patience / 1000} s`, 'wait');
    attempts.waited += pause;
    await this.sleep(pause, signal);
  }

  /** Logs a warning about the endpoint, once for each key. */
  remark(text: string, key = text): void {
    if (this.said.has(key) || this.said.size > 100) return;
    this.said.add(key);
    const line = this.redact(text).trim().replace(/\.?$/, '.');
    (this.log ?? console.warn)(`${this.name} ${line}`);
  }

  /** Returns an error that ends the run. */
  error(what: string, words: string, advice = ''): AgoraError {
    return new AgoraError(`${this.name} ${what}: ${quote(words)}. ${advice}`.trim(), 'endpoint');
  }
}
