import { measure, type Row } from 'agora-core/metrics';
import { estimate } from 'agora-core/statistics';
import { type Collaboration, recorded } from 'agora-core/transcripts';
import { mean } from 'simple-statistics';
import type { PublishedTable } from 'agora-report/internal';
import type { Condition } from '../item';
import { word } from '../setting';
import { columns } from '../llm-deliberation';

/*
 * Recorded groups with private information: the 597 finished negotiations of LLM-Deliberation (Abdelnabi et al. 2024), each
 * party with a score sheet that nobody else sees. Not the paper's task: parties have scores of their own, and may not show
 * them.
 */

/** Which negotiations count, and what a valid deal is. For recorded evidence only. */
export const negotiationSettings = {
  games: word(['all', 'cooperative'], {
    default: 'all',
    paper: 'cooperative',
    does: 'Recorded negotiations: all, or those without saboteurs and greedy parties.',
  }),
  accepted: word(['by everybody', 'by the rule'], {
    default: 'by everybody',
    paper: 'by everybody',
    does: "Recorded negotiations: a deal is valid if it gives every party its minimum, or if it passes by the games' rule, which lets one party without a veto be passed over.",
  }),
};

interface NegotiationSettings {
  readonly games: 'all' | 'cooperative';
  readonly accepted: 'by everybody' | 'by the rule';
}

const configOf = ({ instance }: Collaboration): string => (instance as { config: string }).config;
const modelOf = ({ instance }: Collaboration): string => (instance as { model: string }).model;
const partiesOf = ({ instance }: Collaboration): number => (instance as { parties: number }).parties;

interface FinishedGames {
  readonly all: readonly Collaboration[];
  readonly evidence: 'recorded';
  readonly name: string;
}

let read: FinishedGames | undefined;

/** Read once: the set is large, and what is measured on a game is remembered with it. */
function finishedGames(): FinishedGames {
  if (read !== undefined) return read;
  const set = recorded('llm-deliberation');
  const all = [...set].filter((game) => game.finished?.cause !== 'broken off');
  read = { all: all, evidence: 'recorded', name: set.name };
  return read;
}

/** The finished negotiations, as one condition. */
export function negotiations({ games }: Pick<NegotiationSettings, 'games'>): Condition[] {
  const { all: finished, evidence, name } = finishedGames();
  const wanted =
    games === 'all' ? finished : finished.filter((game) => !/adv_game|greedy/.test(configOf(game)));
  const run = Object.assign([...wanted], { evidence, name });
  return [{ fields: { domain: 'negotiation', condition: 'deliberation', tools: 'without' }, run: run }];
}

/**
 * NR and VR of each negotiation, with its configuration, model and number of parties. `NR offered` is NR of the best deal
 * that anybody proposed.
 */
export async function negotiationRows(
  { run, fields }: Condition,
  { accepted }: Pick<NegotiationSettings, 'accepted'>,
): Promise<Row[]> {
  const { NR, VR, 'NR offered': offered, 'NR by rule': byRule, 'VR by rule': validByRule } = columns;
  const wanted =
    accepted === 'by everybody' ? { NR, VR, 'NR offered': offered } : { NR: byRule, VR: validByRule };
  const games = new Map([...(run as Iterable<Collaboration>)].map((game) => [game.index, game]));
  const rows = await measure(run, wanted as never, { each: true });
  return rows.map((row): Row => {
    const game = games.get(Number(row['collaboration'])) as Collaboration;
    return {
      ...row,
      ...fields,
      config: configOf(game),
      model: modelOf(game),
      parties: partiesOf(game),
    };
  });
}

/**
 * Means over negotiations, in all and by model and number of parties. Configurations are the clusters; where there is one,
 * its games are.
 */
export function negotiationMeans(rows: readonly Row[], all: string): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows)
    for (const label of [all, `${String(row['model'])}, ${String(row['parties'])} parties`]) {
      const key = JSON.stringify([label, row.column]);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  return [...groups].map(([key, own]): Row => {
    const [label, column] = JSON.parse(key) as [string, string];
    const known = own.filter(({ value }) => value !== null);
    const configs = known.map((row) => String(row['config']));
    const isOne = new Set(configs).size < 2;
    const values = known.map(({ value }) => Number(value));
    const { value, standardError, low, high, n } = estimate(values, isOne ? {} : { clusters: configs });
    return { label, column, value, standardError, low, high, n, evidence: 'recorded' };
  });
}

/** Beside what the negotiations stand: the mean over Table 2's models and task settings, deliberating without tools. */
export function deliberatingMean(table: PublishedTable): PublishedTable {
  const rows = table.rows.filter(
    ({ setting }) => setting?.['condition'] === 'deliberation' && setting['tools'] === 'without',
  );
  const meanOf = (ending: string): number =>
    mean(
      rows.flatMap(({ cells }) =>
        Object.entries(cells)
          .filter(([column]) => column.endsWith(` ${ending}`))
          .map(([, { value }]) => value),
      ),
    );
  return {
    ...table,
    item: `${table.item}, recorded negotiations`,
    caption:
      'Another task and other models: mean of 7 models and 3 task settings beside recorded negotiations.',
    columns: ['NR', 'VR'],
    rows: [
      {
        label: meanOfDeliberating,
        cells: {
          NR: { value: meanOf('NR'), standardError: null },
          VR: { value: meanOf('VR'), standardError: null },
        },
      },
    ],
  };
}

/** Its label. */
export const meanOfDeliberating = 'deliberation without tools, all models';
