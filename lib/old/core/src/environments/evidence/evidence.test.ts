import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { columns, experiment, metrics, models, protocols, voting } from '../../../../agora-lab/src';
import { discharge, factCheck, readClaims, readDischargeNotes, type EvidenceCase } from '..';
import { sharedDataFolder } from '../../datasets/locate';
import { tables as paper } from '../../../../papers/src/strategies/tables';
import { Random } from 'agora-voting';
import { dispositions } from './discharge';
import { asking } from '../../simulation/testing/asking';
import { notesOf } from '../../transcripts/note';
import type { EvidenceInstance } from './types';
import { isThorough, seldom } from '../../testing/thorough';

const folder = mkdtempSync(join(tmpdir(), 'agora-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const made = (environment: ReturnType<typeof discharge>, count: number) =>
  Array.from(
    { length: count },
    (_, index) => environment.instance(index, Random.from(3, index)) as EvidenceInstance,
  );

const example: EvidenceCase = {
  id: 'ray',
  question: `Claim: ${paper.table6.claim}`,
  labels: ['supporting', 'neutral', 'refuting'],
  answer: 'refuting',
  otherwise: 'neutral',
  evidence: paper.table6.evidence.map(({ sentence, label }, place) => ({
    name: `Agent ${place + 1}`,
    text: sentence,
    says: label.toLowerCase(),
    strength: place === 0 ? 1 : 0,
  })),
};

describe('evidence in parts', () => {
  it('law: each agent is told its own piece and nobody else’s; an instructor none', () => {
    const environment = factCheck({ cases: [example] });
    const [instance] = made(environment, 1);
    for (const [place, { background }] of environment.agents(instance!).entries())
      for (const [other, { text }] of example.evidence.entries())
        expect(background.includes(text)).toBe(place === other);
    expect(environment.observe?.(instance!, 'Agent 2')).toMatchObject({ reads: [example.evidence[1]] });
    expect(environment.observe?.(instance!, 'Instructor')).toMatchObject({ reads: [] });
    expect(JSON.stringify(environment.observe?.(instance!, 'Agent 2'))).not.toContain('answer');
    expect(environment.task(instance!)).toContain('ray donovan');
  });

  it('known: one agent may read all, a consistent piece, another, or one by name', () => {
    const read = (reads: string) => {
      const [instance] = made(factCheck({ cases: [example], reads }), 1);
      return instance!.agents.map((one) => one.reads.map(({ name }) => name));
    };
    expect(read('each')).toEqual(example.evidence.map(({ name }) => [name]));
    expect(read('all')).toEqual([example.evidence.map(({ name }) => name)]);
    expect(read('consistent')).toEqual([['Agent 1']]);
    expect(read('inconsistent')).not.toEqual([['Agent 1']]);
    expect(read('Agent 4')).toEqual([['Agent 4']]);
    expect(() => read('Agent 9')).toThrow('a piece of evidence to be read as "Agent 9" in ray');
  });

  it('known: judgements are labels in any case; a decision is right or not', () => {
    const environment = factCheck({ cases: [example] });
    const [instance] = made(environment, 1);
    expect(environment.readProposal(instance!, ' Refuting ')).toEqual({ ok: true, value: 'refuting' });
    expect(environment.readProposal(instance!, 'perhaps').ok).toBe(false);
    expect(environment.score(instance!, 'refuting')).toEqual({ correct: 1, decided: 1 });
    expect(environment.score(instance!, null)).toEqual({ correct: 0, decided: 0 });
  });

  it('contract: cases that cannot be asked are turned away', () => {
    expect(() => factCheck({ cases: [{ ...example, answer: 'maybe' }] })).toThrow(
      'as answer of ray, got "maybe"',
    );
    expect(() => factCheck({ cases: [{ ...example, evidence: [] }] })).toThrow(
      'at least 1 pieces of evidence',
    );
    const twice = { ...example, evidence: [example.evidence[0]!, example.evidence[0]!] };
    expect(() => factCheck({ cases: [twice] })).toThrow('names differ');
  });

  it('known: cases of one’s own are taken in order and again, and told apart in the record', () => {
    const environment = factCheck({ cases: [example, { ...example, id: 'second' }] });
    expect(made(environment, 3).map(({ id }) => id)).toEqual(['ray', 'second', 'ray']);
    expect(environment.settings['cases']).not.toBe(factCheck({ cases: [example] }).settings['cases']);
  });
});

describe('what protocols of other papers ask for', () => {
  const environment = factCheck({ cases: [example] });
  const [instance] = made(environment, 1);
  const prose = environment.prose!;
  const beliefs = environment.beliefs!;

  it('known: prose ends in a label in brackets, the last one counting; a summary states several', () => {
    expect(prose.read(instance!, 'It says [neutral], but then [ Refuting ].')).toEqual({
      ok: true,
      value: 'refuting',
    });
    expect(prose.read(instance!, 'refuting [perhaps]')).toMatchObject({ ok: false });
    expect(prose.stated(instance!, 'A: [neutral]\nB: [refuting]\n[neutral]')).toEqual([
      'neutral',
      'refuting',
    ]);
    for (const label of example.labels)
      expect(prose.read(instance!, prose.state(instance!, label))).toEqual({ ok: true, value: label });
  });

  it('known: a belief is how likely each label is, whatever it sums to; what is amiss is told', () => {
    expect(beliefs.read(instance!, { refuting: 30, neutral: '10', perhaps: 1, supporting: -2 })).toEqual({
      ok: true,
      value: {
        belief: { supporting: 0, neutral: 0.25, refuting: 0.75 },
        unknown: ['perhaps'],
        missing: [],
        negative: ['supporting'],
      },
    });
    for (const none of ['refuting', [1], { perhaps: 1 }, { refuting: 0 }, { refuting: -1 }])
      expect(beliefs.read(instance!, none)).toMatchObject({ ok: false });
    expect(beliefs.errors(instance!, { refuting: 0.75, neutral: 0.25 })).toEqual({ error: 0.25 });
  });

  it.skipIf(!isThorough)(
    `contract: every protocol of the five papers runs on evidence in parts, and decides${seldom}`,
    async () => {
      const rounds = 4;
      const held = {
        vote: protocols.discussion({ strategy: 'G1-P1-I1-C1', rounds: 1 }),
        election: protocols.election({ rules: [voting.borda] }),
        'round table': protocols.roundTable({ rule: voting.majority, rounds }),
        mad: protocols.mad({ rounds }),
        sparse: protocols.sparseMad({ rounds }),
        groups: protocols.groupDebate({ rounds }),
        's2-mad': protocols.s2mad({ rounds }),
        deliberation: protocols.deliberation({ rounds }),
        strategy: protocols.discussion({ strategy: 'G2-P3-I2-C3', rounds }),
      };
      for (const [name, protocol] of Object.entries(held)) {
        const run = await experiment({
          environment: factCheck(),
          protocol,
          model: models.simulated(),
          collaborations: 60,
          seed: 5,
          folder: join(folder, name),
          progress: 'none',
        });
        const rows = await metrics.measure(run, columns.debates());
        expect(rows.find(({ column }) => column === 'accuracy')?.value, name).toBeGreaterThan(20);
        expect(run.filter(({ finished }) => finished?.outcome === null).length, name).toBeLessThan(10);
        expect(
          run.get(0).events.filter(({ type }) => type === 'failure'),
          name,
        ).toEqual([]);
        if (name === 'deliberation') expect(notesOf(run.get(0), 'belief').length).toBeGreaterThan(0);
      }
    },
  );
});

describe('made-up cases', () => {
  it('known: sections of a note speak for the right label as often as Table 1 says', () => {
    const notes = made(discharge(), 4000);
    for (const [section, short] of [
      ['Brief Hospital Course', 'BHC'],
      ['Pertinent Results', 'PR'],
      ['Social History', 'SH'],
    ] as const) {
      const right = notes.filter(
        ({ evidence, answer }) => evidence.find(({ name }) => name === section)?.says === answer,
      );
      const printed = paper.table1.rows.find(({ setting }) => setting?.['reads'] === short)?.cells['accuracy']
        ?.value;
      // Three standard errors of a share of 4,000.
      expect(Math.abs((100 * right.length) / 4000 - (printed ?? NaN))).toBeLessThan(2.4);
    }
    expect(new Set(notes.map(({ answer }) => answer))).toEqual(new Set(dispositions));
  });

  it('law: a claim has a consistent agent, another, and two to six in all; the same stream, the same claim', () => {
    for (const claim of made(factCheck(), 300)) {
      const labels = claim.evidence.map(({ says }) => says);
      expect(labels).toContain(claim.answer);
      expect(new Set(labels).size).toBe(2);
      expect(labels.length).toBeLessThanOrEqual(6);
    }
    expect(made(factCheck(), 5)).toEqual(made(factCheck(), 5));
    expect(made(factCheck(), 2)[0]?.question).not.toBe(made(factCheck(), 2)[1]?.question);
  });
});

describe('the simulated agent that weighs evidence', () => {
  const environment = factCheck({ cases: [example] });
  const [instance] = made(environment, 1);
  const roster = example.evidence.map(({ name }) => name);
  const exact = { noise: 0, words: 0 };
  const ask = asking(environment, instance!, { agents: roster, agent: 'Agent 2' });
  const judgement = (told: Parameters<typeof ask>[0], behaviour: object = exact, seed = 1) =>
    (ask(told, seed, behaviour).answer as { proposal: string }).proposal;
  const state = { act: 'state', mayAddress: false } as const;
  const message = (from: string) => {
    const { answer } = ask({ ...state, agent: from }, 1, exact);
    return { round: 1, from, to: [], text: (answer as { reason_for_decision: string }).reason_for_decision };
  };

  it('known: who reads plain evidence judges by it, who reads none is cautious, and both say what they read', () => {
    expect(judgement({ ...state, agent: 'Agent 1' })).toBe('refuting');
    expect(judgement(state)).toBe('neutral');
    expect(message('Agent 1').text).toContain(example.evidence[0]!.text.split(' ')[0]);
    const { answer } = ask({ act: 'estimate', agent: 'Agent 1' }, 1, exact);
    // exp(2) for refuting, exp(0.8) for neutral, 1 for supporting
    expect(answer).toEqual({ supporting: 0.0942, neutral: 0.2097, refuting: 0.6961 });
  });

  it('known: it follows others once there are enough of them', () => {
    const behind = (...by: string[]) => [{ id: '1', proposal: 'refuting', by }];
    // ln 2 = 0.69 is less than the caution of 0.8, and ln 3 = 1.10 is more.
    expect(judgement({ ...state, candidates: behind('Agent 1') })).toBe('neutral');
    expect(judgement({ ...state, candidates: behind('Agent 1', 'Agent 3') })).toBe('refuting');
  });

  it('known: an instructor takes what most support when it must, or all support, or it stops', () => {
    const held = [
      { id: '1', proposal: 'neutral', by: ['Agent 2'] },
      { id: '2', proposal: 'refuting', by: ['Agent 1', 'Agent 3', 'Agent 4', 'Agent 5', 'Agent 6'] },
    ];
    const conclude = (mustDecide: boolean, stops: number, candidates = held) =>
      judgement({ act: 'conclude', mustDecide, agent: 'Instructor', candidates }, { ...exact, stops });
    expect(conclude(false, 0)).toBeNull();
    // ln 6 = 1.79 against ln 2 + 0.8 = 1.49
    expect(conclude(true, 0)).toBe('refuting');
    expect(conclude(false, 1)).toBe('refuting');
    expect(conclude(false, 0, held.slice(0, 1))).toBe('neutral');
    const { answer } = ask({ act: 'direct', agent: 'Instructor', candidates: held }, 1, exact);
    expect(answer).toEqual({ speakers: ['Agent 2'] });
  });

  it('known: a summary has a line for each speaker', () => {
    const { answer } = ask({ act: 'summarise', messages: [message('Agent 1'), message('Agent 3')] });
    expect((answer as string).split('\n').map((line) => line.slice(0, 8))).toEqual(['Agent 1:', 'Agent 3:']);
    expect(ask({ act: 'summarise' }).answer).toBe('Nothing has come up that decides it.');
  });
});

describe('discharge notes', () => {
  // Made up, in the form of MIMIC-III.
  const note = [
    'Admission Date:  [**2101-1-1**]   Discharge Date: [**2101-1-5**]',
    '',
    'Major Surgical or Invasive Procedure:',
    'Removal of the appendix',
    '',
    'Social History:',
    'Lives alone, works as a "cook".',
    '',
    'Family History:',
    'None.',
    '',
    'Pertinent Results:',
    'WBC: 12.1,',
    'CT: inflamed appendix.',
    '',
    'Brief Hospital Course:',
    'Went well for Mr. [**Known lastname',
    '1**]. PT was seen.',
    'Service: cardiology came by.',
    '',
    'Medications on Admission:',
    'none',
    '',
    'Discharge Medications:',
    '1. Acetaminophen 325 mg Tablet Sig: One (1) Tablet.',
    '',
    'Discharge Disposition:',
    'Home With Service',
    '',
    'Facility:',
    '[**Hospital**]',
    '',
  ].join('\n');
  const csv = (...notes: readonly string[]) =>
    [
      'ROW_ID,HADM_ID,CATEGORY,TEXT',
      ...notes.map((one, row) => `${row},1${row},"Discharge summary","${one.replaceAll('"', '""')}"`),
    ].join('\n');

  it('known: five sections are cut, and the disposition is told apart from its neighbours', async () => {
    const [one, ...others] = await readDischargeNotes(written('notes.csv', csv(note)));
    expect(others).toEqual([]);
    expect(one).toMatchObject({ answer: 'home with service', labels: dispositions });
    expect(one?.evidence.map(({ name, text }) => [name, text])).toEqual([
      ['Brief Hospital Course', 'Went well for Mr. . PT was seen. Service: cardiology came by.'],
      ['Major Surgical or Invasive Procedure', 'Removal of the appendix'],
      ['Pertinent Results', 'WBC: 12.1, CT: inflamed appendix.'],
      ['Discharge Medications', '1. Acetaminophen 325 mg Tablet Sig: One (1) Tablet.'],
      ['Social History', 'Lives alone, works as a "cook".'],
    ]);
    const environment = discharge({ cases: [one!] });
    expect(environment.agents(made(environment, 1)[0]!)).toHaveLength(5);
  });

  it.each([
    ['Home', 'home'],
    ['Expired', 'expired'],
    ['Extended Care', 'extended care'],
    ['Home with Service', 'home with service'],
    ['Home [**Location**].', 'home'],
    ['Home with VNA', undefined],
    ['Home w/ Hospice', undefined],
    ['Left Against Medical Advice', undefined],
  ])('known: %s is %s', async (disposition, answer) => {
    const path = written('one.csv', csv(note.replace('Home With Service', disposition)));
    expect((await readDischargeNotes(path))[0]?.answer).toBe(answer);
  });

  it('contract: no more are read than asked for; what is no such file is told', async () => {
    expect(await readDischargeNotes(written('three.csv', csv(note, note, note)), { count: 2 })).toHaveLength(
      2,
    );
    for (const name of ['none.csv', 'none.csv.gz'])
      await expect(readDischargeNotes(join(folder, name))).rejects.toThrow(`${name} cannot be read`);
    await expect(readDischargeNotes(written('odd.csv.gz', csv(note)))).rejects.toThrow(
      'odd.csv.gz cannot be read',
    );
    writeFileSync(join(folder, 'packed.csv.gz'), gzipSync(csv(note, note, note)));
    expect(await readDischargeNotes(join(folder, 'packed.csv.gz'), { count: 2 })).toHaveLength(2);
    await expect(readDischargeNotes(written('odd.csv', 'A,B\n1,2\n'))).rejects.toThrow(
      'needs the columns CATEGORY and TEXT',
    );
  });
});

describe('claims of data sets', () => {
  const published = {
    claim_id: 7,
    claim: 'it rains',
    labels: { passage: 'refuting' },
    sentences: { 0: 'It is dry.', 1: 'It is Monday.', 2: 'Perhaps.' },
    sentence_annotations: {
      0: [{ annotation: 'refuting' }, { annotation: 'refuting' }],
      1: [{ annotation: 'neutral' }],
      2: [{ annotation: 'neutral' }, { annotation: 'supporting' }],
    },
  };

  it('known: AmbiFC as published: sentences on which annotators agree', () => {
    const [one] = readClaims(written('ambifc.jsonl', JSON.stringify(published)));
    expect(one).toMatchObject({ id: '7', question: 'Claim: it rains', answer: 'refuting' });
    expect(one?.evidence.map(({ name, text, says, strength }) => [name, text, says, strength])).toEqual([
      ['Agent 1', 'It is dry.', 'refuting', 1],
      ['Agent 2', 'It is Monday.', 'neutral', 0],
    ]);
    expect(
      readClaims(
        written(
          'same.jsonl',
          JSON.stringify({ ...published, sentence_annotations: { 0: [{ annotation: 'refuting' }] } }),
        ),
      ),
    ).toEqual([]);
    const bare = JSON.stringify({ ...published, sentence_annotations: undefined });
    expect(readClaims(written('bare.jsonl', `${bare}\n${JSON.stringify(published)}`))).toHaveLength(1);
    expect(() => readClaims(written('odd.jsonl', '{"a":1}'))).toThrow(
      'line 1 is not in a format that readClaims knows',
    );
  });

  const shared = (path: string) => join(sharedDataFolder(), path);
  it.skipIf(!existsSync(shared('climate-fever')))(
    'reference: real claims are read, each with a consistent agent (skipped without the shared data)',
    () => {
      const read = (path: string) => readClaims(shared(path));
      const sets = {
        climate: read('climate-fever/climate-fever.jsonl'),
        fever: read('fever-symmetric/fever_symmetric_dev.jsonl'),
        wice: read('wice/claim_test.jsonl'),
        official: read('recorded/ambifc-excerpts/strategies-official-examples-10.jsonl'),
      };
      for (const cases of Object.values(sets))
        for (const { evidence, answer, labels } of cases) {
          expect(evidence.some(({ says }) => says === answer)).toBe(true);
          expect(evidence.length).toBeLessThanOrEqual(6);
          expect(labels).toContain(answer);
        }
      expect(Object.values(sets).map(({ length }) => length)).toEqual([815, 708, 240, 10]);
      expect(sets.official.map(({ evidence }) => evidence.length).reduce((sum, one) => sum + one, 0)).toBe(
        41,
      );
    },
  );
});
