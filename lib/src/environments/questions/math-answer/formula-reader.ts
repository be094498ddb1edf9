import { AgoraError } from '../../../agora-error';
import { operation, type Expression } from './expression';
import { parseCommand } from './parse-command';
import { TokenReader } from './token-reader';

const deepest = 60;

/** The grammar: every method reads one thing and stands behind it. */
export class FormulaReader extends TokenReader {
  private depth = 0;
  private inBars = 0;

  sum(): Expression {
    if (++this.depth > deepest) throw new AgoraError('formula', 'too deep');
    let left = this.product();
    for (;;) {
      if (this.take('+')) left = operation('add', left, this.product());
      else if (this.take('-')) left = operation('subtract', left, this.product());
      else break;
    }
    this.depth--;
    return left;
  }

  private product(): Expression {
    let left = this.signed();
    for (;;) {
      if (this.take('*') || this.takeName('cdot')) left = operation('multiply', left, this.signed());
      else if (this.take('/')) left = operation('divide', left, this.signed());
      else if (this.startsFactor()) left = operation('multiply', left, this.power());
      else return left;
    }
  }

  private signed(): Expression {
    if (this.take('+')) return this.signed();
    return this.take('-') ? operation('negate', this.signed()) : this.power();
  }

  power(): Expression {
    const base = this.postfixed();
    return this.take('^') ? operation('power', base, this.exponent()) : base;
  }

  exponent(): Expression {
    if (this.take('-')) return operation('negate', this.exponent());
    if (this.is('{')) return this.group();
    return this.power();
  }

  private postfixed(): Expression {
    let base = this.primary();
    while (this.take('!')) base = operation('factorial', base);
    return base;
  }

  private primary(): Expression {
    const token = this.next();
    if (token === null) throw new AgoraError('formula', 'it breaks off');
    this.at++;
    if (token.kind === 'number') return this.mixed({ kind: 'number', text: token.text });
    if (token.kind === 'name') return parseCommand(token.text, this);
    if (token.kind === 'letter') return this.variable(token.text);
    if (token.text === '|') return this.bars();
    const close = { '(': ')', '[': ']', '{': '}' }[token.text];
    if (close === undefined) throw new AgoraError('formula', `"${token.text}" has no place here`);
    const inside = this.sum();
    this.need(close);
    return inside;
  }

  private bars(): Expression {
    this.inBars++;
    const inside = this.sum();
    this.need('|');
    this.inBars--;
    return operation('absolute', inside);
  }

  /** A letter, with its index; e and i are numbers. */
  variable(letter: string): Expression {
    let name = letter;
    if (this.take('_')) {
      const braced = this.take('{');
      for (let index = this.next(); index !== null && index.kind !== 'sign'; index = this.next()) {
        name += `_${index.text}`;
        this.at++;
        if (!braced) break;
      }
      if (braced) this.need('}');
      if (name === letter) throw new AgoraError('formula', 'an index is missing');
    } else if (letter === 'e' || letter === 'i') return { kind: 'constant', name: letter };
    while (this.take("'")) name += "'";
    return { kind: 'variable', name };
  }

  /** What a command is applied to: a group, or one digit ("\frac43"), letter or command. */
  argument(digits: 'one digit' | 'whole number' = 'one digit'): Expression {
    if (this.is('{')) return this.group();
    const next = this.next();
    if (next?.kind === 'number' && digits === 'one digit' && next.text.length > 1) {
      this.tokens[this.at] = { kind: 'number', text: next.text.slice(1) };
      return { kind: 'number', text: next.text.slice(0, 1) };
    }
    return this.primary();
  }

  group(): Expression {
    this.need('{');
    const inside = this.sum();
    this.need('}');
    return inside;
  }

  /** Whether a factor follows without a sign: no number does ("2 3" is no product), nor a bar that closes. */
  startsFactor(): boolean {
    const next = this.next();
    if (next === null || next.kind === 'number') return false;
    if (next.kind === 'letter') return true;
    if (next.kind === 'name') return !['cdot', 'rfloor', 'rceil', 'pm', 'mp'].includes(next.text);
    return next.text === '(' || next.text === '{' || (next.text === '|' && this.inBars === 0);
  }

  private mixed(whole: Expression & { readonly kind: 'number' }): Expression {
    const start = this.at;
    if (!whole.text.includes('.') && this.takeName('frac')) {
      const tokens = [...this.tokens];
      const above = this.argument();
      const below = this.argument();
      if (isInteger(above) && isInteger(below))
        return operation('add', whole, operation('divide', above, below));
      this.tokens.splice(0, this.tokens.length, ...tokens);
      this.at = start;
    }
    return whole;
  }
}

function isInteger(expression: Expression): boolean {
  return expression.kind === 'number' && !expression.text.includes('.');
}
