import type { FactName } from './facts';
import { phrases, type Phrase } from './phrase';

/*
 * The sentences that simulated agents both write and understand. No two of them can be mistaken for each other:
 * a test reads every one with all the others.
 */

/** A number from the speaker's own table. */
export const statements: Readonly<Record<FactName, readonly Phrase[]>> = {
  userMean: phrases(
    'Over the {count} ratings I can see, this user gives {value} on average.',
    'The target user averages {value} across {count} rated movies.',
    'My table holds {count} ratings by this user, and their mean is {value}.',
    'Going through all {count} movies that the user has rated, I arrive at a mean of {value}.',
  ),
  genreMean: phrases(
    'For the {count} movies that share a genre with our target, the user averages {value}.',
    'Movies of these genres get {value} from this user, judging by {count} of them.',
    'Among {count} titles of comparable genres, the mean rating by our user is {value}.',
  ),
  movieMean: phrases(
    'Across {count} viewers in my data, the movie averages {value}.',
    'The target movie has {count} ratings, with a mean of {value}.',
    'My {count} rows for this movie come out at {value} on average.',
  ),
  lift: phrases(
    'Against their personal averages, these {count} viewers move by {value} for this movie, when similar users count most.',
    'Compared with what they usually give, {count} viewers shift by {value} here, weighted by how similar they are to our user.',
    'Relative to their own habits, similar users differ by {value} on this movie ({count} ratings).',
  ),
  peerMean: phrases(
    'Viewers of the same gender and similar age, {count} of them, give it {value}.',
    'Restricting my rows to {count} people close to our user in age and gender, I find {value}.',
  ),
  firstGuess: phrases(
    'From genre and profile alone I would expect about {value}.',
    'Knowing none of the ratings, my first guess from the basic information is {value}.',
    'The basic facts by themselves point to roughly {value}.',
  ),
};

export const movieStatements = phrases(
  'The target movie is listed under {genres}.',
  'Its genres are {genres}.',
  'By genre, the movie counts as {genres}.',
);

export const personStatements = phrases(
  'Our user is {age} years old, {gender}, and works as {occupation}.',
  "The user's profile says: age {age}, gender {gender}, occupation {occupation}.",
  'We predict for somebody aged {age}, {gender}, with the occupation {occupation}.',
);

/** What one can ask for: a number, or what the basic information says of movie and user. */
export type Topic = FactName | 'movie' | 'person';

export const requests: Readonly<Record<Topic, readonly Phrase[]>> = {
  userMean: phrases(
    '{name}, how does this user rate in general?',
    '{name}, what is the usual rating level of our user?',
    'Could you tell us how generous the user is with stars, {name}?',
  ),
  genreMean: phrases(
    '{name}, how does the user rate movies of the same genres?',
    '{name}, could you look up what the user gave to movies like this one?',
    'Does the user like this kind of movie, {name}?',
  ),
  movieMean: phrases(
    '{name}, what do other people think of this movie?',
    '{name}, could you tell us the average rating of the target movie?',
    'How well was the movie received by others, {name}?',
  ),
  lift: phrases(
    '{name}, do similar users rate it above or below what they usually give?',
    '{name}, how does the movie compare with the personal averages of its viewers?',
  ),
  peerMean: phrases(
    '{name}, what rating do people with a similar profile give?',
    '{name}, is there a pattern among viewers of the same age and gender?',
  ),
  firstGuess: phrases(
    '{name}, what would you expect from the basic information alone?',
    '{name}, does anything in the profile speak for a high or a low rating?',
  ),
  movie: phrases(
    '{name}, which genres does the target movie belong to?',
    'What kind of movie is it, {name}?',
  ),
  person: phrases(
    '{name}, who is our user: age, gender, occupation?',
    'Could you describe the target user, {name}?',
  ),
};

export const confirmations: Readonly<Record<FactName, readonly Phrase[]>> = {
  userMean: phrases(
    "{name}, can you confirm that the user's mean is {value}?",
    '{name}, did I understand correctly that the user gives {value} as a rule?',
  ),
  genreMean: phrases(
    '{name}, can you verify the {value} that you gave for movies of these genres?',
    '{name}, is it right that comparable movies get {value} from the user?',
  ),
  movieMean: phrases(
    "{name}, can you confirm the movie's average of {value}?",
    '{name}, is {value} really what the viewers give on the whole?',
  ),
  lift: phrases(
    '{name}, can you double-check that viewers deviate by {value} from their averages?',
    '{name}, just to be sure: the difference from their usual ratings is {value}, correct?',
  ),
  peerMean: phrases('{name}, can you confirm the {value} among people of the same age and gender?'),
  firstGuess: phrases('{name}, is {value} still what you would expect from the profile?'),
};

/** A part of a summary: what somebody else said before. */
export const recaps: Readonly<Record<FactName, readonly Phrase[]>> = {
  userMean: phrases("the user's overall mean of {value}", 'a typical rating of {value} by this user'),
  genreMean: phrases('{value} for movies of these genres', 'a genre average of {value}'),
  movieMean: phrases('a movie average of {value}', 'the {value} that viewers give overall'),
  lift: phrases('a deviation of {value} among similar viewers', 'a shift by similar users of {value}'),
  peerMean: phrases('{value} among people of like age and gender', 'a peer average of {value}'),
  firstGuess: phrases('a first guess of {value} from the profile', 'the {value} expected from the basics'),
};

/** Sentences that say which rating their writer wants. */
export const ratingStatements = {
  Propose: phrases(
    'I suggest that we predict {value}.',
    'Let me put a solution on the table: a rating of {value}.',
    'How about {value} as our joint answer?',
    'Putting the pieces together, I propose a rating of {value}.',
  ),
  Compromise: phrases(
    'As a middle way between your views I could offer {value}.',
    'To bring our views together, we might settle on {value}.',
  ),
  Defend: phrases(
    'I still stand by my rating of {value}, because it fits what I see in my data.',
    'After weighing what was said, I keep to my {value}.',
  ),
  Accept: phrases(
    'I agree with a rating of {value}.',
    'A rating of {value} is fine with me, and I will support it.',
    'You have convinced me of {value}.',
  ),
} as const;
