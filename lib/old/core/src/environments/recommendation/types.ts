/** A rating from 1 to 5 that a user gave a movie; `date` is yyyymmdd, as the tables show it. */
export type Rating = {
  readonly user: number;
  readonly movie: number;
  readonly rating: number;
  readonly date: number;
};

export type MovieUser = {
  readonly id: number;
  readonly age: number;
  readonly gender: string;
  readonly occupation: string;
  /** Two letters, from the zip code; "other" if the zip code is not of the United States. */
  readonly state: string;
};

export type Movie = {
  readonly id: number;
  readonly title: string;
  /** yyyymmdd; null where the data do not say. */
  readonly released: number | null;
  readonly genres: readonly string[];
};

/** A data set in the shape of MovieLens-100k, split into known ratings and held-out targets. */
export interface RatingData {
  /** "MovieLens-100k u1", or "generated". */
  readonly name: string;
  readonly users: ReadonlyMap<number, MovieUser>;
  readonly movies: ReadonlyMap<number, Movie>;
  /** The training ratings (u1.base): agents, similarities and baselines use nothing else. */
  readonly known: readonly Rating[];
  /** The held-out ratings (u1.test): targets. */
  readonly held: readonly Rating[];
}

/** One row of userHistory (Table 4): another movie that the target user rated. */
export type UserHistoryRow = {
  readonly movie_id: number;
  readonly movie_title: string;
  readonly genre: readonly string[];
  readonly release_date: number | null;
  readonly rating: number;
  readonly rated_date: number;
};

/** One row of movieHistory (Table 5): another user's rating of the target movie, most similar users first. */
export type MovieHistoryRow = {
  readonly user_id: number;
  readonly user_pref_similarity: number;
  readonly personal_average_score: number;
  readonly age: number;
  readonly gender: string;
  readonly occupation: string;
  readonly state: string;
  readonly rated_date: number;
  readonly rating: number;
};

/** basicInfo (Table 3): the target movie and the target user. */
export type BasicInfo = {
  readonly movie: {
    readonly movie_id: number;
    readonly movie_title: string;
    readonly release_date: number | null;
    readonly genre: readonly string[];
  };
  readonly user: {
    readonly user_id: number;
    readonly age: number;
    readonly gender: string;
    readonly occupation: string;
    readonly state: string;
  };
};

/** One case, as plain JSON: the three tables, and the rating to predict, which no agent is shown. */
export type RecommendationInstance = {
  readonly basicInfo: BasicInfo;
  readonly userHistory: readonly UserHistoryRow[];
  readonly movieHistory: readonly MovieHistoryRow[];
  /** The user's rating, 1 to 5. For scoring only. */
  readonly rating: number;
};

/** A predicted rating. */
export type RatingProposal = { readonly rating: number };

/** The score of a prediction. Errors are null without a decision. */
export type RatingScore = {
  readonly prediction: number | null;
  readonly rating: number;
  readonly absoluteError: number | null;
  readonly squaredError: number | null;
};
