import type { Random } from 'agora-voting';
import type { Saying, SpeakingMind } from '../simulated-agent';
import { agentNames } from './roster';
import type { RatingBelief, RatingMind } from './simulated-agent';
import { factNames, factOwners, type FactName, type OwnTable } from './table-facts';
import type { RatingProposal } from './types';

/**
 * How a conversation about a common task goes, as everybody knows it: first come the numbers; people judge from the second
 * round on; the further they are, the more they sum up, make sure that they understood, and propose. Probabilities, not
 * taken from the paper's tables; of two, the first holds in the first round, the second in the last.
 */
const habits = {
  example: [0.2, 0.6],
  summarize: [0, 0.6],
  confirm: [0, 0.7],
  propose: [0.05, 0.4],
  proposeAtEnd: 0.9,
  evaluate: 0.7,
  request: 0.95,
  requestAtEnd: 0.5,
  second: 0.4,
  // In a common task nobody has much to give way on.
  compromise: 0.1,
  defend: 0.15,
  accept: 0.15,
  decline: 0.2,
} as const;
/** More numbers than this a message does not hold. */
const numbersAtOnce = 2;
/** Fewer ratings than this are thin evidence. */
const thin = 15;
/** Within half a star, an estimate and a rating agree; from a star on they are far apart. */
const [near, far] = [0.5, 1];

type Speaking = SpeakingMind<RatingProposal, OwnTable, RatingBelief, keyof RatingMind['values']>;
/** What one can ask for. */
type Topic = FactName | 'genres';
const ownerOf = (topic: Topic) => (topic === 'genres' ? 'basicInfo' : factOwners[topic]);

/** What is due, what the speaker thinks of it, which rating it is for, and what it wants to know. */
export function talk(mind: Speaking, allowed: (rating: number) => number, random: Random): Saying[] {
  const { agent, round, rounds, heard } = mind;
  const progress = rounds < 2 ? 1 : (round - 1) / (rounds - 1);
  const rising = ([from, to]: readonly [number, number]) => random.chance(from + (to - from) * progress);
  const told = factNames.flatMap((name) => {
    const statement = heard('Inform', name).at(-1);
    return statement === undefined || agentNames[factOwners[name]] === agent
      ? []
      : [
          {
            name,
            from: statement.from,
            value: statement.gaps['value'] ?? '',
            count: Number(statement.gaps['count'] ?? 0),
          },
        ];
  });
  const said: Saying[] = round === 1 ? [{ act: 'Inform', says: 'greeting', gaps: { agent } }] : [];
  said.push(...inform(mind, rising, random));
  if (round > 1 && random.chance(habits.evaluate)) said.push(...evaluate(mind, told, random));
  if (rising(habits.summarize))
    for (const { name, value } of random.shuffle(told).slice(0, 2 + Math.floor(4 * progress)))
      said.push({ act: 'Summarize', says: name, gaps: { value } });
  said.push(...decide(mind, allowed, rising, random));
  if (told.length > 0 && rising(habits.confirm)) {
    const { name, value } = random.pick(told);
    said.push({ act: 'Confirm', says: name, gaps: { name: agentNames[factOwners[name]], value } });
  }
  if (random.chance(round === rounds ? habits.requestAtEnd : habits.request))
    said.push(...request(mind, random));
  return said;
}

/** What was asked for since the speaker last said it, and what it has not said yet; or else an example from its table. */
function inform(
  { observed, belief, values, round, heard }: Speaking,
  rising: (chances: readonly [number, number]) => boolean,
  random: Random,
): Saying[] {
  if (observed.name !== 'basicInfo' && observed.rows.length === 0)
    return [{ act: 'Inform', says: 'nothing' }];
  const own = (['genres', ...factNames] as const).filter((topic) => ownerOf(topic) === observed.name);
  const due = own.filter((topic) => {
    const told = heard('Inform', topic).at(-1)?.round ?? 0;
    const confirm = topic === 'genres' ? [] : heard('Confirm', topic);
    const asked = Math.max(...[...heard('Request', topic), ...confirm].map((one) => one.round), 0);
    return told === 0 || (asked >= told && asked < round);
  });
  const statements = due
    .flatMap((topic): Saying[] => {
      if (topic === 'genres') {
        const genres = observed.name === 'basicInfo' ? observed.basicInfo.movie.genre.join(', ') : '';
        return genres === '' ? [] : [{ act: 'Inform', says: topic, gaps: { genres } }];
      }
      const fact = belief.facts.get(topic);
      if (fact === undefined) return [];
      const value = figure(fact.value, topic === 'lift');
      return [{ act: 'Inform', says: topic, gaps: { value, count: fact.count } }];
    })
    .slice(0, numbersAtOnce)
    .filter(() => random.chance(values.openness));
  // With no number to give there is always an example.
  return statements.length > 0 && !rising(habits.example)
    ? statements
    : [...statements, example(observed, random)];
}

/** One row of the speaker's own table. */
function example(table: OwnTable, random: Random): Saying {
  if (table.name === 'basicInfo') {
    const { age, state, occupation } = table.basicInfo.user;
    return { act: 'Inform', says: 'basics', gaps: { age, state, occupation } };
  }
  if (table.name === 'userHistory') {
    const { movie_title: title, rating, genre } = random.pick(table.rows);
    return { act: 'Inform', says: 'rated', gaps: { title, rating, genre: genre.join(', ') } };
  }
  const { user_id: user, personal_average_score: usual, rating, occupation, age } = random.pick(table.rows);
  return { act: 'Inform', says: 'viewer', gaps: { user, usual, rating, occupation, age } };
}

interface Told {
  readonly from: string;
  readonly value: string;
  readonly count: number;
}

/** What somebody else brought or proposed. */
function evaluate(
  { agent, candidates, standing, belief }: Speaking,
  told: readonly Told[],
  random: Random,
): Saying[] {
  const others = candidates.filter(({ by }) => !by.includes(agent));
  const candidate = standing ?? (others.length > 0 ? random.pick(others) : null);
  const evidence = told.filter(({ count }) => count > 0);
  if (evidence.length > 0 && (candidate === null || random.chance(0.5))) {
    const { from, value, count } = random.pick(evidence);
    return [{ act: 'Evaluate', says: count < thin ? 'weak' : 'strong', gaps: { from, value, count } }];
  }
  if (candidate === null) return [];
  const { rating } = candidate.proposal;
  const off = rating - belief.expected;
  const says = Math.abs(off) <= near ? 'near' : off > 0 ? 'above' : 'below';
  return [{ act: 'Evaluate', says, gaps: { rating, own: figure(belief.expected) } }];
}

/** Takes sides on what was proposed, and says which rating the speaker would predict. */
function decide(
  { agent, candidates, round, rounds, belief: { expected } }: Speaking,
  allowed: (rating: number) => number,
  rising: (chances: readonly [number, number]) => boolean,
  random: Random,
): Saying[] {
  const isNear = (rating: number) => Math.abs(rating - expected) < far;
  const mine = candidates.find(({ by }) => by.includes(agent))?.proposal.rating;
  const others = candidates.filter(({ by }) => !by.includes(agent)).map(({ proposal }) => proposal.rating);
  const closest = [...others].sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0];
  const refused = others.find((rating) => Math.abs(rating - expected) > far);
  const said: Saying[] = [];
  const state = (act: Saying['act'], rating: number) => said.push({ act, says: 'rating', gaps: { rating } });
  if (refused !== undefined && random.chance(habits.decline)) state('Decline', refused);
  const isDisputed = others.some((rating) => rating !== mine);
  if (mine !== undefined && isDisputed && isNear(mine) && random.chance(habits.defend)) state('Defend', mine);
  else if (closest !== undefined && isNear(closest) && random.chance(habits.accept)) state('Accept', closest);
  else if (round === rounds ? random.chance(habits.proposeAtEnd) : rising(habits.propose)) {
    const all = mine === undefined ? others : [...others, mine];
    const [least, most] = [Math.min(...all), Math.max(...all)];
    if (others.length > 0 && most - least >= far && random.chance(habits.compromise))
      state('Compromise', allowed((least + most) / 2));
    else state('Propose', allowed(expected));
  }
  return said;
}

/** Asks for what the speaker has not been told and cannot look up. */
function request({ observed, heard }: Speaking, random: Random): Saying[] {
  const open = (['genres', ...factNames] as const).filter(
    (topic) => ownerOf(topic) !== observed.name && heard('Inform', topic).length === 0,
  );
  const asked = random.shuffle(open).slice(0, random.chance(habits.second) ? 2 : 1);
  if (asked.length === 0) return [{ act: 'Request', says: 'open' }];
  return asked.map((topic) => ({ act: 'Request', says: topic, gaps: { name: agentNames[ownerOf(topic)] } }));
}

/** A number as messages hold it: one decimal, and a sign where it is a difference. */
function figure(value: number, signed = false): string {
  const text = value.toFixed(1).replace(/^-0\.0$/, '0.0');
  return signed && value > 0 && text !== '0.0' ? `+${text}` : text;
}
