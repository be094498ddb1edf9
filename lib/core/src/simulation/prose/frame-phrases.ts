/** How a debater's view relates to what it read. */
export type Stance = 'alone' | 'agree' | 'differ' | 'change';

/** First sentences. `others` names the agents whose views were read ("Agent 2 and Agent 5"). */
export const openings: Readonly<Record<Stance, readonly ((others: string) => string)[]>> = {
  alone: [
    () => 'Let me go through this one piece at a time.',
    () => 'I will set out what is known first and then work towards the result.',
    () => 'The question looks longer than it is.',
    () => 'Here is how I would approach it.',
    () => 'We can solve this directly from what is stated.',
    () => 'To find the solution, it is best to keep the parts separate.',
    () => 'This takes a few short steps.',
  ],
  agree: [
    (others) => `Having read ${others}, I find my own result confirmed.`,
    (others) => `I come out where ${others} came out, and these are my reasons.`,
    (others) => `What ${others} wrote matches my reasoning on every point that matters.`,
    (others) => `My solution and that of ${others} support each other.`,
    (others) => `After another look I share the view of ${others}.`,
    (others) => `There is no conflict with ${others}, so I only restate the argument.`,
  ],
  differ: [
    (others) => `I have read ${others} and still see it differently.`,
    (others) => `The solution of ${others} does not convince me, for a step in it goes wrong.`,
    (others) => `I checked the objections of ${others} and keep my result.`,
    (others) => `On this I cannot follow ${others}; let me explain where we part.`,
    (others) => `Not all of what ${others} say can be right, and I see the weak point elsewhere.`,
    (others) => `With respect to ${others}, the reasoning there passes over something.`,
  ],
  change: [
    (others) => `Looking at ${others} again, I see that I made a mistake before.`,
    (others) => `I withdraw my earlier result after reading ${others}.`,
    (others) => `The point raised by ${others} is a good one, and it changes my conclusion.`,
    (others) => `My first attempt overlooked something that ${others} brought up.`,
    (others) => `I was wrong in one step, as the comparison with ${others} shows.`,
    (others) => `Going through it anew with ${others} in mind, I end up somewhere else.`,
  ],
};

/** Last sentences, up to the stated answer and the full stop. */
export const closings: readonly string[] = [
  'So the final answer is',
  'Therefore my answer is',
  'Putting it all together, the answer is',
  'This brings me to the answer',
  'In sum, I answer',
  'My final answer is',
  'Hence the answer must be',
  'For these reasons I settle on',
  'Altogether that gives',
  'I am confident in',
];

/** The text before a stated answer that is its own sentence. */
export const closingsBeforeSentence: readonly string[] = [
  'That settles it for me.',
  'So much for the steps.',
  'This is my conclusion.',
  'Everything considered, I decide as follows.',
];

/** Ways to connect steps; an agent always uses the same one. Empty: no connective. */
export const connectives: readonly (readonly string[])[] = [
  ['first', '', 'then', 'next', '', 'after that', '', 'also', 'finally', ''],
  ['to begin with', 'from there', '', 'moreover', '', 'as a consequence', 'in turn', '', 'besides', ''],
  ['', '', 'now', '', 'and so', '', 'again', '', 'well', ''],
  [
    'on the one hand',
    'on the other hand',
    '',
    'furthermore',
    'accordingly',
    '',
    'in particular',
    '',
    'lastly',
    '',
  ],
];
