import { actsBy, cueLabeller, roundDistance, utterances, type SentenceEmbedder } from 'agora-core/language';
import {
  consecutiveAgreements,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  trajectoryOf,
  validationCheckpoint,
  type StoppingTrajectory,
} from 'agora-core/stopping';
import { hasCode } from 'agora-voting';
import { mean } from 'simple-statistics';
import { fewestClusters, type ClaimCase, type Measured, type NotTested } from '../../claims/evaluate';
import { gapClosed, stopsByPolicy } from '../../claims/stops';
import type { Economy, Talk } from './roundtable';

/*
 * RoundTable's live tests that need embeddings: information distance, and policies that stop talks out of fold. A replay: what
 * was said before a stop is the same, nothing was said otherwise.
 */

/** The policies by the names of the parts of almostAllPoliciesBeatLastRound. */
const policies = {
  'first agreement': firstAgreement,
  'consecutive agreements': consecutiveAgreements,
  'validation checkpoint': () => validationCheckpoint(),
  'information distance': informationDistancePolicy,
  'dialogue act': () => dialogueAct(),
} as const;
type PolicyName = keyof typeof policies;
const policyNames = Object.keys(policies) as PolicyName[];
const languagePolicies: readonly PolicyName[] = ['information distance', 'dialogue act'];
const otherPolicies = policyNames.filter((name) => !languagePolicies.includes(name));

type ClaimName =
  | 'noveltyFalls'
  | 'almostAllPoliciesBeatLastRound'
  | 'languagePoliciesBeatOthers'
  | 'distanceStoppingClosesGap'
  | 'actStoppingClosesGap';
type Outcome = Readonly<Record<ClaimName, Measured | NotTested>>;

/** By claim. Nothing is embedded where economies are too few for any test. */
export async function talkOnEconomies(
  economies: readonly Economy[],
  embedder: () => SentenceEmbedder,
): Promise<Outcome> {
  const count = economies.length;
  if (count < fewestClusters)
    return allNotTested(
      `${count} ${count === 1 ? 'cluster' : 'clusters'}, at least ${fewestClusters} are needed`,
    );
  try {
    return await measuredTalk(economies, embedder());
  } catch (error) {
    if (hasCode(error, 'embedding-model-missing'))
      return allNotTested('the sentence-embedding model is not here: npm run setup');
    throw error;
  }
}

function allNotTested(why: string): Outcome {
  const each = { notTested: why };
  return {
    noveltyFalls: each,
    almostAllPoliciesBeatLastRound: each,
    languagePoliciesBeatOthers: each,
    distanceStoppingClosesGap: each,
    actStoppingClosesGap: each,
  };
}

/** One talk with where each policy would have ended it. */
interface StoppedTalk {
  readonly economy: Economy;
  readonly shares: readonly number[];
  readonly stops: Readonly<Record<PolicyName, number>>;
}

async function measuredTalk(economies: readonly Economy[], embedder: SentenceEmbedder): Promise<Outcome> {
  const talks = economies.flatMap((economy) =>
    [...economy.talks.values()].map((talk) => ({ economy: economy, talk: talk })),
  );
  // All at once, which is faster than a round at a time.
  await embedder.embed([...new Set(talks.flatMap(({ talk }) => textsOf(talk)))]);
  const courses: StoppingTrajectory[] = [];
  for (const { talk } of talks) courses.push(await courseOf(talk, embedder));
  const stops = stopsByPolicy(
    courses,
    talks.map(({ economy }) => economy.id),
    policies,
    { folds: 5, seed: 1 },
  );
  const stopped = talks.map(({ economy, talk }, place): StoppedTalk => ({
    economy: economy,
    shares: talk.shares,
    stops: stops[place] as StoppedTalk['stops'],
  }));
  const byEconomy = economies.map((economy) => ({
    economy: economy,
    courses: courses.filter((_, place) => talks[place]?.economy === economy),
  }));
  return {
    noveltyFalls: distanceSteps(byEconomy),
    almostAllPoliciesBeatLastRound: {
      cases: policyNames.flatMap((name) =>
        stopped.map((one) => ({ ...caseOf(one, after(one, name) - last(one)), part: name })),
      ),
      alike: 'clusters',
      counted: policyNames.map((name) => stoppedEarly(stopped, name)),
    },
    languagePoliciesBeatOthers: {
      cases: stopped.map((one) =>
        caseOf(
          one,
          mean(languagePolicies.map((name) => after(one, name))) -
            mean(otherPolicies.map((name) => after(one, name))),
        ),
      ),
      alike: 'clusters',
      counted: policyNames.map((name) => stoppedEarly(stopped, name)),
    },
    distanceStoppingClosesGap: gap(stopped, 'information distance'),
    actStoppingClosesGap: gap(stopped, 'dialogue act'),
  };
}

function textsOf({ whole }: Talk): string[] {
  return utterances(whole)
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '');
}

/** A talk as stopping sees it. Empty messages have no distance. */
async function courseOf({ whole }: Talk, embedder: SentenceEmbedder): Promise<StoppingTrajectory> {
  const said = (texts: readonly string[]): string[] => texts.filter((text) => text.trim() !== '');
  return trajectoryOf(whole, {
    performance: ({ share }) => (typeof share === 'number' ? 100 * share : null),
    distance: (previous, current) => roundDistance(said(previous), said(current), embedder),
    acts: actsBy(cueLabeller),
  });
}

/** The mean distance of a round minus that of the next one, all rules together: a part for each step from round 2 on. */
function distanceSteps(
  economies: readonly { readonly economy: Economy; readonly courses: readonly StoppingTrajectory[] }[],
): Measured {
  const steps = [2, 3, 4];
  const cases = steps.flatMap((round) =>
    economies.flatMap(({ economy, courses }): ClaimCase[] => {
      const [before, later] = [distanceIn(courses, round), distanceIn(courses, round + 1)];
      if (before === null || later === null) return [];
      return [
        {
          cluster: economy.id,
          model: economy.model,
          part: `round ${round} to ${round + 1}`,
          numerator: before - later,
        },
      ];
    }),
  );
  const missing = steps.length * economies.length - cases.length;
  const counted = missing === 0 ? [] : [`${missing} values that are not defined are left out.`];
  return { cases: cases, alike: 'clusters', counted: counted };
}

/** Null where nobody wrote in that round or the one before. */
function distanceIn(courses: readonly StoppingTrajectory[], round: number): number | null {
  const known = courses.flatMap(({ rounds }) => rounds[round - 1]?.distance ?? []);
  return known.length === 0 ? null : mean(known);
}

const last = ({ shares }: StoppedTalk): number => shares.at(-1) ?? 0;
const after = ({ shares, stops }: StoppedTalk, name: PolicyName): number => shares[stops[name] - 1] ?? 0;

function caseOf({ economy }: StoppedTalk, value: number): ClaimCase {
  return { cluster: economy.id, model: economy.model, numerator: value };
}

function gap(talks: readonly StoppedTalk[], name: PolicyName): Measured {
  const cases = talks.map(({ economy, shares, stops }): ClaimCase => {
    const { numerator, denominator } = gapClosed(shares, stops[name]);
    return { cluster: economy.id, model: economy.model, numerator: numerator, denominator: denominator };
  });
  return { cases: cases, alike: 'clusters', counted: [stoppedEarly(talks, name)] };
}

function stoppedEarly(talks: readonly StoppedTalk[], name: PolicyName): string {
  const early = talks.filter(({ shares, stops }) => stops[name] < shares.length).length;
  return `${name}: ${early} of ${talks.length} talks are stopped before their last round.`;
}
