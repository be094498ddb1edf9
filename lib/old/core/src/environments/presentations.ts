import type { Json } from 'agora-voting/internal';
import { presentAllocation } from './exchange-economy/present-allocation';
import type { Allocation, EconomyInstance } from './exchange-economy/types';
import { presentChoice } from './hidden-profile/present-choice';
import { presentPlan } from './joint-decision/present-plan';
import type { Assignment, JointCase, Menu } from './joint-decision/types';
import type { Present, Presented } from './presented';
import { presentAnswer } from './questions/present-answer';
import { presentRating } from './recommendation/present-rating';

/*
 * How proposals are shown if only the record is available: by the name of the environment, or of the recorded set.
 */

type Data = Readonly<Record<string, unknown>>;

const presentMenu: Present<JointCase, Menu> = (instance, dishes) =>
  presentPlan(
    instance,
    dishes.map((item) => ({ item, doer: 'kitchen' })),
    'dish',
  );

const presentAssignment: Present<JointCase, Assignment> = (instance, assignment) =>
  presentPlan(
    instance,
    Object.entries(assignment).map(([item, doer]) => ({ item, doer })),
    'task',
  );

/** A deal of the game of parties (llm-deliberation): what each issue's option gives each party, beside its minimum. */
function presentDeal(instance: unknown, proposal: unknown): Presented {
  const { seats } = instance as {
    readonly seats: readonly {
      readonly party: string;
      readonly name: string;
      readonly minimum: number;
      readonly scores: Readonly<Record<string, readonly number[]>>;
    }[];
  };
  const deal = Object.entries(proposal as Readonly<Record<string, number>>);
  return {
    rowsAre: 'party',
    columns: [...deal.map(([issue, option]) => `${issue}${option}`), 'points'],
    against: 'the best for the party; of its points, its minimum',
    rows: seats.map(({ party, minimum, scores }) => {
      const points = deal.map(([issue, option]) => scores[issue]?.[option - 1] ?? 0);
      const sum = points.reduce((total, one) => total + one, 0);
      return {
        name: party,
        cells: [
          ...points.map((value, place) => {
            const best = Math.max(0, ...(scores[deal[place]![0]] ?? []));
            return { value, ...(best > 0 && { against: best, part: value / best }) };
          }),
          { value: sum, against: minimum, fails: sum < minimum },
        ],
      };
    }),
  };
}

/** A division of packages (casino-negotiations), beside how much each wants them. */
function presentDivision(instance: unknown, proposal: unknown): Presented {
  const { values } = instance as {
    readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  const shares = Object.entries(proposal as Readonly<Record<string, Readonly<Record<string, number>>>>);
  const goods = Object.keys(shares[0]?.[1] ?? {});
  const wishOf = (agent: string, good: string) =>
    Object.entries(values[agent] ?? {}).find(([, wanted]) => wanted === good)?.[0];
  const total = (good: string) => shares.reduce((sum, [, own]) => sum + (own[good] ?? 0), 0);
  return {
    rowsAre: 'agent',
    columns: goods,
    against: 'how much the agent wants it',
    rows: shares.map(([name, own]) => ({
      name,
      cells: goods.map((good) => {
        const wish = wishOf(name, good);
        return {
          value: own[good] ?? 0,
          ...(wish !== undefined && { against: wish.toLowerCase() }),
          ...(total(good) > 0 && { part: (own[good] ?? 0) / total(good) }),
        };
      }),
    })),
  };
}

const known: Readonly<Record<string, Present<never, never>>> = {
  'exchange-economy': presentAllocation satisfies Present<EconomyInstance, Allocation>,
  menu: presentMenu,
  'task-allocation': presentAssignment,
  recommendation: presentRating,
  questions: presentAnswer,
  'choice-questions': presentAnswer,
  'open-questions': presentAnswer,
  discharge: presentAnswer,
  'fact-check': presentAnswer,
  'hidden-profile': presentChoice,
  'gpqa-debates': presentAnswer,
  'mmlu-redux-votes': presentAnswer,
  'mmlu-rater-probabilities': presentAnswer,
  'llm-deliberation': presentDeal,
  'casino-negotiations': presentDivision,
};

/** How long a list or an object may be to be shown as a table of its parts. */
const mostParts = 40;

/**
 * A proposal as a table, by the environment's name, or by the set's that its case names. What no function knows, or
 * what does not have the form that its function expects (an old record, another's), is shown by its own form: an
 * object of objects as rows and columns, an object as names and values. Null where a text says it as well.
 */
export function presentRecorded(
  environment: string | null,
  instance: Json,
  proposal: Json,
): Presented | null {
  const set = typeof instance === 'object' && instance !== null ? (instance as Data)['dataset'] : undefined;
  for (const name of [environment, set])
    if (typeof name === 'string' && Object.hasOwn(known, name))
      try {
        return known[name]!(instance as never, proposal as never);
      } catch {
        break; // not of that form: below
      }
  return byForm(proposal);
}

/** A table of a value's own parts. */
function byForm(proposal: Json): Presented | null {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal)) return null;
  const entries = Object.entries(proposal as Data);
  if (entries.length === 0 || entries.length > mostParts) return null;
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
  const cellOf = (value: unknown) => ({
    value:
      typeof value === 'number' || typeof value === 'string'
        ? value
        : value === null || value === undefined
          ? null
          : JSON.stringify(value),
  });
  if (entries.every(([, value]) => isPlain(value)))
    return {
      rowsAre: '',
      columns: entries.map(([name]) => name),
      rows: [{ name: '', cells: entries.map(([, value]) => cellOf(value)) }],
    };
  if (!entries.every(([, value]) => !isPlain(value) && !Array.isArray(value))) return null;
  const rows = entries as [string, Data][];
  const columns = [...new Set(rows.flatMap(([, own]) => Object.keys(own)))];
  if (columns.length > mostParts || rows.some(([, own]) => !Object.values(own).every(isPlain))) return null;
  return {
    rowsAre: '',
    columns,
    rows: rows.map(([name, own]) => ({ name, cells: columns.map((column) => cellOf(own[column])) })),
  };
}
