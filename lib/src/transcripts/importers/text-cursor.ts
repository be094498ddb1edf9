import { AgoraError } from '../../agora-error';

/** A place in a text, moving forward. */
export class TextCursor {
  position = 0;
  constructor(readonly text: string) {}

  atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The character here, or the one so many further on; empty at the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.position + ahead);
  }

  /** Moves past `piece` if it stands here. */
  take(piece: string): boolean {
    if (!this.text.startsWith(piece, this.position)) return false;
    this.position += piece.length;
    return true;
  }

  /** Moves past what a sticky pattern finds here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  skipSpace(): void {
    this.match(/\s*/y);
  }

  fail(needed: string, got?: string): never {
    const found = got ?? this.text.slice(this.position, this.position + 12);
    throw new AgoraError(
      'literal',
      `at character ${this.position + 1} it needs ${needed}, got ${found === '' ? 'the end' : JSON.stringify(found)}`,
    );
  }
}
