import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from '../models/json';
import { Random } from '../random';
import { discharge, factCheck, type EvidenceInstance } from './evidence';
import { dispositions, type EvidenceCase } from './evidence-case';
import { readClaims, readDischargeNotes } from './evidence-files';

const shared = (path: string): string => join(process.env['AGORA_SHARED_DATA'] ?? '../shared/data', path);
const folder = mkdtempSync(join(tmpdir(), 'agora-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const written = (name: string, text: string | Buffer): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const refused = expect.objectContaining({ name: 'AgoraError' }) as Error;

const example: EvidenceCase = {
  id: 'bridge',
  question: 'Claim: The bridge was opened before 1900.',
  labels: ['supporting', 'neutral', 'refuting'],
  answer: 'refuting',
  otherwise: 'neutral',
  evidence: [
    { name: 'Agent 1', text: 'Traffic first crossed it in 1931.', says: 'refuting', strength: 1 },
    { name: 'Agent 2', text: 'It is 300 metres long.', says: 'neutral', strength: 0 },
    { name: 'Agent 3', text: 'Its towers are green.', says: 'neutral', strength: 0 },
  ],
};
const environment = factCheck({ cases: [example] });
const one = environment.cases(0, Random.from(1));

describe('factCheck and discharge', () => {
  it('law: an agent knows its own piece of evidence, and no other agent knows it', () => {
    environment.agents(one).forEach(({ name, background }, place) => {
      expect(name).toBe(example.evidence[place]!.name);
      example.evidence.forEach(({ text }, other) => expect(background.includes(text)).toBe(place === other));
    });
    expect(environment.task(one)).toContain(example.question);
    for (const { text } of example.evidence) expect(environment.task(one)).not.toContain(text);
  });

  it('law: a single agent reads all pieces of evidence or one piece, and its prompt mentions no group', () => {
    const readBy = (reads: string): string => {
      const single = factCheck({ cases: [example], reads });
      const agents = single.agents(single.cases(0, Random.from(1)));
      expect(agents.map(({ name }) => name)).toEqual(['Reader']);
      expect(single.task(one) + agents[0]!.background).not.toMatch(/group|others|discuss|agents?\b/i);
      return agents[0]!.background;
    };
    for (const { text } of example.evidence) expect(readBy('all')).toContain(text);
    expect(readBy('consistent')).toContain('1931');
    expect(readBy('inconsistent')).not.toContain('1931');
    expect(readBy('Agent 2')).toContain('300 metres');
    expect(() => readBy('Agent 9')).toThrow(refused);
  });

  it('known: the background names the section of a note', () => {
    const notes = discharge();
    const [first] = notes.agents(notes.cases(0, Random.from(1)));
    expect(first).toMatchObject({
      name: 'Brief Hospital Course',
      background: expect.stringContaining('- Brief Hospital Course: ') as string,
    });
  });

  it('known: a decision is right or wrong, and a missing decision is wrong', () => {
    expect([environment.score(one, 'refuting'), environment.score(one, 'neutral')]).toEqual([
      { correct: 1 },
      { correct: 0 },
    ]);
    expect(environment.score(one, null)).toEqual({ correct: 0 });
    expect(environment.options?.(one).map(({ id }) => id)).toEqual(example.labels);
  });

  it('known: reads labels in upper or lower case, as JSON and in brackets', () => {
    const read = (label: unknown): unknown => {
      const reading = readReply(JSON.stringify({ label }), z.object({ label: environment.proposal(one) }));
      return reading.ok ? reading.value.label : null;
    };
    expect([' Refuting ', 'perhaps', 3].map(read)).toEqual(['refuting', null, null]);
    const prose = environment.prose!;
    expect(prose.read(one, 'It says [neutral], but then [ Refuting ].')).toBe('refuting');
    expect(prose.read(one, 'refuting [perhaps]')).toBeNull();
    expect(prose.readAll(one, 'A: [neutral]\nB: [refuting]\n[neutral]')).toEqual(['neutral', 'refuting']);
    for (const label of example.labels) expect(prose.read(one, prose.write(one, label))).toBe(label);
  });

  it('known: custom cases have a size and a digest', () => {
    const two = factCheck({ cases: [example, { ...example, id: 'second' }] });
    expect(two.size).toBe(2);
    expect(two.caseName?.(two.cases(1, Random.from(1)))).toBe('second');
    expect(two.settings['cases']).not.toBe(environment.settings['cases']);
  });

  it.each<[string, () => unknown]>([
    ['an answer that is no label', () => factCheck({ cases: [{ ...example, answer: 'maybe' }] })],
    ['no evidence', () => factCheck({ cases: [{ ...example, evidence: [] }] })],
    [
      'names that are equal',
      () => factCheck({ cases: [{ ...example, evidence: [example.evidence[0]!, example.evidence[0]!] }] }),
    ],
    ['no cases', () => factCheck({ cases: [] })],
    ['an unknown option', () => factCheck({ read: 'all' } as never)],
    ['a share above 1', () => discharge({ informative: 60.8 })],
    ['an index past the last case', () => factCheck({ cases: [example] }).cases(1, Random.from(1))],
  ])('behaviour: %s is refused', (_what, make) => {
    expect(make).toThrow(refused);
  });
});

describe('made-up cases', () => {
  it('known: generates the same claims as in earlier editions', () => {
    const made = ['each', 'consistent'].flatMap((reads) =>
      [0, 1, 2].map((index) => factCheck({ reads }).cases(index, Random.from(3, index))),
    );
    const digest = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16);
    expect(digest).toBe('de427e0a93354373');
  });

  it('law: a claim has two to six agents, including a consistent agent and an inconsistent agent', () => {
    for (let index = 0; index < 200; index++) {
      const { evidence, answer } = factCheck().cases(index, Random.from(3, index));
      const said = evidence.map(({ says }) => says);
      expect(said).toContain(answer);
      expect(new Set(said).size).toBe(2);
      expect(said.length).toBeLessThanOrEqual(6);
    }
  });

  it('law: no sentence settles a neutral claim', () => {
    const settling = /first crossed it|ended the series after|parliament of the province/;
    let neutral = 0;
    for (let index = 0; index < 200; index++) {
      const { evidence, answer } = factCheck().cases(index, Random.from(3, index));
      const settles = evidence.some(({ text }) => settling.test(text));
      expect(settles).toBe(answer !== 'neutral');
      if (answer === 'neutral') neutral++;
    }
    expect(neutral).toBeGreaterThan(10);
  });

  it('law: sections of a note support the right disposition with probability `informative`', () => {
    for (const informative of [0.2, 0.5, 1]) {
      const environment = discharge({ informative });
      let right = 0;
      for (let index = 0; index < 400; index++) {
        const { evidence, answer } = environment.cases(index, Random.from(3, index));
        right += evidence.filter(({ says }) => says === answer).length;
      }
      // Four standard errors of a share with n = 2,000.
      expect(Math.abs(right / 2000 - informative)).toBeLessThan(0.045);
      expect(environment.settings['informative']).toBe(informative);
    }
  });
});

describe('the simulated agent', () => {
  it('known: it weighs the evidence that it reads, and cites it', () => {
    const reader = environment.mind!(one, 'Agent 1');
    expect(example.labels.map(reader.utility)).toEqual([0, 0.8, 2]);
    expect(reader.sentence()).toContain('1931');
    const other = environment.mind!(one, 'Agent 2');
    expect(example.labels.map(other.utility)).toEqual([0, 0.8, 0]);
    const instructor = environment.mind!(one, 'Instructor');
    expect(instructor.sentence()).toBe('Nothing that I read bears on the question.');
  });

  it('law: it is right more often with consistent evidence than with inconsistent evidence', () => {
    const rightWith = (reads: string): number => {
      const single = factCheck({ reads });
      let right = 0;
      for (let index = 0; index < 200; index++) {
        const each: EvidenceInstance = single.cases(index, Random.from(3, index));
        right += Number(
          single.score(each, single.mind!(each, 'Reader').propose(Random.from(9, index), 1))['correct'],
        );
      }
      return right / 200;
    };
    expect(rightWith('consistent')).toBeGreaterThan(rightWith('inconsistent') + 0.2);
  });
});

describe('readClaims', () => {
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
  const read = (...rows: object[]): EvidenceCase[] =>
    readClaims(written('claims.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')));

  it('known: from AmbiFC as published, it keeps the sentences on which annotators agree', () => {
    expect(read(published)).toEqual([
      {
        id: '7',
        question: 'Claim: it rains',
        labels: ['supporting', 'neutral', 'refuting'],
        answer: 'refuting',
        otherwise: 'neutral',
        evidence: [
          { name: 'Agent 1', text: 'It is dry.', says: 'refuting', strength: 1 },
          { name: 'Agent 2', text: 'It is Monday.', says: 'neutral', strength: 0 },
        ],
      },
    ]);
    const { sentence_annotations: _, ...bare } = published;
    expect(read(bare, published)).toHaveLength(1);
    expect(read({ ...published, sentence_annotations: { 0: [{ annotation: 'refuting' }] } })).toEqual([]);
  });

  it('known: reads the other formats', () => {
    const prepared = {
      claim: 'c',
      labels: 'supporting',
      sentences_and_labels: [
        { sentence: 'a', label: 'neutral' },
        { sentence: 'b', label: 'supporting' },
      ],
    };
    const climate = {
      claim_id: '3',
      claim: 'c',
      claim_label: 'SUPPORTS',
      evidences: [
        { evidence: 'a', evidence_label: 'NOT_ENOUGH_INFO' },
        { evidence: 'b', evidence_label: 'SUPPORTS' },
      ],
    };
    const wice = {
      label: 'partially_supported',
      claim: 'c',
      evidence: ['a', 'b'],
      supporting_sentences: [[1]],
      meta: { id: 'w' },
    };
    const found = read(prepared, climate, wice);
    expect(found.map(({ id, answer }) => [id, answer])).toEqual([
      ['1', 'supporting'],
      ['3', 'supporting'],
      ['w', 'partially_supported'],
    ]);
    for (const { evidence } of found) expect(evidence.map(({ strength }) => strength)).toEqual([0, 1]);
    expect(read({ ...climate, claim_label: 'DISPUTED' })).toEqual([]);
  });

  it('behaviour: an error names the file, line and field', () => {
    expect(() => read(published, { a: 1 })).toThrow(/claims.jsonl line 2/);
    expect(() => read({ ...published, claim: 3 })).toThrow(/line 1: claim/);
    expect(() => readClaims(join(folder, 'nowhere.jsonl'))).toThrow(refused);
  });

  it.skipIf(!existsSync(shared('climate-fever')))(
    'reference: reads real claims, each with a consistent agent (skipped without shared data)',
    () => {
      const sets = [
        'climate-fever/climate-fever.jsonl',
        'wice/claim_test.jsonl',
        'recorded/ambifc-excerpts/strategies-official-examples-10.jsonl',
      ].map((path) => readClaims(shared(path)));
      for (const { evidence, answer } of sets.flat()) {
        expect(evidence.some(({ says }) => says === answer)).toBe(true);
        expect(evidence.length).toBeLessThanOrEqual(6);
      }
      expect(sets.map(({ length }) => length)).toEqual([815, 240, 10]);
      expect(sets[2]!.flatMap(({ evidence }) => evidence)).toHaveLength(41);
    },
  );
});

describe('readDischargeNotes', () => {
  // A made-up note in the format of MIMIC-III.
  const note = `Admission Date:  [**2101-1-1**]   Discharge Date: [**2101-1-5**]

Major Surgical or Invasive Procedure:
Removal of the appendix

Social History:
Lives alone, works as a "cook".

Family History:
None.

Pertinent Results:
WBC: 12.1,
CT: inflamed appendix.

Brief Hospital Course:
Went well for Mr. [**Known lastname
1**]. PT was seen.
Service: cardiology came by.

Medications on Admission:
none

Discharge Medications:
1. Acetaminophen 325 mg Tablet Sig: One (1) Tablet.

Discharge Disposition:
Home With Service

Facility:
[**Hospital**]
`;
  const csv = (...notes: readonly string[]): string =>
    [
      'ROW_ID,HADM_ID,CATEGORY,TEXT',
      ...notes.map((one, row) => `${row},1${row},"Discharge summary","${one.replaceAll('"', '""')}"`),
      '9,19,Nursing,"Brief Hospital Course:"',
    ].join('\n');

  it('known: cuts a note into five sections', async () => {
    const [first, ...others] = await readDischargeNotes(written('notes.csv', csv(note)));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: '10 1', answer: 'home with service', labels: dispositions });
    expect(first?.evidence.map(({ name, text }) => [name, text])).toEqual([
      ['Brief Hospital Course', 'Went well for Mr. . PT was seen. Service: cardiology came by.'],
      ['Major Surgical or Invasive Procedure', 'Removal of the appendix'],
      ['Pertinent Results', 'WBC: 12.1, CT: inflamed appendix.'],
      ['Discharge Medications', '1. Acetaminophen 325 mg Tablet Sig: One (1) Tablet.'],
      ['Social History', 'Lives alone, works as a "cook".'],
    ]);
    const notes = discharge({ cases: [first!] });
    expect(notes.agents(notes.cases(0, Random.from(1)))).toHaveLength(5);
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
  ])('known: the disposition %j reads as %j', async (disposition, answer) => {
    const path = written('one.csv', csv(note.replace('Home With Service', disposition)));
    expect((await readDischargeNotes(path))[0]?.answer).toBe(answer);
  });

  it('behaviour: reads no more notes than requested, and refuses other files', async () => {
    const three = written('three.csv', csv(note, note, note));
    expect(await readDischargeNotes(three, { count: 2 })).toHaveLength(2);
    const packed = written('packed.csv.gz', gzipSync(readFileSync(three)));
    expect(await readDischargeNotes(packed)).toHaveLength(3);
    for (const path of [
      join(folder, 'none.csv'),
      join(folder, 'none.csv.gz'),
      written('odd.csv.gz', csv(note)),
      written('odd.csv', 'A,B\n1,2\n'),
      written('open.csv', 'CATEGORY,TEXT\n"Discharge summary,"'),
    ])
      await expect(readDischargeNotes(path)).rejects.toThrow(refused);
  });
});
