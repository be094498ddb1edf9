import { AgoraError, Random } from 'agora-voting';
import { check, listOf, oneOf, settings as settingsOf, whole } from 'agora-voting/internal';
import { asShipped } from '../../own-code';
import type { Choices, GivenCases, Prose } from '../environment';
import { labelAnswers } from '../label-answers';
import { questionDigest } from '../questions/question-set';
import written from './cases.json';
import { caseGiven, needHiddenProfile } from './check-case';
import { presentChoice } from './present-choice';
import { simulatedMember } from './simulated-agent';
import type {
  Fact,
  HiddenProfileCase,
  HiddenProfileInstance,
  HiddenProfileScore,
  ProfileInformation,
  ProfileView,
} from './types';
import { favoured } from './weigh';

export interface HiddenProfileSettings {
  /** Default: 24 cases of this library. Collaboration i uses case i; after the last case it starts with the first. */
  readonly cases?: readonly HiddenProfileCase[];
  /** distributed (default): members know the shared facts and their own. full: every member knows every fact. */
  readonly information?: ProfileInformation;
  /**
   * How many members. Default: as many as the case is written for, three or four. With any other number the unshared
   * facts are given out in turn, and there must be one for each member.
   */
  readonly agents?: number;
}

const profileSettings = settingsOf({
  cases: listOf('cases', caseGiven, 1).optional(),
  information: oneOf('distributed', 'full').optional(),
  agents: whole(2, 100).optional(),
});

/** The seed of the order in which a member is told its facts. */
const orderSeed = 11;

/** Hidden profiles: options can be voted on, and answers can be given in prose. */
export interface HiddenProfileEnvironment extends GivenCases<HiddenProfileInstance, string> {
  readonly choices: Choices<HiddenProfileInstance, string>;
  readonly prose: Prose<HiddenProfileInstance, string>;
}

/**
 * Hidden profiles: a group chooses one of three or four options. The facts that all members know favour a wrong option,
 * each member also knows facts that nobody else knows, and all facts together make another option the right one. A
 * group finds it only if members tell what they alone know. Source of the form: Stasser and Titus (1985), "Pooling of
 * unshared information in group decision making"; the 24 cases are our own. An option's worth is the sum of its facts'
 * weights, which agents do not see: they judge by the facts' words.
 *
 * Members are told their facts in an order of their own, which does not say what is shared, and that others may know
 * other things. Two baselines, as in HiddenBench (Li et al. 2025): with `information: 'full'` what a group makes of all
 * facts, and without talk what members choose alone, by `protocols.election` (each votes once, having heard nobody) or
 * `protocols.debate({ rounds: 1 })` (first answers only). `columns.hiddenProfiles` counts which facts were mentioned.
 *
 * Works with any protocol. Every case given is checked to be a hidden profile: without unshared facts, with a fact about
 * an unknown option, with shared facts that favour the right option, with a member who can find it alone, or with facts
 * that do not favour it together, it is refused.
 * @throws AgoraError 'setting' for invalid settings, or naming the case that is not a hidden profile
 * @example
 * const group = environments.hiddenProfile();
 * const first = group.instance(0);
 * first.misleading; // => 'Tomas'
 * group.score(first, 'Ines'); // => { correct: 1, decided: 1, misled: 0 }
 */
export function hiddenProfile(settings: HiddenProfileSettings = {}): HiddenProfileEnvironment {
  check('hiddenProfile', profileSettings, settings);
  const { information = 'distributed', agents } = settings;
  const given: readonly HiddenProfileCase[] = settings.cases ?? written;
  const cases = given.map((one) => ({ ...one, unshared: dealt(one, agents) }));
  cases.forEach(needHiddenProfile);
  return asShipped<HiddenProfileEnvironment>({
    ...labelAnswers<HiddenProfileInstance>(({ options }) => options),
    name: 'hidden-profile',
    settings: {
      information,
      agents: agents ?? 'as written',
      cases: `${cases.length} (${questionDigest(given)})`,
    },
    instance: (index) => {
      const one = cases[index % cases.length] as HiddenProfileCase;
      return {
        id: one.id,
        task: one.task,
        options: one.options,
        answer: one.answer,
        shared: one.shared,
        unshared: one.unshared,
        information,
        misleading: favoured(one.options, one.shared)[0] as string,
        members: one.unshared.map((_, place) => `Agent ${place + 1}`),
      };
    },
    agents: (instance) =>
      instance.members.map((name) => ({
        name,
        background: [
          'This is what you know:',
          ...told(instance, name).map(({ text }) => `- ${text}`),
          information === 'full'
            ? 'Everybody knows the same facts, and there are no others.'
            : 'Some of it the others know too, and some of it may be known to you alone. The others may know things that you do not.',
        ].join('\n'),
      })),
    task: ({ task, options }) =>
      [
        task,
        `Choose exactly one of: ${options.join(', ')}.`,
        information === 'full'
          ? 'One option is the best by all facts together. All facts are true.'
          : 'One option is the best by all facts that the members of the group know together, which may not be the best by what one member knows. All facts are true.',
      ].join('\n'),
    score: ({ answer, misleading }, option): HiddenProfileScore => ({
      correct: option === answer ? 1 : 0,
      decided: option === null ? 0 : 1,
      misled: option === misleading ? 1 : 0,
    }),
    present: presentChoice,
    observe: (instance, agent): ProfileView => {
      const knows = told(instance, agent);
      const all = [...instance.shared, ...instance.unshared.flat()];
      return { options: instance.options, knows, untold: all.filter((fact) => !knows.includes(fact)) };
    },
    simulatedAgent: simulatedMember,
  });
}

/** The unshared facts of each member. With another number of members they are dealt out in turn. */
function dealt({ id, unshared }: HiddenProfileCase, agents = unshared.length): readonly (readonly Fact[])[] {
  if (agents === unshared.length) return unshared;
  const facts = unshared.flat();
  if (facts.length < agents)
    throw new AgoraError(
      'setting',
      `hiddenProfile needs an unshared fact for each of ${agents} agents, and case "${id}" has ${facts.length}`,
    );
  return Array.from({ length: agents }, (_, member) =>
    facts.filter((__, place) => place % agents === member),
  );
}

/**
 * The facts that a member is told, in its order, which is the same whenever the case is used. A non-member (an instructor) is
 * told nothing.
 */
function told({ id, shared, unshared, members, information }: HiddenProfileInstance, name: string): Fact[] {
  const own = unshared[members.indexOf(name)];
  if (own === undefined) return [];
  const facts = [...shared, ...(information === 'full' ? unshared.flat() : own)];
  return Random.from(orderSeed, 'hidden profile', id, name).shuffle(facts);
}
