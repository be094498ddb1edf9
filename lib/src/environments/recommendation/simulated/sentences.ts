import type { Random } from '../../../random';
import type { OwnTable } from './own-table';

/* Sentences that simulated agents write and do not read: colour, as in any conversation. */

export const greetings = [
  (agent: string) => `Hello, ${agent} here.`,
  (agent: string) => `This is ${agent}.`,
  (agent: string) => `${agent} joining in.`,
];

export const emptyTables = [
  'There is not a single rating in my table, so I depend on what you can tell.',
  'My data holds no ratings at all for this case.',
];

export const openRequests = [
  'Is there anything else in your data that speaks for a higher or a lower rating?',
  'Could you both look for details that do not fit the picture so far?',
  'What else would you take into account before we decide?',
  'Which of these numbers do you trust the most?',
];

export const candidateViews = {
  near: [
    (rating: string, own: string) => `In my view ${rating} stars are about right, since I come to ${own}.`,
    (rating: string, own: string) => `The proposed ${rating} seems sound to me; my estimate is near ${own}.`,
  ],
  above: [
    (rating: string, own: string) => `To me ${rating} stars look a bit high, as my numbers point to ${own}.`,
    (rating: string, own: string) => `I think ${rating} is too optimistic; I would expect ${own}.`,
  ],
  below: [
    (rating: string, own: string) => `To me ${rating} stars look a bit low, as my numbers point to ${own}.`,
    (rating: string, own: string) => `I think ${rating} is too strict; I would expect ${own}.`,
  ],
} as const;

export const evidenceViews = {
  strong: [
    (value: string, count: number, from: string) =>
      `The figure of ${value} from ${from} is convincing, as ${count} ratings stand behind it.`,
    (value: string, count: number, from: string) =>
      `I find it helpful that ${from} can base ${value} on ${count} ratings.`,
  ],
  weak: [
    (value: string, count: number, from: string) =>
      `The figure of ${value} from ${from} is shaky, with no more than ${count} ratings behind it.`,
    (value: string, count: number, from: string) =>
      `I would not read too much into the ${value} of ${from}, given only ${count} ratings.`,
  ],
} as const;

export const declines = [
  (rating: string) => `I cannot go along with ${rating} stars; too much in the data speaks against it.`,
  (rating: string) => `I disagree with a prediction of ${rating}.`,
];

export const summaryOpenings = [
  'To sum up, we have ',
  'Let me summarize where we are: ',
  'So far we have collected ',
  'In short, the evidence is ',
];

/** One row of the speaker's own table, told as an example; null where there is none. */
export function detail(table: OwnTable, random: Random): string | null {
  if (table.name === 'basicInfo') return basicDetail(table, random);
  if (table.rows.length === 0) return null;
  if (table.name === 'userHistory') {
    const { movie_title: title, rating, genre } = random.pick(table.rows);
    return random.pick([
      `For example, the user gave ${rating} to "${title}".`,
      `One entry that may help: "${title}" (${genre.join(', ')}) got ${rating} stars.`,
      `Among others I find "${title}" with a rating of ${rating} by our user.`,
    ]);
  }
  const { user_id: user, personal_average_score: usual, rating, occupation, age } = random.pick(table.rows);
  return random.pick([
    `For example, user ${user} gave it ${rating}, with a personal average of ${usual}.`,
    `One viewer, ${age} years old and by occupation ${occupation}, rated it ${rating}.`,
    `User ${user}, who usually gives ${usual}, went for ${rating} here.`,
  ]);
}

function basicDetail(
  { basicInfo: { movie, user } }: OwnTable & { name: 'basicInfo' },
  random: Random,
): string {
  const year = movie.release_date === null ? null : String(movie.release_date).slice(0, 4);
  return random.pick([
    year === null ? 'The release date of the movie is not known.' : `The movie was released in ${year}.`,
    `Our user lives in ${user.state}.`,
    `Keep in mind that the user is ${user.age} years old.`,
    `Somebody who works as ${user.occupation} may look for something particular in a movie.`,
  ]);
}
