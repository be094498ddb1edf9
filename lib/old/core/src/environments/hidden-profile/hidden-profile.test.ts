import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { columns, experiment, metrics, models, protocols, voting } from '../../../../agora-lab/src';
import { discharge } from '..';
import { ownCode } from '../../own-code';
import { asking } from '../../simulation/testing/asking';
import { hiddenProfile } from '.';
import written from './cases.json';
import { mentionedIn } from './mentioned';
import type { Fact, HiddenProfileCase, ProfileView } from './types';

const folder = mkdtempSync(join(tmpdir(), 'agora-hidden-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cases: readonly HiddenProfileCase[] = written;
const named = cases.map((one) => [one.id, one] as const);
const allOf = ({ shared, unshared }: HiddenProfileCase): Fact[] => [...shared, ...unshared.flat()];

/** What options weigh by some facts, best first, counted apart from the library. */
function weighed(options: readonly string[], facts: readonly Fact[]): readonly (readonly [string, number])[] {
  const sums = new Map(options.map((option) => [option, 0]));
  for (const { option, weight } of facts) sums.set(option, (sums.get(option) ?? NaN) + weight);
  return [...sums].sort(([, a], [, b]) => b - a);
}
/** The one option that is ahead of all others; null on a tie. */
function winner(options: readonly string[], facts: readonly Fact[]): string | null {
  const [[best, most], second] = weighed(options, facts) as [[string, number], [string, number]];
  return most > second[1] ? best : null;
}

/** A small case: shared facts favour Ann by 2 to 0; each member knows one fact for Ben and one against Ann. */
const small: HiddenProfileCase = {
  id: 'small',
  task: 'Who keeps the keys?',
  options: ['Ann', 'Ben'],
  answer: 'Ben',
  shared: [
    { text: 'Ann arrives early every morning.', option: 'Ann', weight: 1 },
    { text: 'Ann lives beside the office building.', option: 'Ann', weight: 1 },
  ],
  unshared: [
    [{ text: 'Ben once found three lost wallets.', option: 'Ben', weight: 2 }],
    [{ text: 'Ann forgot her bicycle lock twice.', option: 'Ann', weight: -1 }],
  ],
};

describe('the 24 cases', () => {
  it('known: there are 24 in different settings, of three or four options, for three or four members', () => {
    expect(cases.length).toBe(24);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(24);
    expect(new Set(cases.map(({ task }) => task)).size).toBe(24);
    const sizes = (of: (one: HiddenProfileCase) => number) =>
      [3, 4].map((size) => cases.filter((one) => of(one) === size).length);
    expect(sizes(({ options }) => options.length)).toEqual([20, 4]);
    expect(sizes(({ unshared }) => unshared.length)).toEqual([20, 4]);
  });

  it.each(named)('law: in %s shared facts favour one wrong option', (_, { options, answer, shared }) => {
    expect(winner(options, shared)).not.toBeNull();
    expect(winner(options, shared)).not.toBe(answer);
  });

  it.each(named)('law: in %s all facts together favour the right option alone', (_, one) => {
    expect(winner(one.options, allOf(one))).toBe(one.answer);
  });

  it.each(named)(
    'law: in %s each member alone favours the wrong option',
    (_, { options, shared, unshared }) => {
      for (const own of unshared) expect(winner(options, [...shared, ...own])).toBe(winner(options, shared));
    },
  );

  it.each(named)('law: in %s each fact is a short sentence that names its option, told once', (_, one) => {
    expect(new Set(allOf(one).map(({ text }) => text)).size).toBe(allOf(one).length);
    for (const { text, option, weight } of allOf(one)) {
      expect(one.options).toContain(option);
      expect(text.toLowerCase()).toContain(option.replace(/^M[rs] /, '').toLowerCase());
      expect(text.split(' ').length).toBeLessThanOrEqual(24);
      expect(text).toMatch(/^[A-Z].*[a-z0-9]\.$/);
      expect([-2, -1, 1, 2]).toContain(weight);
    }
  });

  it.each(named)('law: in %s every fact is found where it is told, and no other fact is', (_, one) => {
    const facts = allOf(one);
    for (const fact of facts) {
      expect(mentionedIn(fact.text, one.options, facts)).toEqual([fact]);
      const others = facts.filter((other) => other !== fact);
      expect(mentionedIn(others.map(({ text }) => text).join(' '), one.options, facts)).toEqual(others);
      expect(mentionedIn(one.task, one.options, facts)).toEqual([]);
    }
  });

  it('law: neither the right option nor the misleading one has a usual place', () => {
    const three = cases.filter(({ options }) => options.length === 3);
    for (const chosen of [
      ({ answer }: HiddenProfileCase) => answer,
      ({ options, shared }: HiddenProfileCase) => winner(options, shared)!,
    ])
      for (const place of [0, 1, 2]) {
        const count = three.filter((one) => one.options.indexOf(chosen(one)) === place).length;
        expect(count).toBeGreaterThanOrEqual(6);
        expect(count).toBeLessThanOrEqual(7);
      }
  });
});

describe('hidden profiles', () => {
  const environment = hiddenProfile({ cases: [small] });
  const instance = environment.instance(0);

  it('law: members are told shared facts and their own, nobody else’s, and no weight or answer', () => {
    const group = hiddenProfile();
    for (const [index, one] of cases.entries()) {
      const instance = group.instance(index);
      const roster = group.agents(instance);
      expect(roster.map(({ name }) => name)).toEqual(one.unshared.map((_, place) => `Agent ${place + 1}`));
      roster.forEach(({ background }, place) => {
        expect(background).toContain('The others may know things that you do not.');
        expect(background).not.toMatch(/shared|mislead|hidden profile/);
        expect(background.split('\n').length).toBe(2 + one.shared.length + one.unshared[place]!.length);
        for (const { text } of one.shared) expect(background).toContain(`- ${text}`);
        for (const [other, facts] of one.unshared.entries())
          for (const { text } of facts) expect(background.includes(text)).toBe(other === place);
      });
    }
  });

  it('law: with full information every member is told every fact, and that there are no others', () => {
    const group = hiddenProfile({ information: 'full' });
    const first = group.instance(0);
    for (const { background } of group.agents(first)) {
      for (const { text } of allOf(cases[0]!)) expect(background).toContain(`- ${text}`);
      expect(background).toContain('there are no others');
    }
    expect(group.task(first)).not.toContain('one member');
    expect((group.observe?.(first, 'Agent 1') as ProfileView).untold).toEqual([]);
  });

  it('law: shared facts do not stand first, and the order of a member is always the same', () => {
    const group = hiddenProfile();
    const first = group.instance(0);
    const orders = group
      .agents(first)
      .map(({ background }) => background.split('\n').filter((line) => line.startsWith('- ')));
    const places = orders.flatMap((order) =>
      order.flatMap((line, place) =>
        cases[0]!.shared.some(({ text }) => line === `- ${text}`) ? [place] : [],
      ),
    );
    expect(Math.max(...places)).toBe(orders[0]!.length - 1);
    expect(group.agents(hiddenProfile().instance(24))).toEqual(group.agents(first));
  });

  it('known: scores of the right option, the misleading one, another, and none', () => {
    const [bakery] = [hiddenProfile().instance(0)];
    const group = hiddenProfile();
    expect(bakery?.misleading).toBe('Tomas');
    expect(group.score(bakery, 'Ines')).toEqual({ correct: 1, decided: 1, misled: 0 });
    expect(group.score(bakery, 'Tomas')).toEqual({ correct: 0, decided: 1, misled: 1 });
    expect(group.score(bakery, 'Ruth')).toEqual({ correct: 0, decided: 1, misled: 0 });
    expect(group.score(bakery, null)).toEqual({ correct: 0, decided: 0, misled: 0 });
  });

  it('contract: reads an option in any capitals, in JSON and in brackets, and refuses others', () => {
    expect(environment.readProposal(instance, ' ben ')).toEqual({ ok: true, value: 'Ben' });
    expect(environment.readProposal(instance, 'Carl')).toEqual({
      ok: false,
      reason: 'the answer must be one of Ann, Ben',
    });
    expect(environment.prose.read(instance, 'First [Ann], but no: [BEN]')).toEqual({
      ok: true,
      value: 'Ben',
    });
    expect(environment.prose.read(instance, 'Ben').ok).toBe(false);
    expect(environment.choices.list(instance)).toEqual(['Ann', 'Ben']);
    expect(() => environment.choices.proposal(instance, 'C')).toThrow(
      'needs one of Ann, Ben as choice, got "C"',
    );
  });

  it('known: with another number of members the unshared facts are dealt out in turn', () => {
    const six = hiddenProfile({ cases: cases.slice(0, 1), agents: 6 });
    const dealt = six.instance(0).unshared.map((facts) => facts.map(({ text }) => text));
    expect(dealt).toEqual(cases[0]!.unshared.flat().map(({ text }) => [text]));
    const two = hiddenProfile({ cases: cases.slice(0, 1), agents: 2 }).instance(0).unshared;
    expect(two.map((facts) => facts.length)).toEqual([3, 3]);
    expect(two.flat().length).toBe(6);
    for (const agents of [2, 3, 4, 5, 6]) expect(hiddenProfile({ agents }).settings['agents']).toBe(agents);
  });

  it('contract: each bad input has one clear line, which names the case', () => {
    const bad = (changed: Partial<HiddenProfileCase>) => () =>
      hiddenProfile({ cases: [{ ...small, ...changed }] });
    const [first, second] = small.unshared as [readonly Fact[], readonly Fact[]];
    const strong: Fact = { text: 'Ben is the caretaker.', option: 'Ben', weight: 3 };
    expect(bad({ unshared: [] })).toThrow(
      'hiddenProfile needs a list of at least 2 members with facts of their own as cases.0.unshared, got an empty list',
    );
    expect(bad({ unshared: [first, []] })).toThrow(
      'needs a list of at least 1 unshared facts as cases.0.unshared.1',
    );
    expect(bad({ shared: [{ ...strong, option: 'Carl' }] })).toThrow(
      'hiddenProfile needs facts about Ann, Ben, got one about "Carl", in case "small"',
    );
    expect(bad({ answer: 'Carl' })).toThrow('needs one of Ann, Ben as answer, got "Carl", in case "small"');
    expect(bad({ options: ['Ann', 'Ben', 'Ben'] })).toThrow('needs options that differ in case "small"');
    expect(bad({ shared: [strong] })).toThrow(
      'needs shared facts that favour one wrong option, got ones that favour Ben, in case "small"',
    );
    expect(bad({ unshared: [[strong], second] })).toThrow(
      'needs members who cannot find Ben alone, and member 1 of 2 can, in case "small"',
    );
    expect(bad({ unshared: [second, second] })).toThrow(
      'needs facts that together favour Ben, got ones that favour Ann and Ben, in case "small"',
    );
    expect(() => hiddenProfile({ agents: 1 })).toThrow('needs a whole number from 2 to 100 as agents, got 1');
    expect(() => hiddenProfile({ cases: [small], agents: 3 })).toThrow(
      'needs an unshared fact for each of 3 agents, and case "small" has 2',
    );
    expect(() => hiddenProfile({ information: 'some' as never })).toThrow('"distributed" or "full"');
    expect(() => hiddenProfile({ cases: [] })).toThrow('needs a list of at least 1 cases as cases');
  });

  it('law: it is known by its settings, in which other cases make another digest', () => {
    expect(ownCode(hiddenProfile())).toBeUndefined();
    expect(ownCode(discharge())).toBeUndefined();
    expect(environment.settings['cases']).not.toBe(hiddenProfile().settings['cases']);
  });
});

describe('which facts a message mentions', () => {
  const facts = allOf(small);
  const places = (message: string) =>
    mentionedIn(message, small.options, facts).map((fact) => facts.indexOf(fact));

  it('known: one that names the option and repeats three fifths of the words in a sentence', () => {
    // "Ben once found three lost wallets": found, three, lost, wallets; three of the four are enough, two are not.
    expect(places('I know that Ben found some wallets that were LOST!')).toEqual([2]);
    expect(places('I know that Ben found a wallet.')).toEqual([]);
    expect(places('He found three lost wallets.')).toEqual([]);
    expect(places('Ben? He found three lost wallets.')).toEqual([2]);
    expect(places('Ben found a wallet. Somebody lost three.')).toEqual([]);
  });

  it('known: other forms of a word count, other words and silence do not', () => {
    expect(places('Ann has twice been forgetting the lock of her bicycles')).toEqual([3]);
    expect(places('Ann left her bike open two times')).toEqual([]);
    expect(places('')).toEqual([]);
  });
});

describe('the simulated member', () => {
  const environment = hiddenProfile({ cases: [small] });
  const instance = environment.instance(0);
  const ask = asking(environment, instance, { agents: ['Agent 1', 'Agent 2'], agent: 'Agent 1' });
  const noiseless = { noise: 0, conformity: 0, loyalty: 0 };
  const proposed = (text: string) => {
    const messages = [{ round: 1, from: 'Agent 2', to: ['Agent 1'], text }];
    return (ask({ act: 'propose', messages }, 1, noiseless).answer as { proposal: string }).proposal;
  };

  it('known: an option’s utility is the weight of the facts it is told or has read of', () => {
    const { utility } = environment.simulatedAgent!;
    const observed = environment.observe?.(instance, 'Agent 2');
    const known = (text: string) =>
      ({
        agent: 'Agent 2',
        agents: [],
        round: 1,
        observed,
        candidates: [],
        belief: null,
        messages: [{ round: 1, from: 'Agent 1', to: [], text }],
      }) as never;
    // Ann: 1 + 1 - 1; Ben is unknown until the other tells of him.
    expect(['Ann', 'Ben'].map((option) => utility(known('Hello.'), option))).toEqual([1, 0]);
    expect(
      ['Ann', 'Ben'].map((option) => utility(known('Ben once found three lost wallets.'), option)),
    ).toEqual([1, 2]);
  });

  it('law: it changes its mind for a fact that it reads, and not for other words', () => {
    const start = hiddenProfile({ cases: [small] }).observe?.(instance, 'Agent 1') as ProfileView;
    expect(start.knows.length).toBe(3);
    expect(proposed('I am for Ben.')).not.toBe(undefined);
    const bakery = hiddenProfile();
    const first = bakery.instance(0);
    const member = asking(bakery, first, { agents: [...first.members], agent: 'Agent 1' });
    const choice = (text: string) =>
      (
        member({ act: 'propose', messages: [{ round: 1, from: 'Agent 2', to: [], text }] }, 1, noiseless)
          .answer as { proposal: string }
      ).proposal;
    expect(choice('I am for Ines, she is the better one.')).toBe('Tomas');
    expect(
      choice(
        first.unshared
          .flat()
          .map(({ text }) => text)
          .join(' '),
      ),
    ).toBe('Ines');
  });

  it('law: it tells its own facts, two in a turn, and none that it has read', () => {
    const { sentence } = environment.simulatedAgent!;
    const observed = environment.observe?.(instance, 'Agent 1') as ProfileView;
    const said = (round: number, text = '') =>
      sentence!({
        agent: 'Agent 1',
        agents: [],
        round,
        observed,
        candidates: [],
        belief: null,
        messages: [{ round: 1, from: 'Agent 2', to: [], text }],
      });
    expect(said(1)).toBe(`${observed.knows[0]!.text} ${observed.knows[1]!.text}`);
    expect(said(2)).toBe(`${observed.knows[2]!.text} ${observed.knows[0]!.text}`);
    expect(said(1, observed.knows[0]!.text)).toBe(`${observed.knows[1]!.text} ${observed.knows[2]!.text}`);
    expect(said(1, observed.knows.map(({ text }) => text).join(' '))).toBeNull();
  });
});

describe('hidden profiles under protocols', () => {
  const { debate, deliberation, discussion, election, roundTable, selfConsistency, s2mad } = protocols;
  const run = (
    name: string,
    environment: ReturnType<typeof hiddenProfile>,
    protocol: ReturnType<typeof roundTable>,
  ) =>
    experiment({
      environment,
      protocol,
      model: models.simulated(),
      collaborations: 24,
      folder: join(folder, name),
      progress: 'none',
    });
  const measured = async (
    name: string,
    protocol: ReturnType<typeof roundTable>,
    information: 'distributed' | 'full' = 'distributed',
  ) => {
    const rows = await metrics.measure(
      await run(name, hiddenProfile({ information }), protocol),
      columns.hiddenProfiles(),
    );
    return Object.fromEntries(
      rows.filter((row) => row['round'] === undefined).map(({ column, value }) => [column, value ?? -1]),
    );
  };

  it.each([
    ['round table', roundTable({ rule: voting.majority, rounds: 2 })],
    ['debate', debate({ rounds: 2 })],
    ['debate in groups', s2mad({ rounds: 2 })],
    ['deliberation', deliberation({ rounds: 2, unsettled: 'last proposal' })],
    ['discussion', discussion({ strategy: 'G2-P3-I2-C3', rounds: 2 })],
    ['self-consistency', selfConsistency({ paths: 3 })],
    ['election', election({ rules: [voting.borda] })],
  ])('contract: a %s on all cases ends, and is scored and counted', async (name, protocol) => {
    const { accuracy, misled, shared, unshared } = await measured(name, protocol);
    expect(accuracy! + misled!).toBeGreaterThan(0);
    const talks = name !== 'election';
    expect(unshared! > 0).toBe(talks);
    expect(shared! > 0).toBe(talks);
    expect(unshared!).toBeLessThanOrEqual(100);
  });

  it('law: alone members are misled; with all facts, or after talk that pools them, they are right', async () => {
    const alone = await measured('alone', election({ rules: [voting.borda] }));
    const full = await measured('full', election({ rules: [voting.borda] }), 'full');
    const talk = await measured('talk', roundTable({ rule: voting.majority, rounds: 6 }));
    expect(alone['accuracy']).toBeLessThan(full['accuracy']! - 30);
    expect(talk['accuracy']).toBeGreaterThan(alone['accuracy']! + 20);
    expect(talk['unshared']).toBe(100);
  });
});
