/** The few functions of mathjs that are ever called; no text reaches its parser, so none of a model's words is run. */
export type MathName =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'unaryMinus'
  | 'pow'
  | 'sqrt'
  | 'factorial'
  | 'combinations'
  | 'abs'
  | 'floor'
  | 'ceil'
  | 'exp'
  | 'log'
  | 'sin'
  | 'cos'
  | 'tan'
  | 'cot'
  | 'sec'
  | 'csc'
  | 'asin'
  | 'acos'
  | 'atan'
  | 'sinh'
  | 'cosh'
  | 'tanh';
export type MathFunctions = Readonly<Record<MathName, (...of: unknown[]) => unknown>> & {
  readonly bignumber: (text: string) => unknown;
  readonly complex: (re: number, im: number) => unknown;
};

let loaded: MathFunctions | undefined;
/** mathjs with numbers of 40 digits, loaded when the first formula is worked out: that takes a second or two. */
export function mathFunctions(): MathFunctions {
  if (loaded === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { create, all } = require('mathjs') as {
      create: (what: unknown, settings: object) => unknown;
      all: unknown;
    };
    loaded = create(all, { number: 'BigNumber', precision: 40 }) as MathFunctions;
  }
  return loaded;
}
