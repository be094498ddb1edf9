import { AgoraError } from '../../../agora-error';
import type { Token } from './formula-tokens';

/** Goes through tokens from left to right. */
export class TokenReader {
  protected at = 0;

  constructor(protected readonly tokens: Token[]) {}

  next(): Token | null {
    return this.tokens[this.at] ?? null;
  }

  is(sign: string): boolean {
    const next = this.next();
    return next?.kind === 'sign' && next.text === sign;
  }

  take(sign: string): boolean {
    if (!this.is(sign)) return false;
    this.at++;
    return true;
  }

  need(sign: string): void {
    if (!this.take(sign)) throw new AgoraError('formula', `"${sign}" is missing`);
  }

  takeName(name: string): boolean {
    const next = this.next();
    if (next?.kind !== 'name' || next.text !== name) return false;
    this.at++;
    return true;
  }
}
