import { z } from 'zod';
import { listOf, number, object, text } from 'agora-voting/internal';

const amounts = z.record(z.string(), number(0), { error: 'amounts of at least 0 by name' });
const rows = z.record(z.string(), amounts, { error: 'amounts by name' });
const state = { shared: amounts, own: rows, values: rows };
const names = listOf('names', text(), 1);

/** Schema of a case from any source: no amount is missing or negative, and agents have views. */
export const caseGiven = object('a case', {
  id: text(),
  domain: text(),
  items: names,
  needs: rows,
  doers: names,
  resources: object('resources', { shared: names, own: listOf('names', text()) }),
  agents: listOf('agents', object('an agent', { name: text() }), 1),
  truth: object('a state', state),
  views: z.record(z.string(), object('a view', state), { error: 'views by agent' }),
  optimum: number(0),
});
