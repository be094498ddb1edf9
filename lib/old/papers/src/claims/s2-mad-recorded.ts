import { type Collaboration, recorded } from 'agora-core/transcripts';
import { answerOf } from '../recomputed/round-debates';
import {
  debateOf,
  redundantShare,
  replayCost,
  rightAfter,
  voteAfter,
  type Debate,
  type ReplayCost,
} from './debates';
import { cut, type ClaimCase, type Cut, type CutSettings, type Measured } from './evaluate';
import { type RecordedTests, testsOf } from './recorded-tests';

/*
 * S2-MAD's claims on recorded debates. A question is a cluster, for all its debates. Two of the sets are not in the
 * repository; a test names the folders that hold them.
 */

/** A number that one debate has. */
type Reads = (one: Debate) => number;

export interface DebateFolders {
  /** du-debates-unlicensed */
  readonly twoRounds: string;
  /** slm-debates */
  readonly threeRounds: string;
}

export function s2madTests(folders: DebateFolders): RecordedTests {
  const du = [...recorded('du-debates-unlicensed', { folder: folders.twoRounds })].map((one) =>
    debateOf(one, answerOf),
  );
  const slm = severalIn([...recorded('slm-debates', { folder: folders.threeRounds })]).map((one) =>
    debateOf(one, answerOf),
  );
  const gpqa = [...recorded('gpqa-debates')].map((one) => debateOf(one));
  return testsOf('s2mad', {
    ...twoRoundClaims(du, gpqa),
    ...replayClaims(du, gpqa),
    ...threeRoundClaims(slm, gpqa),
  });
}

/** Debates of three agents or more over three rounds. */
function severalIn(all: readonly Collaboration[]): Collaboration[] {
  return all.filter(({ agents, finished }) => agents.length >= 3 && finished?.rounds === 3);
}

function setOf({ model, task }: Debate): string {
  return `${model} on ${task}`;
}

function casesOf(debates: readonly Debate[], reads: Reads): ClaimCase[] {
  return debates.map((one) => ({
    cluster: one.question,
    model: one.model,
    set: setOf(one),
    numerator: reads(one),
  }));
}

const bySets: CutSettings = { alike: 'sets' };

function twoRoundClaims(du: readonly Debate[], gpqa: readonly Debate[]): Readonly<Record<string, Measured>> {
  const talkHelps: Reads = (one) => voteAfter(one, 2) - voteAfter(one, 1);
  const ownHelps: Reads = (one) => rightAfter(one, 2) - rightAfter(one, 1);
  const unread = du.reduce(
    (sum, { answers }) => sum + answers.flat().filter((one) => one === null).length,
    0,
  );
  const replies = du.reduce((sum, { answers }) => sum + answers.flat().length, 0);
  const counted = [`${unread} of ${replies} replies have no answer that could be read`];
  const models = [...new Set(du.map(({ model }) => model))];
  return {
    debateBeatsOneChain: {
      cases: casesOf(du, talkHelps),
      alike: 'sets',
      counted: counted,
      sensitivity: [
        ...onTasks(du, talkHelps),
        ...models.map((model) => cut(`${model}.`, casesOf(ofModel(du, model), talkHelps), bySets)),
        cut("Each agent's own accuracy.", casesOf(du, ownHelps), bySets),
      ],
      uncomputed: ['dylan, debates of two rounds.'],
    },
    muchIsRedundant: {
      cases: casesOf(du, redundantShare),
      alike: 'sets',
      counted: counted,
      sensitivity: [cut('GPQA, by letters.', casesOf(gpqa, redundantShare))],
      uncomputed: ['dylan, later rounds.', 'Words in place of opinions.'],
    },
  };
}

function ofModel(debates: readonly Debate[], model: string): Debate[] {
  return debates.filter((one) => one.model === model);
}

function onTasks(debates: readonly Debate[], reads: Reads): Cut[] {
  return ['GSM8K', 'MMLU'].map((task) =>
    cut(
      `${task}.`,
      casesOf(
        debates.filter((one) => one.task === task),
        reads,
      ),
      bySets,
    ),
  );
}

/** The savings that S2-MAD prints for the two data sets, in percent. */
const printedSaving = { MMLU: 92.4, GPQA: 83.6 } as const;

function replayClaims(du: readonly Debate[], gpqa: readonly Debate[]): Readonly<Record<string, Measured>> {
  const costs = new Map([...du, ...gpqa].map((one) => [one, replayCost(one)]));
  const saved = (debates: readonly Debate[], scale: number, later: boolean): ClaimCase[] =>
    debates.map((one) => {
      const { full, filtered, fullLater, filteredLater } = costs.get(one) as ReplayCost;
      return {
        cluster: one.question,
        model: one.model,
        set: setOf(one),
        numerator: (100 / scale) * (later ? fullLater - filteredLater : full - filtered),
        denominator: later ? fullLater : full,
      };
    });
  const gsm8k = du.filter(({ task }) => task === 'GSM8K');
  const mmlu = du.filter(({ task }) => task === 'MMLU');
  const ratio: CutSettings = { alike: 'sets', method: 'ratio of sums' };
  const [ofMmlu, ofGpqa] = [printedSaving.MMLU / 100, printedSaving.GPQA / 100];
  return {
    savesUpTo94: {
      cases: saved(gsm8k, 1, false).map((one) => ({ ...one, part: one.model })),
      alike: 'sets',
      sensitivity: [
        cut('The mean over models.', saved(gsm8k, 1, false), ratio),
        cut('Tokens of round 2 alone, mean over models.', saved(gsm8k, 1, true), ratio),
      ],
    },
    savesOnEveryDataSet: {
      cases: [
        ...saved(mmlu, ofMmlu, false).map((one) => ({ ...one, part: 'MMLU' })),
        ...saved(gpqa, ofGpqa, false).map((one) => ({ ...one, part: 'GPQA' })),
      ],
      alike: 'sets',
      sensitivity: [
        cut('Tokens of later rounds alone, MMLU.', saved(mmlu, ofMmlu, true), ratio),
        cut('Tokens of later rounds alone, GPQA.', saved(gpqa, ofGpqa, true), ratio),
      ],
    },
  };
}

/** Settings with fewer debates are left out. */
const fewestDebates = 20;

function threeRoundClaims(
  slm: readonly Debate[],
  gpqa: readonly Debate[],
): Readonly<Record<string, Measured>> {
  const settingOf = ({ model, task, agents, diversity }: Debate): string =>
    [model, task, agents, diversity].join();
  const sizes = new Map<string, number>();
  for (const one of slm) sizes.set(settingOf(one), (sizes.get(settingOf(one)) ?? 0) + 1);
  const whole = slm.filter((one) => (sizes.get(settingOf(one)) ?? 0) >= fewestDebates);
  const further: Reads = (one) => voteAfter(one, 3) - voteAfter(one, 2);
  const settings = new Set(whole.map(settingOf)).size;
  const task = (name: string) => whole.filter((one) => one.task === name);
  return {
    moreRoundsAreMoreAccurate: {
      cases: casesOf(whole, further),
      alike: 'clusters',
      counted: [`${whole.length} debates in ${settings} settings`],
      sensitivity: [
        cut('GPQA.', casesOf(gpqa, further)),
        cut('GSM8K.', casesOf(task('GSM8K'), further)),
        cut('MMLU.', casesOf(task('MMLU'), further)),
      ],
      uncomputed: ['llm-agora, GSM8K.'],
    },
    moreAgentsAreMoreAccurate: {
      cases: moreAgents(whole, 7),
      alike: 'clusters',
      sensitivity: [
        cut('Five agents against three.', moreAgents(whole, 5)),
        cut('GSM8K.', moreAgents(task('GSM8K'), 7)),
        cut('MMLU.', moreAgents(task('MMLU'), 7)),
      ],
    },
  };
}

/** The final vote of this many agents with personas minus that of three, by the same model on the same question. */
function moreAgents(debates: readonly Debate[], agents: number): ClaimCase[] {
  const withPersonas = debates.filter(({ diversity }) => diversity === 'personas');
  const keyOf = (one: Debate): string => JSON.stringify([setOf(one), one.question]);
  const three = new Map(withPersonas.filter((one) => one.agents === 3).map((one) => [keyOf(one), one]));
  return withPersonas
    .filter((one) => one.agents === agents && three.has(keyOf(one)))
    .map((one) => ({
      cluster: one.question,
      model: one.model,
      set: setOf(one),
      numerator: voteAfter(one, 3) - voteAfter(three.get(keyOf(one)) as Debate, 3),
    }));
}
