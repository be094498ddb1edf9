import { describe, expect, it } from 'vitest';
import { recommendationExamples } from './examples';
import { generateRatings } from './generate';
import { readRating, showRating } from './rating';
import { recommendation } from './recommendation';
import { smallCase } from './testing/small-case';
import type { RecommendationInstance } from './types';

const environment = recommendation({ examples: [smallCase], dataName: 'by hand' });

/** Everything that any agent is told. */
const prompts = (instance: RecommendationInstance): string[] => {
  const { text, schema } = environment.proposalFormat(instance);
  const backgrounds = environment.agents(instance).map(({ name, background }) => `${name}\n${background}`);
  return [environment.task(instance), text, JSON.stringify(schema()), ...backgrounds];
};

describe('recommendation', () => {
  it('known: three agents in the order of Figure 18, each with its own table and no other', () => {
    const [basic, movie, user] = environment.agents(smallCase);
    expect([basic?.name, movie?.name, user?.name]).toEqual([
      'BasicInfo Agent',
      'MovieHistory Agent',
      'UserHistory Agent',
    ]);
    expect(basic?.background).toContain('231 | Quiet Harbour | 19940304 | Drama, War');
    expect(basic?.background).toContain('7 | 29 | F | artist | NY');
    expect(movie?.background).toContain('12 | 0.5 | 4 | 27 | F | other | DC | 19971209 | 3');
    expect(user?.background).toContain('24 | Fast Road | Action | unknown | 2 | 19980331');
    const own = [/29 \| F/, /0\.9 \| 4 \| 43/, /Fast Road/];
    [basic, movie, user].forEach((brief, agent) =>
      own.forEach((pattern, table) => expect(pattern.test(brief?.background ?? '')).toBe(agent === table)),
    );
  });

  it('known: everybody is told who has which columns, and the title', () => {
    const task = environment.task(smallCase);
    for (const words of [
      '"Quiet Harbour"',
      'user_pref_similarity',
      'rated_date',
      'occupation',
      '1 to 5 stars',
    ])
      expect(task).toContain(words);
    expect(task).not.toMatch(/231|29|NY|\bWar\b/);
  });

  it('law: no rating to predict changes any prompt', () => {
    const told = prompts(smallCase);
    for (const rating of [1, 2, 3, 4, 5]) expect(prompts({ ...smallCase, rating })).toEqual(told);
    // The text does change with what agents may see, so the law above can fail.
    const movie = { ...smallCase.basicInfo.movie, movie_title: 'Other' };
    expect(prompts({ ...smallCase, basicInfo: { ...smallCase.basicInfo, movie } })).not.toEqual(told);
  });

  it('known: errors in stars and stars squared; null while nothing is decided', () => {
    expect(environment.score(smallCase, { rating: 2 })).toEqual({
      prediction: 2,
      rating: 4,
      absoluteError: 2,
      squaredError: 4,
    });
    expect(environment.score(smallCase, null)).toEqual({
      prediction: null,
      rating: 4,
      absoluteError: null,
      squaredError: null,
    });
  });

  it('known: a table without rows says so', () => {
    const empty = { ...smallCase, userHistory: [], movieHistory: [] };
    expect(environment.agents(empty)[1]?.background).toContain('(The table has no rows.)');
  });

  it('law: other examples are another environment on record', () => {
    const settings = (changes: object) =>
      JSON.stringify(recommendation({ examples: [smallCase], ...changes }).settings);
    const all = [
      {},
      { dataName: 'other' },
      { examples: [{ ...smallCase, rating: 3 }] },
      { examples: [smallCase, smallCase] },
    ].map(settings);
    expect(new Set(all).size).toBe(all.length);
    expect(settings({})).toBe(all[0]);
    expect(JSON.parse(settings({}))).toMatchObject({ data: 'unnamed', examples: 1 });
  });

  it('law: an instance is plain JSON and a copy of its own', async () => {
    const instance = environment.instance(0);
    expect(instance).toEqual(smallCase);
    expect(instance).not.toBe(environment.instance(0));
    expect(JSON.parse(JSON.stringify(instance))).toEqual(instance);
  });

  it.each<[string, object, RegExp]>([
    ['no examples', { examples: [] }, /a list of at least 1 examples as examples, got an empty list/],
    [
      'a rating off the scale',
      { examples: [{ ...smallCase, rating: 6 }] },
      /from 1 to 5 as examples.0.rating, got 6/,
    ],
    [
      'a user history with the answer',
      {
        examples: [
          smallCase,
          { ...smallCase, userHistory: [{ ...smallCase.userHistory[0], movie_id: 231 }] },
        ],
      },
      /without the target movie in example 1, got a row of movie 231/,
    ],
    [
      'a movie history with the answer',
      { examples: [{ ...smallCase, movieHistory: [{ ...smallCase.movieHistory[0], user_id: 7 }] }] },
      /without the target user in example 0, got a row of user 7/,
    ],
  ])('contract: %s makes no task', (_what, changes, message) => {
    const make = () => recommendation({ examples: [smallCase], ...changes });
    expect(make).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(make).toThrow(message);
  });

  it('known: without settings it is about the generated films, the same each time', () => {
    const made = recommendation();
    expect(made.settings).toMatchObject({ data: 'generated', examples: 100 });
    expect(recommendation({}).settings).toEqual(made.settings);
    const given = { examples: recommendationExamples(generateRatings()), dataName: 'generated' };
    expect(recommendation(given).settings).toEqual(made.settings);
    Object.assign(made.instance(0).basicInfo.movie, { movie_title: 'changed' });
    expect(recommendation().instance(0)).toEqual(given.examples[0]);
    expect(recommendation({ examples: given.examples }).settings).toMatchObject({ data: 'unnamed' });
  });

  it('contract: more collaborations than examples is an error that says how many there are', () => {
    expect(() => environment.instance(1)).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => environment.instance(1)).toThrow('has 1 examples, and none for collaboration 1');
  });
});

describe('readRating', () => {
  it.each<[unknown, number]>([
    [{ rating: 4 }, 4],
    [{ rating: 4.0, why: 'it fits' }, 4],
    [{ rating: '4' }, 4],
    [{ rating: ' 4.0 ' }, 4],
    [4, 4],
    ['5', 5],
    [1, 1],
  ])('known: %j is read as %d', (value, rating) => {
    expect(readRating(value)).toEqual({ ok: true, value: { rating } });
  });

  it.each<[unknown, string]>([
    [{ rating: 0 }, '"rating" must lie between 1 and 5, and 0 does not'],
    [{ rating: 6 }, 'and 6 does not'],
    [{ rating: -4 }, 'and -4 does not'],
    [{ rating: 'four' }, 'must be a number from 1 to 5, not "four"'],
    [{ rating: '4 stars' }, 'not "4 stars"'],
    [{ rating: '' }, 'not ""'],
    [{ rating: NaN }, 'not NaN'],
    [{ rating: Infinity }, 'not Infinity'],
    [{ rating: null }, 'not null'],
    [null, 'not null'],
    [[4], 'not [4]'],
    [true, 'not true'],
    [{}, 'must have the field "rating", as in {"rating": <number>}; {} has none'],
    [{ rating: 3.5 }, 'must be a whole number of stars, and 3.5 is not'],
    [{ rating: 'x'.repeat(500) }, '...'],
  ])('contract: %j is turned away, with what is wrong', (value, words) => {
    const reading = readRating(value);
    expect(reading.ok).toBe(false);
    if (reading.ok) return;
    expect(reading.reason).toContain(words);
    expect(reading.reason.length).toBeLessThan(160);
  });

  it('known: people see stars', () => {
    expect([showRating({ rating: 4 }), showRating({ rating: 1 })]).toEqual(['4 stars', '1 star']);
  });
});
