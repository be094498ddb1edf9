/*
 * What the engine's own methods cost that take longer, the longer a text or a list is: the characters and items that they
 * look at or make.
 */

/** What a call costs: by its text or list, its arguments and its result. */
export type Cost = (self: ArrayLike<unknown>, all: readonly unknown[], got: unknown) => number;

const one: Cost = () => 1;
const whole: Cost = ({ length }) => length;
const made: Cost = (_, __, got) => lengthOf(got);
const given: Cost = (_, all) => lengthOf(all[0]);
/** Segmenting takes more than linear time. */
const squared: Cost = (_, all) => lengthOf(all[0]) ** 2;
const wholeForText: Cost = ({ length }, all) => (typeof all[0] === 'string' ? length : 0);
const cutOff: Cost = ({ length }, _, got) => 1 + length - lengthOf(got);
/** From the place where a search begins to the place where it ends. */
const searched: Cost = (self, all) => {
  const find = typeof self === 'string' ? indexInText : indexInList;
  const at = Reflect.apply(find, self, all) as number;
  return Math.max(0, (at < 0 ? self.length : at + 1) - Number(all[1] ?? 0));
};
const searchedBack: Cost = ({ length }, all, got) => Math.min(length, Number(all[1] ?? length)) - Number(got);
const indexInText = String.prototype.indexOf;
const indexInList = Array.prototype.indexOf;

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 1;

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

export const costs: readonly (readonly [
  name: string,
  owner: object,
  methods: Readonly<Record<string, Cost>>,
])[] = [
  [
    'String',
    String.prototype,
    {
      indexOf: searched,
      includes: searched,
      lastIndexOf: searchedBack,
      localeCompare: whole,
      normalize: whole,
      padEnd: made,
      padStart: made,
      repeat: made,
      replace: wholeForText,
      replaceAll: wholeForText,
      split: wholeForText,
      toLowerCase: whole,
      toUpperCase: whole,
      trim: cutOff,
      trimEnd: cutOff,
      trimStart: cutOff,
    },
  ],
  [
    'Array',
    Array.prototype,
    {
      concat: made,
      fill: whole,
      filter: whole,
      flat: made,
      includes: searched,
      indexOf: searched,
      join: made,
      lastIndexOf: searchedBack,
      map: whole,
      reverse: whole,
      shift: whole,
      slice: made,
      sort: whole,
      splice: whole,
      toReversed: whole,
      toSorted: whole,
      toSpliced: whole,
      unshift: whole,
    },
  ],
  ['Object', Object, { entries: made, keys: made, values: made }],
  ['JSON', JSON, { parse: given, stringify: made }],
  ['Buffer', Buffer, { from: given }],
  ['Segmenter', Intl.Segmenter.prototype, { segment: squared }],
  ['Array iterator', prototypeOf([].values()), { next: one }],
  ['String iterator', prototypeOf(''[Symbol.iterator]()), { next: one }],
  ['Map iterator', prototypeOf(new Map().values()), { next: one }],
  ['Set iterator', prototypeOf(new Set().values()), { next: one }],
];
