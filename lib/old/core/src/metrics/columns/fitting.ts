import { AgoraError, ruleByName, type VotingRule } from 'agora-voting';
import { check } from 'agora-voting/internal';
import { words } from '../../language/columns';
import type { Columns, Found, Measurable, MetricOf } from '../../row';
import { collaborationsGiven, type Collaboration } from '../../transcripts/collaboration';
import { answers } from './answers';
import { failures, usage } from './calls';
import { debates } from './debates';
import { deliberations } from './deliberations';
import { economy } from './economy';
import { elections } from './elections';
import { ratings } from './ratings';

/** On how many collaborations columns are tried. */
const tried = 5;

/**
 * All columns that fit a run: those that give a number on its first five collaborations, by their usual settings. What
 * a column needs that a run does not tell (the model of `columns.distance`, the labeller of `columns.acts`, further
 * rules of `columns.elections`) is left out. Of columns with one name the first is taken, in the order economy,
 * ratings, deliberations, debates, answers, elections (with the run's own rule), words, failures, usage.
 * `metrics.measure(run)` measures these.
 * @param run - a run, or collaborations
 * @throws AgoraError 'setting' for a stream that can be read only once
 * @example
 * const end = { type: 'finished', collaboration: 0, rounds: 2, cause: 'all rounds', outcome: null, score: {} } as const;
 * const said = { type: 'message', collaboration: 0, round: 1, phase: 'talk', from: 'A', to: [], text: 'Yes.' } as const;
 * 'length' in columns.of([{ index: 0, agents: ['A'], instance: null, events: [said], finished: end }]); // => true
 */
export function of(run: Measurable | Iterable<Collaboration>): Columns {
  check('columns.of', collaborationsGiven, run);
  if (!(Symbol.iterator in run))
    throw new AgoraError('setting', 'columns.of needs a run, or collaborations that can be read twice');
  const some: Collaboration[] = [];
  for (const one of run) if (some.push(one) >= tried) break;
  const rule = ruleOf(run);
  const all: Columns[] = [
    economy(),
    ratings(),
    deliberations(),
    debates(),
    answers(),
    rule === null ? {} : elections([rule]),
    words(),
    failures(),
    usage(),
  ];
  const fitting: Record<string, Columns[string]> = {};
  for (const columns of all)
    for (const [name, column] of Object.entries(columns))
      if (!Object.hasOwn(fitting, name) && fits(typeof column === 'function' ? column : column.of, some))
        fitting[name] = column;
  return fitting;
}

/** Whether a column is defined on all collaborations, and has a number on any. */
function fits(metric: MetricOf, some: readonly Collaboration[]): boolean {
  try {
    const found = some.map((one) => metric(one) as Found);
    return found.some((one) => numbersIn(one).some((value) => value !== null && !Number.isNaN(value)));
  } catch {
    return false; // its error says which score or note there is not
  }
}

const numbersIn = (found: Found): (number | null)[] =>
  typeof found === 'number' || found === null ? [found] : found.map(({ value }) => value);

/** The rule that a run's record names, if it is one of the library's. */
function ruleOf(run: Measurable | Iterable<Collaboration>): VotingRule | null {
  const name = 'description' in run ? run.description?.protocol.settings['rule'] : undefined;
  if (typeof name !== 'string') return null;
  try {
    return ruleByName(name);
  } catch {
    return null; // a rule of the user
  }
}
