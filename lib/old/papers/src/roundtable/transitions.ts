import { labelCollaborations, transitionProbabilities, type Labeller } from 'agora-core/language';
import type { Row } from 'agora-core/metrics';
import { transitionGraphFigure, type PlotlyFigure } from 'agora-report';
import { rules as paperRules } from './rules';
import type { Condition } from '../item';
import { rules as rulesSetting } from '../setting';
import type { VotingRule } from 'agora-voting';
import { conversationSettings, otherSizes } from './conversations';

/*
 * The transitions between dialogue acts behind RoundTable's Figures 22 to 24: rows of all transitions, and graphs of each act's
 * most probable successor other than itself.
 */

/** Two of the six rules by default: a graph has up to 13 boxes and 12 arrows, so a page has space for two. */
export const graphRules = rulesSetting<VotingRule>(
  {
    default: paperRules.filter(({ name }) => ['unanimous', 'majority'].includes(name)),
    paper: paperRules,
    does: 'The voting rules, one graph for each: any rule.',
  },
  ['choice', 'rating', 'ranking', 'points', 'approval'],
);

const { environments: _environments, rules: _rules, ...others } = conversationSettings;
/** The remaining settings if the task is given. */
export const oneTaskSettings = { rules: graphRules, ...others };

/** How often each act is followed by each other act, and the share of the messages in which each act occurs. */
export async function transitionRows({ run, fields }: Condition, labeller: Labeller): Promise<Row[]> {
  const labelled = await labelCollaborations(run, labeller);
  const messages = labelled.flatMap((one) => one.labelled);
  const common = { standardError: null, low: null, high: null, evidence: run.evidence, ...fields };
  const transitions = transitionProbabilities(labelled).map((one): Row => ({
    ...common,
    column: 'probability',
    from: one.from,
    to: one.to,
    value: one.probability,
    followed: one.followed,
    n: one.observed,
  }));
  const performed = [...new Set(messages.flatMap(({ acts }) => acts))];
  const shares = performed.map((act): Row => {
    const times = messages.filter(({ acts }) => acts.includes(act)).length;
    return {
      ...common,
      column: 'share',
      from: act,
      value: times / messages.length,
      followed: times,
      n: messages.length,
    };
  });
  return [...transitions, ...shares];
}

/** Rows of several runs as one: counts add up. */
export function together(rows: readonly Row[]): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.column, row['from'], row['to'] ?? null]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
  // An act that occurs in a run and is never followed by another there has no row of that pair: it still counts.
  const observed = (row: Row): number => {
    const runs = new Map<string, number>();
    for (const one of rows)
      if (one.column === row.column && (row.column === 'share' || one['from'] === row['from']))
        runs.set(`${one['environment']} ${one['rule']}`, one.n);
    return sum([...runs.values()]);
  };
  return [...groups.values()].map((members) => {
    const [first] = members as [Row];
    const followed = sum(members.map((row) => Number(row['followed'])));
    const n = observed(first);
    return { ...first, followed: followed, n: n, value: followed / n };
  });
}

/** Each act's most probable successor other than itself; of equal ones the first. */
export function mostProbable(rows: readonly Row[]) {
  const best = new Map<string, Row>();
  for (const row of rows.filter(({ column, from, to }) => column === 'probability' && from !== to)) {
    const known = best.get(String(row['from']));
    if (known === undefined || (row.value ?? 0) > (known.value ?? 0)) best.set(String(row['from']), row);
  }
  return [...best.values()].map(({ from, to, value }) => ({
    from: String(from),
    to: String(to),
    probability: value ?? 0,
  }));
}

/** One graph for each group of rows. */
export function transitionGraphs(
  groups: readonly { readonly title: string; readonly rows: readonly Row[] }[],
  title: string,
): Promise<PlotlyFigure> {
  const first = groups[0]?.rows[0] as Row;
  const graphs = groups.map(({ title, rows }) => {
    const all = together(rows);
    const shares = all.filter(({ column }) => column === 'share');
    return {
      title: title,
      edges: mostProbable(all),
      shares: Object.fromEntries(shares.map(({ from, value }) => [String(from), value ?? 0])),
    };
  });
  const messages = groups.map(({ rows }) => together(rows).find(({ column }) => column === 'share')?.n ?? 0);
  const counted =
    new Set(messages).size === 1 ? `${messages[0]} messages each` : `${messages.join(' and ')} messages`;
  const { evidence, model } = first;
  const sizes = otherSizes(groups.flatMap(({ rows }) => rows)).join(', ');
  const whose =
    (evidence === 'simulated' ? 'simulated agents' : `${evidence}, ${String(model)}`) +
    (sizes === '' ? '' : `, economy of ${sizes} agents`);
  return transitionGraphFigure(graphs, {
    title: title,
    subtitle: `${whose}, ${counted}; each act's most probable successor, with its probability; darker acts are more frequent`,
    columns: 2,
  });
}

/** One graph for each rule, as in Figures 23 and 24. */
export function graphsByRule(rows: readonly Row[], title: string): Promise<PlotlyFigure> {
  const names = [...new Set(rows.map(({ rule }) => String(rule)))];
  const groups = names.map((name) => ({ title: name, rows: rows.filter(({ rule }) => rule === name) }));
  return transitionGraphs(groups, title);
}
