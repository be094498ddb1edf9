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

/** What makes a reader look closer, what it then meets many times, and what stands behind it. */
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

const sizes = [800, 4_000, 20_000] as const;
/** The first reading loads what there is to load, and is not timed. */
const untimed = 100;
/** Milliseconds that nobody notices, whatever they are a multiple of. */
const unnoticed = 30;
/** Five times the text may take so many times as long: a square would take twenty-five times. */
const most = 12;

/**
 * The patterns on which a reader takes more time than their length explains, or throws what is no error of its own.
 * @param isNamed - whether an error is one that the reader's docstring names
 */
export function hostileTo(
  read: (text: string) => unknown,
  isNamed: (error: unknown) => boolean,
  enough = 5,
): string[] {
  const faults: string[] = [];
  for (const [name, text] of patterns) {
    const fault = faultWith(read, isNamed, text);
    if (fault !== null) faults.push(`${name} ${fault}`);
    if (faults.length === enough) return faults;
  }
  return faults;
}

function faultWith(
  read: (text: string) => unknown,
  isNamed: (error: unknown) => boolean,
  text: Pattern[1],
): string | null {
  let before = 0;
  for (const size of [untimed, ...sizes]) {
    const bound = Math.max(unnoticed, most * before);
    try {
      const taken = least(() => time(() => read(text(size))), bound);
      if (taken > bound && size !== untimed)
        return `takes ${taken.toFixed()} ms at ${size} characters, after ${before.toFixed(1)}`;
      before = taken;
    } catch (error) {
      if (!isNamed(error)) return `throws ${String(error).slice(0, 100)} at ${size} characters`;
    }
  }
  return null;
}

/** The least of up to three measurements, as other work on the machine only adds to them; hopeless ones are not repeated. */
function least(measure: () => number, enough: number): number {
  let found = measure();
  for (let again = 0; again < 2 && found > enough && found < 3 * enough; again++)
    found = Math.min(found, measure());
  return found;
}

/** Processor time, which other work on the machine hardly changes. */
function time(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
