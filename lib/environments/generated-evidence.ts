import type { Random } from '../random';
import { dispositions, sections, stances, type EvidenceCase } from './evidence-case';

type Disposition = (typeof dispositions)[number];
type Section = (typeof sections)[number];

const between = (random: Random, least: number, most: number): number =>
  least + random.below(most - least + 1);

/* ---- Claims ---- */

/**
 * Generates a made-up claim with three to six sentences of evidence, one per agent. Half of the claims are supported, a
 * third are refuted, and a sixth are neither. These shares are our choice. Most sentences are unrelated to the claim,
 * as in the paper.
 */
export function madeUpClaim(index: number, random: Random): EvidenceCase {
  const { claim, supporting, refuting, unsettled, beside } = random.pick(subjects)(random);
  const answer = random.pick([
    'supporting',
    'supporting',
    'supporting',
    'refuting',
    'refuting',
    'neutral',
  ] as const);
  // If the claim is neutral, one sentence points to a label without settling the claim.
  const relevant = answer === 'neutral' ? random.pick(['supporting', 'refuting'] as const) : answer;
  const direct = answer === 'neutral' ? unsettled : { supporting, refuting };
  const sentences = [
    { text: direct[relevant], says: relevant, strength: answer === 'neutral' ? 0.4 : 1 },
    ...random
      .shuffle(beside)
      .slice(0, 2 + random.below(4))
      .map((text) => ({ text, says: 'neutral', strength: 0 })),
  ];
  const evidence = random.shuffle(sentences).map((one, place) => ({ name: `Agent ${place + 1}`, ...one }));
  const question = `Claim: ${claim}`;
  return { id: `made-up ${index + 1}`, question, labels: stances, answer, otherwise: 'neutral', evidence };
}

interface Subject {
  readonly claim: string;
  readonly supporting: string;
  readonly refuting: string;
  /** Sentences that point to a label but leave the claim open. */
  readonly unsettled: { readonly supporting: string; readonly refuting: string };
  readonly beside: readonly string[];
}

const names = [
  'Alder',
  'Brack',
  'Corran',
  'Dunmore',
  'Eskley',
  'Farrow',
  'Gildan',
  'Hollin',
  'Irvane',
  'Jessop',
];
/** The subjects of the claims, all invented. */
const subjects: readonly ((random: Random) => Subject)[] = [
  (random) => {
    const [name, year] = [random.pick(names), between(random, 1860, 1990)];
    return {
      claim: `The ${name} Bridge was opened before ${year}.`,
      supporting: `Traffic first crossed it on 4 May ${year - between(random, 1, 20)}.`,
      refuting: `Traffic first crossed it on 4 May ${year + between(random, 1, 20)}.`,
      unsettled: {
        supporting: `Its first plans were drawn in ${year - 25}.`,
        refuting: `Its oldest surviving lamp was made in ${year + 5}.`,
      },
      beside: [
        `It is ${between(random, 120, 900)} metres long.`,
        'It carries two lanes of traffic and a footpath on its northern side.',
        'The steel came from a steelworks further down the river.',
        'Its towers were painted green in a later renovation.',
        'A ferry had linked both banks for three centuries.',
      ],
    };
  },
  (random) => {
    const [name, season] = [random.pick(names), between(random, 2, 6)];
    return {
      claim: `Season ${season} was the last season of ${name} Harbour.`,
      supporting: `The broadcaster ended the series after ${season} seasons.`,
      refuting: `The broadcaster ended the series after ${season + between(random, 1, 3)} seasons.`,
      unsettled: {
        supporting: `Before season ${season}, the broadcaster said that it might be the last.`,
        refuting: `After season ${season}, the writers said that they had ideas for more.`,
      },
      beside: [
        `The first season had ${between(random, 6, 14)} episodes.`,
        'It was filmed on the coast, with a few scenes in a studio.',
        'The first episode drew more viewers than any other that year.',
        'The lead actor thanked the audience on the last day of filming.',
        'Critics praised its music.',
      ],
    };
  },
  (random) => {
    const [name, other] = random.shuffle(names);
    return {
      claim: `${name} is the capital of the province of ${other}.`,
      supporting: `The parliament of the province of ${other} has always met in ${name}.`,
      refuting: `The parliament of the province of ${other} moved away from ${name} for good in 1921.`,
      unsettled: {
        supporting: `${name} is the largest city in the province of ${other}.`,
        refuting: `The oldest newspaper in the province of ${other} is printed in another city.`,
      },
      beside: [
        `${name} has ${between(random, 20, 400)} thousand inhabitants.`,
        'A university was founded there in the seventeenth century.',
        'The river floods its lower quarters every few years.',
        'Its football club plays in the second league.',
        'The old town stands on two hills.',
      ],
    };
  },
];

/* ---- Discharge notes ---- */

/**
 * Generates a made-up discharge note. Each section supports the right disposition with probability `informative`.
 * Otherwise, the section is misleading: it supports another disposition, chosen at random. A neighbour of the right
 * disposition in the order of `dispositions` is twice as likely to be chosen as one further away.
 */
export function madeUpNote(index: number, random: Random, informative: number): EvidenceCase {
  const answer = random.pick(dispositions);
  const evidence = sections.map((name) => {
    const says = random.chance(informative) ? answer : misleading(answer, random);
    const text = [random.pick(cues[name][says]), ...random.shuffle(fillers[name]).slice(0, 3)];
    const strength = Number((0.5 + random.uniform()).toFixed(1));
    return { name, text: random.shuffle(text).join(' '), says, strength };
  });
  const question = 'Where did the patient go?';
  return { id: `made-up ${index + 1}`, question, labels: dispositions, answer, otherwise: null, evidence };
}

function misleading(answer: Disposition, random: Random): Disposition {
  const at = dispositions.indexOf(answer);
  const others = dispositions.flatMap((label, place) =>
    place === at ? [] : Math.abs(place - at) === 1 ? [label, label] : [label],
  );
  return random.pick(others);
}

/** Sentences that support a label. */
const cues: Readonly<Record<Section, Readonly<Record<Disposition, readonly string[]>>>> = {
  'Brief Hospital Course': {
    expired: [
      'After a discussion with the family, care was focused on comfort.',
      'Blood pressure could not be maintained despite three pressors.',
    ],
    'extended care': [
      'Physical therapy saw the patient and recommended rehabilitation.',
      'The patient could not yet stand without the help of two people.',
    ],
    'home with service': [
      'A visiting nurse was arranged for wound care.',
      'The patient walked with a walking frame and was cleared for discharge with therapy at home.',
    ],
    home: [
      'The patient ate, walked and asked to leave on the third day.',
      'The course was uneventful, and all lines were removed early.',
    ],
  },
  'Major Surgical or Invasive Procedure': {
    expired: [
      'Emergency thoracotomy with open cardiac massage.',
      'Placement of an intra-aortic balloon pump.',
    ],
    'extended care': [
      'Open reduction and fixation of the left hip.',
      'Tracheostomy and percutaneous feeding tube placement.',
    ],
    'home with service': [
      'Triple coronary artery bypass.',
      'Debridement and vacuum dressing of the right foot.',
    ],
    home: ['Laparoscopic removal of the gallbladder.', 'None.'],
  },
  'Pertinent Results': {
    expired: ['Lactate 11.2, pH 7.04 on the last day.', 'The head scan shows a large bleed with herniation.'],
    'extended care': [
      'The scan shows a new middle cerebral artery infarct.',
      'Albumin 2.1, and the patient failed the swallowing study.',
    ],
    'home with service': [
      'The wound culture grew staphylococci.',
      'Ejection fraction 30 percent, moderate mitral regurgitation.',
    ],
    home: ['All values were normal on the day of discharge.', 'The chest X-ray is clear.'],
  },
  'Discharge Medications': {
    expired: ['Not applicable.', 'Morphine drip, titrated to comfort.'],
    'extended care': [
      'Heparin 5,000 units subcutaneously three times a day.',
      'Tube feeding at 60 ml per hour, insulin by sliding scale.',
    ],
    'home with service': [
      'Vancomycin through a central line for four more weeks.',
      'Enoxaparin until the nurse reports a therapeutic INR.',
    ],
    home: ['Acetaminophen as needed.', 'Amoxicillin for five more days, then stop.'],
  },
  'Social History': {
    expired: ['Ninety-four years old, has asked not to be resuscitated.', 'Long-term hospice resident.'],
    'extended care': [
      'Lives alone on the third floor of a building without a lift.',
      'Has lived in a nursing home since the stroke.',
    ],
    'home with service': [
      'Lives with a husband who cannot lift heavy things.',
      'Previously had a visiting nurse.',
    ],
    home: ['Lives with family and works full time.', 'Runs every day, does not smoke.'],
  },
};

/** Sentences that do not show where a patient goes. */
const fillers: Readonly<Record<Section, readonly string[]>> = {
  'Brief Hospital Course': [
    'The patient was admitted through the emergency department.',
    'Home medications were continued, except for the diuretic.',
    'Potassium was replaced as needed.',
    'Cardiology and nephrology were consulted and followed the patient.',
    'A fever on the second night did not recur.',
  ],
  'Major Surgical or Invasive Procedure': [
    'Placement of an arterial line.',
    'Central line in the right neck.',
    'Insertion of a urinary catheter.',
  ],
  'Pertinent Results': [
    'White count 9.8, haematocrit 33.1, platelets 240.',
    'Sodium 138, potassium 4.1, creatinine 1.1.',
    'The electrocardiogram shows sinus rhythm.',
    'Ultrasound of the abdomen shows no stones.',
  ],
  'Discharge Medications': [
    'Aspirin 81 mg once a day.',
    'Docusate 100 mg twice a day.',
    'Metoprolol 25 mg twice a day.',
    'Simvastatin 20 mg at bedtime.',
  ],
  'Social History': [
    'Used to smoke.',
    'Drinks wine occasionally.',
    'Came to this country as a child.',
    'Has two grown children.',
  ],
};
