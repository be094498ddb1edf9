import type { JointCase, View } from 'agora-core/environments';
import { experiment } from 'agora-core/experiment';
import type { Row } from 'agora-core/metrics';
import { simulated } from 'agora-core/models';
import { deliberation } from 'agora-core/protocols';
import { compare } from 'agora-report';
import { item } from '../../item';
import { count } from '../../setting';
import { type Domain, environmentOf, someDomains } from '../joint-decisions';
import { tables } from '../tables';

const aspects = ['observation', 'coverage', 'roles', 'authority'] as const;
type Aspect = (typeof aspects)[number];

/** Deliberation's Table 1: how the task settings differ, read from the environments of this kit. 1 if as printed. */
export const table1 = item({
  paper: 'Deliberation',
  item: 'Table 1',
  notebook: 'deliberation.ipynb',
  published: () => tables.table1,
  plusMinus: null,
  notes: [
    'Coverage is partitioned where fragments of what is shared add up to the truth, and one agent only is told any other fact.',
    "Hybrid observations have the guests' wishes in words beside numbers.",
  ],
  departs:
    'Words, compared as 1 where ours say the same. Who ends a talk is read from talks of simulated agents: the protocol says so, whoever answers.',

  settings: {
    domains: someDomains,
    cases: count({ default: 60, paper: 60, does: 'How many cases of each task setting are looked at.' }),
    talks: count({ default: 3, paper: 'none', does: 'How many talks show who makes the decision.' }),
  },

  async computed({ domains, cases, talks }) {
    const rows: Row[] = [];
    for (const domain of domains) {
      const found = { ...whatIsSeen(domain, cases), authority: await whoDecides(domain, talks) };
      const printed = tables.table1.rows.find(({ setting }) => setting === domain);
      for (const aspect of aspects)
        rows.push({
          label: domain,
          column: aspect,
          value: found[aspect] === printed?.[aspect] ? 1 : 0,
          standardError: null,
          low: null,
          high: null,
          n: cases,
          printed: printed?.[aspect] ?? '',
          ours: found[aspect],
          evidence: 'recomputed',
        });
    }
    return rows;
  },

  compare(rows) {
    const { paper, item: name, caption, rows: printed } = tables.table1;
    const one = { value: 1, standardError: null };
    const cells = Object.fromEntries(aspects.map((aspect) => [aspect, one]));
    const table = {
      paper: paper,
      item: name,
      caption: caption,
      unit: '1 where ours is as printed',
      columns: [...aspects],
      rows: printed.map(({ setting }) => ({ label: setting, cells: cells })),
    };
    return [compare(table, rows, { show: 'ours' })];
  },
});

/** What agents observe, and their roles, in words of the table. */
function whatIsSeen(domain: Domain, count: number): Record<Exclude<Aspect, 'authority'>, string> {
  const environment = environmentOf(domain, 'deliberation');
  let [isInWords, isPartitioned, isSymmetric] = [true, true, true];
  for (let index = 0; index < count; index++) {
    const instance = environment.instance(index, null as never);
    const agents = environment.agents(instance);
    const views = agents.map(
      ({ name }) => (environment.observe?.(instance, name) as unknown as { view: View }).view,
    );
    isInWords &&= views.every(({ profiles }) => profiles !== undefined);
    isPartitioned &&= isSeenOnce(instance, views);
    isSymmetric &&= new Set(agents.map(({ role }) => role)).size === 1;
  }
  return {
    observation: isInWords ? 'hybrid' : 'numerical',
    coverage: isPartitioned ? 'partitioned' : 'partial',
    roles: isSymmetric ? 'symmetric' : 'asymmetric',
  };
}

/** Whether fragments add up to the truth, and any other fact is told to one agent only. */
function isSeenOnce({ truth }: JointCase, views: readonly View[]): boolean {
  const inAll = (name: string): number => views.reduce((sum, { shared }) => sum + (shared[name] ?? 0), 0);
  const addsUp = Object.entries(truth.shared).every(([name, amount]) => inAll(name) === amount);
  const facts = views.flatMap(({ values, own, profiles = {} }) => [
    ...Object.keys(values).map((whose) => `values of ${whose}`),
    ...Object.keys(own).map((whose) => `means of ${whose}`),
    ...Object.entries(profiles).flatMap(([guest, told]) =>
      Object.keys(told).map((field) => `${field} of ${guest}`),
    ),
  ]);
  return addsUp && new Set(facts).size === facts.length;
}

/** How talks that end with a decision end. */
async function whoDecides(domain: Domain, talks: number): Promise<string> {
  const run = await experiment({
    name: 'deliberation table 1',
    environment: environmentOf(domain, 'deliberation'),
    protocol: deliberation(),
    model: simulated(),
    collaborations: talks,
    seed: 7,
    progress: 'none',
  });
  const causes = new Set([...run].map(({ finished }) => finished?.cause));
  if (causes.has('leader')) return 'leader';
  return causes.has('agreed') ? 'symmetric' : 'nobody';
}
