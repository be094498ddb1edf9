import type { Phrases } from '../simulated-agent';

/** What simulated members of a joint decision say. What they inform each other of is read back. */
export const phrases = {
  Inform: {
    shared: [
      'Of what we share I can see {*amounts}.',
      'My part of the common stock is {*amounts}.',
      'What I find in the common stock: {*amounts}.',
    ],
    own: [
      'For myself I have {*amounts}.',
      'What I alone can use is {*amounts}.',
      'My own means are {*amounts}.',
    ],
    values: [
      'To {whose} these are worth: {*amounts}.',
      'What they are worth to {whose}: {*amounts}.',
      'Values for {whose} are {*amounts}.',
    ],
    profile: [
      'About {guest} I know this: {*facts}.',
      'What I was told of {guest}: {*facts}.',
      'Here is what {guest} is like: {*facts}.',
    ],
  },
  Request: {
    amounts: [
      'What do you see of {name}?',
      'How much {name} is there on your side?',
      'Could you tell me your part of {name}?',
    ],
    all: ['Could you tell me what you see?', 'What is there on your side?', 'Please tell me what you know.'],
  },
  Propose: {
    plan: ['I suggest this: {*plan}.', 'My proposal is {*plan}.', 'The best that I find is {*plan}.'],
  },
  Accept: { backs: ['I could go along with proposal {id}.', 'Proposal {id} is fine with me.'] },
  Decline: {
    short: [
      'I cannot accept proposal {id}, because it {*why}.',
      'Proposal {id} does not work: it {*why}.',
      'By what I see, proposal {id} falls short, since it {*why}.',
    ],
  },
} satisfies Phrases;
