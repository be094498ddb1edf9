import { check, listOf, oneOf, type Reading, settings as settingsOf } from 'agora-voting/internal';
import type { GivenCases } from '../environment';
import { amountsText, among, beliefsOf, isObject, quote, unread } from '../joint-decision/beliefs';
import { caseGiven } from '../joint-decision/case-given';
import { jointDecision } from '../joint-decision/joint-decision';
import type { Given } from '../joint-decision/search';
import { simulatedJointAgent } from '../joint-decision/simulated-agent';
import type { Information, JointCase, Menu, View } from '../joint-decision/types';
import { madeMenus } from './generate';
import { ratingOf, worthOf } from './taste';

export interface MenuSettings {
  /**
   * What agents know of the guests. numeric (default): numbers, one guest for each agent. semantic: words, a part of
   * both guests.
   */
  readonly observations?: 'numeric' | 'semantic';
  /** Who sees what. Default `partial`. */
  readonly information?: Information;
  /**
   * Default: 60 cases of this library. Collaboration i uses case i; after the last case it starts again with the first.
   */
  readonly cases?: readonly JointCase[];
}

const menuSettings = settingsOf({
  observations: oneOf('numeric', 'semantic').optional(),
  information: oneOf('partial', 'oracle', 'centralized').optional(),
  cases: listOf('cases', caseGiven, 1).optional(),
});

/** The only doer. */
export const kitchen = 'kitchen';

const plan = (menu: Menu): Given[] => menu.map((item) => ({ item, doer: kitchen }));
const menuOf = (given: readonly Given[]): Menu => given.map(({ item }) => item);

const simulatedAgent = simulatedJointAgent<Menu>({
  plan,
  proposal: menuOf,
  worth: (profile, item, needs) => ratingOf(profile, item, needs) * worthOf(needs),
});

/**
 * Menu design: two agents choose dishes for two guests from a stock. Each agent sees a part of it. Source: Wang et al.,
 * sections 2.2.1 and 2.2.2, Appendix A.1.
 *
 * The value of a menu is the sum over its dishes; the value of a dish is the mean over the guests, as in the authors'
 * code. (The paper writes the sum over the guests, which changes no share of the optimum.) A menu that needs more than
 * the stock has reward 0. Repeated dishes count once; a menu with an unknown dish cannot be read. The feasible part of
 * an invalid menu takes its dishes in the given order.
 * @throws AgoraError 'setting' for invalid settings
 * @example
 * environments.menu({ observations: 'semantic' }).settings.cases; // => 60
 */
export function menu(settings: MenuSettings = {}): GivenCases<JointCase, Menu> {
  check('menu', menuSettings, settings);
  const { observations = 'numeric', information = 'partial', cases = madeMenus() } = settings;
  const seen = (view: View): View => {
    const { profiles = {}, ...rest } = view;
    return observations === 'numeric' ? rest : { ...rest, values: {}, profiles };
  };
  const told = cases.map((one) => ({
    ...one,
    views: Object.fromEntries(Object.entries(one.views).map(([agent, view]) => [agent, seen(view)])),
  }));
  return jointDecision<Menu>(
    {
      name: 'menu',
      itemsAre: 'dish',
      settings: { observations },
      plan,
      proposal: menuOf,
      greedy: (_, given) => given,
      task: taskText,
      background: backgroundText,
      beliefs: beliefsOf(
        {
          shared: ['ingredients', 'total_ingredients'],
          own: [],
          values: ['values', 'overall_preference'],
        },
        {
          shared: '{"<ingredient>": <how much there is of it in all>, ...}',
          own: '',
          values: '{"<dish>": <what it is worth, the mean of both guests>, ...}',
        },
      ),
      decisions: {
        proposalFormat: ({ items }) => ({
          text: '["<dish>", ...] - dishes of the list, each at most once',
          schema: () => ({
            type: 'array',
            items: { type: 'string', enum: items },
            minItems: 1,
            maxItems: items.length,
            uniqueItems: true,
          }),
        }),
        readProposal: readMenu,
        showProposal: (_, dishes) => dishes.join(', ') || 'nothing at all',
      },
      simulatedAgent,
    },
    told,
    information,
  );
}

/** Reads a list of dishes, alone or inside an object. */
function readMenu({ items }: JointCase, value: unknown): Reading<Menu> {
  const list = isObject(value) ? Object.values(value).find((one) => Array.isArray(one)) : value;
  if (!Array.isArray(list)) return unread('a menu must be a list of dishes, such as ["<dish>", "<dish>"]');
  const nameOf = among(items);
  const dishes = new Set<string>();
  for (const one of list) {
    const dish = typeof one === 'string' ? nameOf(one) : undefined;
    if (dish === undefined)
      return unread(`there is no dish ${quote(one as never)}: choose from ${items.join(', ')}`);
    dishes.add(dish);
  }
  return { ok: true, value: [...dishes] };
}

const guestsOf = ({ views }: JointCase): string[] => [
  ...new Set(
    Object.values(views).flatMap((view) => [
      ...Object.keys(view.values),
      ...Object.keys(view.profiles ?? {}),
    ]),
  ),
];

function taskText(instance: JointCase, information: Information): string {
  const lines = [
    `A menu is to be designed for two guests, ${guestsOf(instance).join(' and ')}, who matter alike.`,
    'A menu is any set of the dishes below, each at most once. All its dishes together must not take more ingredients than there are.',
    'It is worth the sum of its dishes, and a dish is worth the mean of what it is worth to either guest: the more, the better. A menu for which ingredients are lacking is worth nothing. Without an agreement you get nothing either.',
  ];
  if (information === 'partial')
    lines.push(
      'You decide with a partner. Each of you sees a part of the ingredients: what there is in all is the sum of both parts. Each of you also knows other things of the guests.',
    );
  const recipes = instance.items.map((dish) => `- ${dish}: ${amountsText(instance.needs[dish] ?? {})}`);
  return [...lines, 'The dishes, and what each takes:', ...recipes].join('\n');
}

function backgroundText(_: JointCase, __: string, view: View): string {
  const lines = [
    `${view.isWhole ? 'All ingredients that there are' : 'The ingredients that you see'}: ${amountsText(view.shared)}.`,
  ];
  for (const [guest, values] of Object.entries(view.values))
    lines.push(`What the dishes are worth to ${guest}: ${JSON.stringify(values)}.`);
  const profiles = Object.entries(view.profiles ?? {});
  if (profiles.length > 0)
    lines.push(
      'What the dishes are worth to the guests you have to estimate. A dish that takes n units of ingredients and is just liked is worth n + 0.2 n^1.5 to a guest, one that the guest likes very much up to twice as much, and one that the guest cannot eat nothing.',
    );
  for (const [guest, profile] of profiles)
    lines.push(`What you know of ${guest}: ${JSON.stringify(profile)}.`);
  return lines.join('\n');
}
