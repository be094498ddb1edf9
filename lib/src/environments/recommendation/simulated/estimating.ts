import type { Random } from '../../../random';
import type { Candidate } from '../../situation';
import { withinScale } from '../rating-scale';
import { agentNames } from '../roster';
import type { RatingProposal } from '../types';
import { factNames, factOwners, type Fact, type FactName } from './facts';
import { hear, type Heard } from './hearing';
import { ownTable, type OwnTable } from './own-table';
import type { AgentParameters } from './parameters';
import type { Situation } from './situation';
import { tableFact } from './table-facts';

/** A number that an agent reckons with, and how far it takes it in: 1 for its own, less for what it was told. */
export type KnownFact = Fact & { readonly trust: number };
export type Knowledge = ReadonlyMap<FactName, KnownFact>;

/**
 * What an agent knows: numbers from its own table, read with an error, and numbers it was told. Each time a number
 * comes up, a listener's trust covers `attention` of what was missing to 1. A number that was stated several times is
 * taken at its average, and an agent that stated one before keeps `stubbornness` of what it said.
 * @param random - null for an agent that misreads nothing
 */
export function knowledge(
  situation: Situation,
  parameters: AgentParameters,
  random: Random | null,
): Knowledge {
  const { agent } = situation;
  const heard = hear(situation.messages);
  const table = ownTable(situation.instance, agent);
  const known = new Map<FactName, KnownFact>();
  for (const name of factNames) {
    const report = heard.reports.get(name);
    const said = report === undefined ? null : average(report.values);
    if (agentNames[factOwners[name]] === agent) {
      const fact = lookUp(table, name, heard, parameters);
      if (fact === null) continue;
      const seen = fact.value + (random === null ? 0 : random.normal(0, parameters.readingNoise));
      const value = said === null ? seen : seen + parameters.stubbornness * (said - seen);
      known.set(name, { value, count: fact.count, trust: 1 });
    } else if (report !== undefined && said !== null) {
      const trust = 1 - Math.pow(1 - parameters.attention, report.mentions);
      known.set(name, { value: said, count: report.count, trust });
    }
  }
  return known;
}

/** A number of one's own table, as far as one knows which rows to look at. */
export function lookUp(
  table: OwnTable,
  name: FactName,
  heard: Heard,
  { usualRating }: AgentParameters,
): Fact | null {
  return tableFact(table, name, heard, usualRating);
}

/**
 * The rating that an agent expects from what it knows: a usual rating, and what user and movie add to it. Each offset
 * counts by how many ratings it rests on, n / (n + damping), the damped means of collaborative filtering (Koren 2010,
 * "Factor in the Neighbors", section 2.1), and by the agent's trust in it.
 */
export function estimateFrom(known: Knowledge, parameters: AgentParameters): number {
  const { usualRating, userDamping, movieDamping } = parameters;
  const value = (name: FactName): number => known.get(name)?.value ?? usualRating;
  const weight = (name: FactName, damping: number): number => {
    const fact = known.get(name);
    return fact === undefined ? 0 : (fact.trust * fact.count) / (fact.count + damping || 1);
  };
  const user = weight('userMean', userDamping) * (value('userMean') - usualRating);
  const taste = weight('genreMean', userDamping) * (value('genreMean') - value('userMean'));
  // The lift says the same as the movie's mean, but for how generous its viewers are.
  const movieWeight = Math.max(weight('lift', movieDamping), weight('movieMean', movieDamping));
  const movie =
    known.has('lift') && weight('lift', movieDamping) >= weight('movieMean', movieDamping)
      ? movieWeight * value('lift')
      : movieWeight * (value('movieMean') - usualRating);
  const peers = weight('peerMean', movieDamping) * (value('peerMean') - value('movieMean'));
  // A first guess fades as numbers about the movie come in.
  const guess =
    (known.get('firstGuess')?.trust ?? 0) * (1 - movieWeight) * (value('firstGuess') - usualRating);
  return withinScale(usualRating + guess + user + taste + movie + peers);
}

/** The estimate an agent acts on: what it knows, moved by `conformity` towards the average rating the others want. */
export function estimate(situation: Situation, parameters: AgentParameters, random: Random | null): number {
  const own = estimateFrom(knowledge(situation, parameters, random), parameters);
  const wanted = othersWant(situation);
  return wanted === null ? own : own + parameters.conformity * (wanted - own);
}

/** What the others want on average, by what they wrote last or else by their latest proposal; null when none did. */
function othersWant({ agent, agents, messages, candidates }: Situation): number | null {
  const { ratings } = hear(messages);
  const wanted = agents
    .filter((name) => name !== agent)
    .flatMap((name) => ratings.get(name) ?? latestProposal(name, candidates)?.rating ?? []);
  return wanted.length === 0 ? null : average(wanted);
}

/** The proposal that an agent stands behind. */
export function latestProposal(
  agent: string,
  candidates: readonly Candidate<RatingProposal>[],
): RatingProposal | null {
  return candidates.find(({ by }) => by.includes(agent))?.proposal ?? null;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
