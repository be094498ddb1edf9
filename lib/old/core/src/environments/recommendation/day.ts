import type { Random } from 'agora-voting';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day of a time in seconds since 1970, in UTC, as the number yyyymmdd. */
export function dayOf(seconds: number): number {
  const time = new Date(seconds * 1000);
  return time.getUTCFullYear() * 10_000 + (time.getUTCMonth() + 1) * 100 + time.getUTCDate();
}

/** "01-Jan-1995" as the number 19950101; null for anything that is not a day of the calendar. */
export function releaseDay(text: string): number | null {
  const [, day, name, year] = /^(\d{1,2})-(\w{3})-(\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name ?? '');
  if (month < 0) return null;
  const time = new Date(Date.UTC(Number(year), month, Number(day)));
  return time.getUTCMonth() === month && time.getUTCDate() === Number(day)
    ? dayOf(time.getTime() / 1000)
    : null;
}

/** A day of a year, yyyymmdd: the first of January for most, as in MovieLens, where often the year alone is known. */
export function releaseDayOf(year: number, random: Random): number {
  return random.chance(0.6) ? year * 10_000 + 101 : dayOf(Date.UTC(year, 0, 1 + random.below(365)) / 1000);
}
