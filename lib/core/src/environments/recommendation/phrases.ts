import type { Phrases } from '../simulated-agent';

/**
 * What simulated members of the recommendation system say, and how they say it. Numbers, genres, requests and ratings are
 * read back; the rest is colour, as in any conversation. No two sentences can be mistaken for each other (a test reads
 * each with all the others).
 */
export const phrases = {
  Inform: {
    greeting: ['Hello, {agent} here.', 'This is {agent}.', '{agent} joining in.'],
    userMean: [
      'Over the {#count} ratings I can see, this user gives {#value} on average.',
      'The target user averages {#value} across {#count} rated movies.',
      'My table holds {#count} ratings by this user, and their mean is {#value}.',
      'Going through all {#count} movies that the user has rated, I arrive at a mean of {#value}.',
    ],
    genreMean: [
      'For the {#count} movies that share a genre with our target, the user averages {#value}.',
      'Movies of these genres get {#value} from this user, judging by {#count} of them.',
      'Among {#count} titles of comparable genres, the mean rating by our user is {#value}.',
    ],
    movieMean: [
      'Across {#count} viewers in my data, the movie averages {#value}.',
      'The target movie has {#count} ratings, with a mean of {#value}.',
      'My {#count} rows for this movie come out at {#value} on average.',
    ],
    lift: [
      'Against their personal averages, these {#count} viewers move by {#value} for this movie, when similar users count most.',
      'Compared with what they usually give, {#count} viewers shift by {#value} here, weighted by how similar they are to our user.',
      'Relative to their own habits, similar users differ by {#value} on this movie ({#count} ratings).',
    ],
    firstGuess: [
      'From genre and profile alone I would expect about {#value}.',
      'Knowing none of the ratings, my first guess from the basic information is {#value}.',
      'The basic facts by themselves point to roughly {#value}.',
    ],
    genres: [
      'The target movie is listed under {genres}.',
      'Its genres are {genres}.',
      'By genre, the movie counts as {genres}.',
    ],
    basics: [
      'Our user is {age} years old, lives in {state}, and works as {occupation}.',
      'Keep in mind that the user is {age} years old.',
      'Somebody who works as {occupation} may look for something particular in a movie.',
    ],
    rated: [
      'For example, the user gave {rating} to "{title}".',
      'One entry that may help: "{title}" ({genre}) got {rating} stars.',
      'Among others I find "{title}" with a rating of {rating} by our user.',
    ],
    viewer: [
      'For example, user {user} gave it {rating}, with a personal average of {usual}.',
      'One viewer, {age} years old and by occupation {occupation}, rated it {rating}.',
      'User {user}, who usually gives {usual}, went for {rating} here.',
    ],
    nothing: [
      'There is not a single rating in my table, so I depend on what you can tell.',
      'My data holds no ratings at all for this case.',
    ],
  },
  Request: {
    userMean: [
      '{name}, how does this user rate in general?',
      '{name}, what is the usual rating level of our user?',
      'Could you tell us how generous the user is with stars, {name}?',
    ],
    genreMean: [
      '{name}, how does the user rate movies of the same genres?',
      '{name}, could you look up what the user gave to movies like this one?',
      'Does the user like this kind of movie, {name}?',
    ],
    movieMean: [
      '{name}, what do other people think of this movie?',
      '{name}, could you tell us the average rating of the target movie?',
      'How well was the movie received by others, {name}?',
    ],
    lift: [
      '{name}, do similar users rate it above or below what they usually give?',
      '{name}, how does the movie compare with the personal averages of its viewers?',
    ],
    firstGuess: [
      '{name}, what would you expect from the basic information alone?',
      '{name}, does anything in the profile speak for a high or a low rating?',
    ],
    genres: ['{name}, which genres does the target movie belong to?', 'What kind of movie is it, {name}?'],
    open: [
      'Is there anything else in your data that speaks for a higher or a lower rating?',
      'Could you both look for details that do not fit the picture so far?',
      'What else would you take into account before we decide?',
      'Which of these numbers do you trust the most?',
    ],
  },
  Confirm: {
    userMean: [
      "{name}, can you confirm that the user's mean is {#value}?",
      '{name}, did I understand correctly that the user gives {#value} as a rule?',
    ],
    genreMean: [
      '{name}, can you verify the {#value} that you gave for movies of these genres?',
      '{name}, is it right that comparable movies get {#value} from the user?',
    ],
    movieMean: [
      "{name}, can you confirm the movie's average of {#value}?",
      '{name}, is {#value} really what the viewers give on the whole?',
    ],
    lift: [
      '{name}, can you double-check that viewers deviate by {#value} from their averages?',
      '{name}, just to be sure: the difference from their usual ratings is {#value}, correct?',
    ],
    firstGuess: ['{name}, is {#value} still what you would expect from the profile?'],
  },
  Summarize: {
    userMean: [
      "To sum up, we have the user's overall mean of {#value}.",
      'Let me summarize: a typical rating of {#value} by this user.',
    ],
    genreMean: [
      'So far we have collected {#value} for movies of these genres.',
      'In short, there is a genre average of {#value}.',
    ],
    movieMean: [
      'So far we know of a movie average of {#value}.',
      'To sum up, there is the {#value} that viewers give overall.',
    ],
    lift: [
      'In short, there is a deviation of {#value} among similar viewers.',
      'So far we have collected a shift by similar users of {#value}.',
    ],
    firstGuess: [
      'To sum up, we began with a first guess of {#value} from the profile.',
      'In short, there is also the {#value} expected from the basics.',
    ],
  },
  Evaluate: {
    near: [
      'In my view {rating} stars are about right, since I come to {own}.',
      'The proposed {rating} seems sound to me; my estimate is near {own}.',
    ],
    above: [
      'To me {rating} stars look a bit high, as my numbers point to {own}.',
      'I think {rating} is too optimistic; I would expect {own}.',
    ],
    below: [
      'To me {rating} stars look a bit low, as my numbers point to {own}.',
      'I think {rating} is too strict; I would expect {own}.',
    ],
    strong: [
      'The figure of {value} from {from} is convincing, as {count} ratings stand behind it.',
      'I find it helpful that {from} can base {value} on {count} ratings.',
    ],
    weak: [
      'The figure of {value} from {from} is shaky, with no more than {count} ratings behind it.',
      'I would not read too much into the {value} of {from}, given only {count} ratings.',
    ],
  },
  Propose: {
    rating: [
      'I suggest that we predict {#rating}.',
      'Let me put a solution on the table: a rating of {#rating}.',
      'How about {#rating} as our joint answer?',
      'Putting the pieces together, I propose a rating of {#rating}.',
    ],
  },
  Compromise: {
    rating: [
      'As a middle way between your views I could offer {#rating}.',
      'To bring our views together, we might settle on {#rating}.',
    ],
  },
  Defend: {
    rating: [
      'I still stand by my rating of {#rating}, because it fits what I see in my data.',
      'After weighing what was said, I keep to my {#rating}.',
    ],
  },
  Accept: {
    rating: [
      'I agree with a rating of {#rating}.',
      'A rating of {#rating} is fine with me, and I will support it.',
      'You have convinced me of {#rating}.',
    ],
  },
  Decline: {
    rating: [
      'I cannot go along with {rating} stars; too much in the data speaks against it.',
      'I disagree with a prediction of {rating}.',
    ],
  },
} as const satisfies Phrases;
