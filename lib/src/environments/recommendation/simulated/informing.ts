import type { Random } from '../../../random';
import { factNames, factOwners, type FactName } from './facts';
import { movieStatements, personStatements, statements, type Topic } from './phrases';
import { genderWord } from './reading';
import { detail, emptyTables } from './sentences';
import type { Sentence } from './speaking';
import { figure, progress, type View } from './view';

/** More numbers than this a message does not hold. */
const numbersAtOnce = 2;
/**
 * Probability of an example from the own table beside numbers, in the first round and in the last: first come the
 * numbers, then what is behind them. With no number to give there is always an example.
 */
const exampleChance = [0.2, 0.6] as const;

/** What is due: what was asked for since the speaker last said it, and what it has not said yet. */
export function inform(view: View, random: Random): Sentence[] {
  const { table, parameters } = view;
  if (table.name !== 'basicInfo' && table.rows.length === 0)
    return [{ act: 'Inform', text: random.pick(emptyTables) }];
  const texts = dueTopics(view)
    .flatMap((topic) => statement(topic, view, random) ?? [])
    .slice(0, numbersAtOnce)
    .filter(() => random.chance(parameters.openness));
  const [least, most] = exampleChance;
  const chance = texts.length === 0 ? 1 : least + (most - least) * progress(view);
  const example = random.chance(chance) ? detail(table, random) : null;
  return [...texts, ...(example === null ? [] : [example])].map((text) => ({ act: 'Inform', text }));
}

function dueTopics({ situation: { round }, table, heard }: View): Topic[] {
  const own: Topic[] = factNames.filter((name) => factOwners[name] === table.name);
  if (table.name === 'basicInfo') own.unshift('movie', 'person');
  return own.filter((topic) => {
    const told = heard.told.get(topic) ?? 0;
    const asked = heard.asked.get(topic) ?? 0;
    return told === 0 || (asked >= told && asked < round);
  });
}

function statement(topic: Topic, { known, table }: View, random: Random): string | null {
  if (topic === 'movie' || topic === 'person') {
    if (table.name !== 'basicInfo') return null;
    const { movie, user } = table.basicInfo;
    if (topic === 'movie')
      return movie.genre.length === 0
        ? null
        : random.pick(movieStatements).write({ genres: movie.genre.join(', ') });
    const { age, gender, occupation } = user;
    return random.pick(personStatements).write({ age, gender: genderWord(gender), occupation });
  }
  const fact = known.get(topic);
  if (fact === undefined) return null;
  return random.pick(statements[topic]).write({ value: factFigure(topic, fact.value), count: fact.count });
}

/** The lift is a difference, all others are ratings. */
export function factFigure(name: FactName, value: number): string {
  return figure(value, name === 'lift');
}
