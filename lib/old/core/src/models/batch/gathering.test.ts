import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gathering } from './gathering';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const patience = { quietMs: 10, busyMs: 1000 };

describe('gathering calls', () => {
  it('known: they are sent together when as many collaborations wait as there are parts that ask', () => {
    const sent: string[][] = [];
    const gathering = new Gathering<string>(patience, (calls) => sent.push(calls));
    const leave = [gathering.join(), gathering.join(), gathering.join()];
    gathering.enter(0);
    gathering.add('a');
    gathering.enter(0);
    gathering.add('b');
    gathering.enter(1);
    gathering.add('c');
    vi.advanceTimersByTime(500);
    expect(sent).toEqual([]);
    // The third part has nothing left to play.
    leave[2]!();
    leave[2]!();
    vi.advanceTimersByTime(9);
    gathering.enter(1);
    gathering.add('d');
    vi.advanceTimersByTime(9);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('known: a collaboration that waits for an earlier batch counts as waiting; one that does something else is waited for', () => {
    const sent: string[][] = [];
    const gathering = new Gathering<string>(patience, (calls) => sent.push(calls));
    gathering.join();
    gathering.join();
    const answered = gathering.enter(0);
    gathering.add('a');
    gathering.enter(1);
    gathering.add('b');
    vi.advanceTimersByTime(10);
    answered();
    gathering.enter(0);
    gathering.add('c');
    vi.advanceTimersByTime(10);
    expect(sent).toEqual([['a', 'b'], ['c']]);
    answered();
    const next = gathering.enter(0);
    gathering.add('d');
    next();
    gathering.add('e');
    vi.advanceTimersByTime(10);
    expect(sent).toHaveLength(3);
  });

  it('contract: it waits for a busy collaboration only so long, and not at all once closed', () => {
    const sent: string[][] = [];
    const gathering = new Gathering<string>(patience, (calls) => sent.push(calls));
    gathering.join();
    gathering.join();
    gathering.enter(0);
    gathering.add('a');
    vi.advanceTimersByTime(999);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([['a']]);
    gathering.add('b');
    gathering.close();
    vi.advanceTimersByTime(10_000);
    expect(sent).toEqual([['a']]);
  });
});
