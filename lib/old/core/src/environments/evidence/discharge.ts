import type { Random } from 'agora-voting';
import type { Environment } from '../environment';
import { evidenceEnvironment, type EvidenceSettings } from './evidence';
import type { EvidenceCase, EvidenceInstance } from './types';

/**
 * The dispositions of a patient, from most care needed to least. Source: Appendix C.1.
 * @example
 * environments.dispositions[0]; // => 'expired'
 */
export const dispositions = ['expired', 'extended care', 'home with service', 'home'] as const;
type Disposition = (typeof dispositions)[number];

/** The sections of a discharge summary that agents receive (Table 5). */
export const sections = [
  'Brief Hospital Course',
  'Major Surgical or Invasive Procedure',
  'Pertinent Results',
  'Discharge Medications',
  'Social History',
] as const;
type Section = (typeof sections)[number];

/** What everybody is told: the labels by their definitions, in our words. */
const task = [
  'Predict where a patient went at the end of a stay in hospital, from parts of the discharge summary.',
  '- expired: the patient died during the stay',
  '- extended care: to a place with longer care, such as a nursing home or rehabilitation',
  '- home with service: home, with nurses or therapists who come by',
  '- home: home, with no further care',
].join('\n');

/** The question of every case. */
export const dischargeQuestion = 'Where did the patient go?';

/**
 * Predicts where patients go after hospital. Each agent reads one section of the discharge summary: the paper's PDDP,
 * "distributed evidence integration" (section 4.1.1, Appendix C). The paper's notes come from MIMIC-III, which only
 * credentialed users may read; `readDischargeNotes` reads their copy. Without `cases`, notes of the same form are
 * generated.
 * @throws AgoraError 'setting' for invalid cases
 * @example
 * const one = environments.discharge({ reads: 'Brief Hospital Course' });
 * one.agents(await one.instance(0, Random.from(1))).length; // => 1
 */
export function discharge(settings: EvidenceSettings = {}): Environment<EvidenceInstance, string> {
  return evidenceEnvironment({ name: 'discharge', task, make: makeNote }, settings);
}

/**
 * How often a section of a made-up note speaks for the right label, and how strongly it speaks, whichever it speaks for. The
 * shares are those of Table 1, where one agent alone is right with it: what single agents score here is no evidence.
 */
const informative: Readonly<Record<Section, { readonly right: number; readonly strength: number }>> = {
  'Brief Hospital Course': { right: 0.608, strength: 1.6 },
  'Major Surgical or Invasive Procedure': { right: 0.387, strength: 0.9 },
  'Pertinent Results': { right: 0.337, strength: 0.9 },
  'Discharge Medications': { right: 0.392, strength: 0.9 },
  'Social History': { right: 0.412, strength: 0.9 },
};

/** A note: each section speaks for the right label or misleads, then mostly to one of the labels beside it. */
function makeNote(index: number, random: Random): EvidenceCase {
  const answer = random.pick(dispositions);
  const evidence = sections.map((name) => {
    const { right, strength } = informative[name];
    const says = random.chance(right) ? answer : misleading(answer, random);
    const text = [random.pick(cues[name][says]), ...random.shuffle(fillers[name]).slice(0, 3)];
    const felt = strength * (0.5 + random.uniform());
    return { name, text: random.shuffle(text).join(' '), says, strength: Number(felt.toFixed(1)) };
  });
  return {
    id: `made-up ${index + 1}`,
    question: dischargeQuestion,
    labels: dispositions,
    answer,
    otherwise: null,
    evidence,
  };
}

/** Another label, one that is a step away twice as likely as one that is further. */
function misleading(answer: Disposition, random: Random): Disposition {
  const at = dispositions.indexOf(answer);
  const others = dispositions.flatMap((label, place) =>
    place === at ? [] : Math.abs(place - at) === 1 ? [label, label] : [label],
  );
  return random.pick(others);
}

/** Sentences that speak for a label. */
const cues: Readonly<Record<Section, Readonly<Record<Disposition, readonly string[]>>>> = {
  'Brief Hospital Course': {
    expired: [
      'After a talk with the family care was directed at comfort.',
      'The blood pressure could not be held in spite of three pressors.',
    ],
    'extended care': [
      'Physical therapy saw the patient and recommended rehabilitation.',
      'The patient could not yet stand without two helpers.',
    ],
    'home with service': [
      'A visiting nurse was arranged for care of the wound.',
      'The patient walked with a frame and was cleared with therapy at home.',
    ],
    home: [
      'The patient ate, walked and asked to leave on the third day.',
      'The course was without events and all lines were removed early.',
    ],
  },
  'Major Surgical or Invasive Procedure': {
    expired: [
      'Emergency thoracotomy with open massage of the heart.',
      'Placement of an intra-aortic balloon pump.',
    ],
    'extended care': [
      'Open reduction and fixation of the left hip.',
      'Tracheostomy and a feeding tube through the skin.',
    ],
    'home with service': [
      'Bypass of three coronary arteries.',
      'Debridement and a vacuum dressing of the right foot.',
    ],
    home: ['Removal of the gall bladder through small cuts.', 'None.'],
  },
  'Pertinent Results': {
    expired: [
      'Lactate 11.2, pH 7.04 on the last day.',
      'The scan of the head shows a large bleed with herniation.',
    ],
    'extended care': [
      'The scan shows a new infarct of the middle cerebral artery.',
      'Albumin 2.1, and the swallowing study was failed.',
    ],
    'home with service': [
      'The culture of the wound grew staphylococci.',
      'Ejection fraction 30 percent, moderate mitral leak.',
    ],
    home: ['All values were normal on the day of discharge.', 'The film of the chest is clear.'],
  },
  'Discharge Medications': {
    expired: ['Not applicable.', 'Morphine drip, titrated to comfort.'],
    'extended care': [
      'Heparin 5,000 units under the skin three times a day.',
      'Tube feeding at 60 ml an hour, insulin by scale.',
    ],
    'home with service': [
      'Vancomycin through a central line for four more weeks.',
      'Enoxaparin until the nurse reports a therapeutic INR.',
    ],
    home: ['Acetaminophen as needed.', 'Amoxicillin for five more days, then stop.'],
  },
  'Social History': {
    expired: ['Ninety-four years old, has asked for no resuscitation.', 'Long a resident of a hospice.'],
    'extended care': [
      'Lives alone on a third floor without a lift.',
      'Has lived in a nursing home since the stroke.',
    ],
    'home with service': ['Lives with a husband who cannot lift.', 'Had a visiting nurse before.'],
    home: ['Lives with family and works full time.', 'Runs every day, does not smoke.'],
  },
};

/** Sentences that say nothing of where a patient goes. */
const fillers: Readonly<Record<Section, readonly string[]>> = {
  'Brief Hospital Course': [
    'The patient was admitted through the emergency department.',
    'Home medicines were continued but for the diuretic.',
    'Potassium was replaced as needed.',
    'Cardiology and nephrology were consulted and followed along.',
    'A fever on the second night did not come back.',
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
    'Drinks wine now and then.',
    'Came to this country as a child.',
    'Has two grown children.',
  ],
};
