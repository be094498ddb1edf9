import type { Phrases } from '../simulated-agent';

/** What simulated members of an economy say, and how they say it. `Inform.wants` and `Accept.backs` are read back. */
export const phrases = {
  Inform: {
    greeting: [
      'Hello everyone, {agent} here.',
      'Good to meet you all; I am {agent}.',
      'This is {agent}, glad to work with you.',
    ],
    wants: [
      'What I value most is {good}, far ahead of {spare}, so I would gladly give up some of the latter.',
      'Nothing helps me as much as {good}; I can spare a good part of the {spare}.',
      'My first priority is {good}, and I am willing to trade away {spare} to get it.',
      'I care about {good} above all, while {spare} matter little to me.',
    ],
    noFavourite: [
      'All goods are worth the same to me, so I care for a balanced bundle.',
      'I have no favourite among the goods; a bit of each suits me.',
    ],
  },
  Evaluate: {
    good: [
      'Under {what} I would have {bundle}, which serves me well.',
      'Under {what} I would have {bundle}, which I find a good result for me.',
      'Under {what} I would have {bundle}, which is close to what I hoped for.',
    ],
    fair: [
      'Under {what} I would have {bundle}, which is acceptable but leaves room to improve.',
      'Under {what} I would have {bundle}, which is fair, though we could all do better.',
      'Under {what} I would have {bundle}, which I could live with.',
    ],
    poor: [
      'Under {what} I would have {bundle}, which is less than I need.',
      'Under {what} I would have {bundle}, which does not work well for me.',
      'Under {what} I would have {bundle}, which leaves me worse off than an even split.',
    ],
  },
  Accept: {
    backs: [
      'I support proposal {#id} as it stands.',
      'Proposal {#id} has my vote for now.',
      'I am ready to accept proposal {#id}.',
    ],
  },
  Defend: {
    own: [
      'I still believe that my proposal {#id} is right: it gives everybody more of what they need.',
      'I stand by proposal {#id}, because it trades what matters little for what matters much.',
    ],
  },
  Decline: {
    other: [
      'I cannot agree to proposal {#id}, since it takes too much from me.',
      'Proposal {#id} I have to turn down.',
    ],
  },
  Propose: {
    offer: [
      'I suggest the following split: {offer}.',
      'Here is an idea that I think helps all of us: {offer}.',
      'How about this allocation: {offer}?',
    ],
  },
  Compromise: {
    offer: [
      'To meet you halfway, I could go along with this: {offer}.',
      'Let us settle in the middle: {offer}.',
    ],
  },
  Summarize: {
    standing: [
      'To sum up after {#round} rounds: proposal {#id} stands, and we know what each of us needs.',
      'In short, we have talked through our needs and hold proposal {#id}.',
    ],
  },
  Request: {
    first: [
      'Which goods matter most to each of you, and what could you spare?',
      'Could you tell me what you need most and what you would trade?',
      'What are your priorities, so that we can find a split that suits all?',
    ],
    later: [
      'What would you change to make this work for you?',
      'Would you tell us what is still missing for your agreement?',
      'Are there any goods you would still like to trade?',
    ],
    wants: [
      '{name}, we have not heard what you need most; would you tell us?',
      '{name}, which good is the most useful to you?',
    ],
  },
  Confirm: {
    wants: [
      '{name}, can you confirm that this is in line with what you told us?',
      'Is my understanding of your needs correct, {name}?',
    ],
  },
} as const satisfies Phrases;
