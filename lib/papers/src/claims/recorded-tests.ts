import type { NotTested, TestFound } from './evaluate';

/** What recorded evidence says of a paper's claims, by the claim's name. */
export type RecordedTests = Readonly<Record<string, TestFound | NotTested>>;
