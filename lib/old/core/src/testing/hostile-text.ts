import { countSteps, type Steps } from './steps/count-steps';
import { withLittleStack } from './steps/little-stack';

/*
 * Texts on which careless readers take more than their share of time, or fall over: one piece many times, perhaps between
 * a beginning that invites a reader to look closer and an end that disappoints it, and brackets within brackets.
 */

/** A hostile text of about so many characters, or half as many brackets within each other. */
export type Pattern = readonly [name: string, text: (size: number) => string];

const printable = String.raw`
[¦]¦{¦}¦(¦)¦[]¦{}¦()¦<¦>¦<>¦[1,¦[[1],¦[{¦{[¦{"¦"¦'¦"a",¦'a'¦\"¦“¦”¦’¦\¦/¦|¦&¦~¦#¦*¦_¦^¦-¦=¦+¦.¦,¦:¦;¦!¦?¦%¦$¦@¦=>¦ ¦
0¦1¦9¦1,¦1.¦1 ¦0.¦1/¦1:¦1+¦1-¦1*¦1^¦1e¦1,000¦12,345,678 ¦-1 ¦½¦1 thousand ¦1 and ¦5 dozen ¦18 dollars ¦<<1¦<<1=1>>¦<<1=1>>1 ¦
a¦A¦é¦ß¦I¦a ¦A ¦A, ¦A,B,C,D ¦A > ¦A>B>¦B > A > D > C ¦A = ¦A ~ ¦A: 1, ¦1. A¦1st: A ¦1) B ¦- A ¦(A)¦(A) ¦(A) or ¦A or B ¦[A] ¦"A", ¦
**A** ¦Option A. ¦A and ¦not A ¦answer ¦answer: ¦answer is ¦the answer is ¦I think ¦I vote for A. ¦1. A 2. B ¦A, B. ¦A: yes, ¦A: 1, A: 2 x ¦[A, B]¦[[A]] ¦A (¦so ¦It is A. ¦final ¦Q: ¦A: ¦#### ¦
my previous answer ¦Agent 1's answer is ¦others ¦agent ¦the other agents say ¦according to agent 1, ¦rating ¦and ¦or ¦if ¦word ¦don't ¦Mr. ¦
$1$ ¦\$¦\(¦\[¦\(1\) ¦\frac¦\frac{¦\frac{1}{2}¦\frac{1}{¦\sqrt{¦\sqrt[¦\boxed¦\boxed{¦\boxed{1}¦\boxed{A} ¦boxed¦\text{¦\text{a}¦\begin{¦
\begin{matrix}¦\end{¦\left(¦\pm ¦\cup ¦\overline{¦^{¦_{¦x_¦x^¦9^¦2!¦|x¦x ¦sin ¦e^¦\le ¦x<¦x=¦
{"a":¦{"a":1},¦{"answer":"A"} ¦{"id":"A","rating":1},¦[{"id":"A","rating":1},¦{'a': ¦{'a': 'b', ¦'b\'¦None¦null,¦True ¦/*¦\u¦\u0041¦\x41¦\n¦
really ¦very ¦more most ¦i really ¦is not a ¦find the ¦finds the very ¦combine a ¦if you lower ¦we know ¦you said ¦did i get ¦is it a ¦
i agree that ¦despite the ¦ly ¦a. ¦e.g. ¦www.¦zzz¦ough¦'t¦'''''' ¦
| a ¦|---¦<b>¦</p>¦<!--¦&amp;¦http://a.b/`
  .split(/¦\n?|^\n/)
  .filter((piece) => piece !== '');

const unprintable = [
  '\n¦\t¦\r\n¦ \n¦  \n¦1. A\n¦- A\n¦answer: A\n¦\nQuestion: ¦\nUSER: ¦\nASSISTANT: ¦\nA:¦#### 1\n¦```¦```\n¦```json\n',
  '```\n{}\n```\n¦~~~\n¦| a | b |\n¦# a\n¦// a\n¦\u00a0¦\u2028¦\u200b¦\v¦\f¦\u0301¦e\u0301¦\ud83d¦\ude00¦😀¦👨‍👩‍👧',
  '\u202e¦\u2066a\u2069¦\u0000¦\ufffd¦\ufeff¦中¦ไ¦ا¦１¦B > A > D > C\n',
  `A:${' '.repeat(40)}¦vote${' '.repeat(40)}A`,
].flatMap((line) => line.split('¦'));

/** What makes a reader look closer, what it then meets many times, and what follows it. */
const framed: readonly (readonly [string, string, string])[] = [
  ['The answer is ', ' ', 'A'],
  ['The answer is ', '(', ''],
  ['The answer is ', 'the ', 'B.'],
  ['The answer is ', 'not ', 'x'],
  ['Answer:', '*', ' 1'],
  ['Answer: ', '1', '.'],
  ['Answer: ', '\\frac{', '1'],
  ['Final ranking: ', 'A, ', 'Z'],
  ['I rank ', 'A > ', '?'],
  ['\\boxed{', 'x', ''],
  ['\\boxed{', '{', '}'],
  ['\\boxed{', '1+', '1}'],
  ['\\boxed{', '\\sqrt{', '}'],
  ['{"answer": "', 'a', '"}'],
  ['{"answer": "', '\\\\', ''],
  ['{"answer": ', '[', ''],
  ['{"acts": ["', 'Inform ', '"]}'],
  ['```json\n', '[1,', '\n```'],
  ['```json\n', '{"a":', ''],
  ["{'Supported Side': '", "it's ", "'}"],
  ['["', 'A', '"]'],
  ['x', ' ', 'y'],
  ['x', '\n', 'y'],
  ['1', '0', 'e5'],
  ['(', '1, ', ')'],
  ['<<', '1+', '1=2>>2'],
  ['my answer was 5, ', 'and ', 'but I get 18'],
  ['a', '! ', '?'],
  ['A)', '_', '\u2028x\u2028x'],
];

const nested: readonly (readonly [open: string, inside: string, close: string])[] = [
  ['[', '', ']'],
  ['[', '1', ']'],
  ['(', '1', ')'],
  ['{', '1', '}'],
  ['{"a":', '1', '}'],
  ['[{"answer":', '"A"', '}]'],
  ["{'a': ", '1', '}'],
  ['\\frac{', '1', '}{2}'],
  ['\\sqrt{', '2', '}'],
  ['1\\frac{', '1', '}{x}'],
  ['x^{', '2', '}'],
  ['\\boxed{', '1', '}'],
  ['\\text{', 'a', '}'],
  ['<b>', 'a', '</b>'],
  ['"', 'a', '"'],
];

const fill = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));

export const patterns: readonly Pattern[] = [
  ...[...printable, ...unprintable].map((piece): Pattern => [
    JSON.stringify(piece),
    (size) => fill(piece, size),
  ]),
  ...framed.map(([begin, piece, end]): Pattern => [
    JSON.stringify([begin, piece, end]),
    (size) => begin + fill(piece, size) + end,
  ]),
  ...nested.map(([open, inside, close]): Pattern => [
    `${JSON.stringify(open + inside + close)} nested`,
    (size) => {
      const depth = size / 2;
      return open.repeat(depth) + inside + close.repeat(depth);
    },
  ]),
];

/** Characters of the texts that are compared: as steps know no chance, short texts tell as much as long ones. */
const small = 400;
const longer = 5;
/**
 * Where steps grow with the text's length they grow fivefold, and six- or sevenfold where something is sorted; where they
 * grow with its square, twenty-fivefold.
 */
const most = 10;
/** Among many patterns together, where one that grows with its square hides among others that do not. */
const suspicious = 7;
/** So many steps for each character of one text are noticed by nobody, whatever they are a multiple of. */
const unnoticed = 10;
/** Patterns that are read together at first, as taking the counts takes longer than reading. */
const together = 150;
/** The length at which a text may take the whole stack: a shorter one has its share of it, but a tenth at least. */
const wholeStack = 20_000;
/** Who reads of faults wants to see so many. */
const enough = 5;

/** What is done with a text. */
export interface Reader {
  readonly read: (text: string) => unknown;
  /** Whether an error is one that the reader's docstring names. */
  readonly isNamed: (error: unknown) => boolean;
}

/**
 * The patterns on which a reader takes more steps than the text's length explains, or throws what is no error of its own.
 */
export function hostileTo(reader: Reader, all: readonly Pattern[] = patterns): string[] {
  const faults: string[] = [];
  for (let first = 0; first < all.length; first += together)
    addFaults(faults, reader, all.slice(first, first + together));
  return faults;
}

/** Halves what is suspicious until single patterns are left, which are judged by longer texts. */
function addFaults(faults: string[], reader: Reader, group: readonly Pattern[]): void {
  if (faults.length >= enough) return;
  // Of another length each time, as a reader may remember what it has read.
  const { thrown, grown } = compared(reader, group, small + group.length, suspicious);
  if (thrown.length === 0 && grown.length === 0) return;
  if (group.length > 1) {
    const half = Math.ceil(group.length / 2);
    addFaults(faults, reader, group.slice(0, half));
    addFaults(faults, reader, group.slice(half));
    return;
  }
  const sure = grown.length > 0 ? compared(reader, group, longer * small, most).grown : [];
  faults.push(...[...thrown, ...sure].map((fault) => `${group[0]?.[0]} ${fault}`));
}

/** What is wrong with a reader of texts of a length and of texts `longer` times as long. */
function compared(
  { read, isNamed }: Reader,
  group: readonly Pattern[],
  length: number,
  bound: number,
): { readonly thrown: readonly string[]; readonly grown: readonly string[] } {
  const thrown: string[] = [];
  const stepsAt = (size: number): Steps => {
    const texts = group.map(([, text]) => text(size));
    const readAll = (): void => {
      for (const text of texts)
        try {
          read(text);
        } catch (error) {
          if (!isNamed(error)) thrown.push(`throws ${String(error).slice(0, 100)} at ${size} characters`);
        }
    };
    return countSteps(() => withLittleStack(Math.max(0.1, size / wholeStack), readAll));
  };
  const before = stepsAt(length);
  const long = longer * length;
  const grown: string[] = [];
  for (const [name, steps] of stepsAt(long)) {
    const earlier = before.get(name) ?? 0;
    if (steps === Infinity || steps > Math.max(bound * earlier, unnoticed * long))
      grown.push(`takes ${steps} steps at ${long} characters, after ${earlier} at ${length}: ${name}`);
  }
  return { thrown, grown };
}
