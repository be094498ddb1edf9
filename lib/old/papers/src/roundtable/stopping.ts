import { actsBy } from 'agora-core/language';
import type { Row } from 'agora-core/metrics';
import { ratio } from 'agora-core/statistics';
import {
  consecutiveAgreements,
  crossValidate,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  trajectoryOf,
  validationCheckpoint,
  type StoppingTrajectory,
  type TrainablePolicy,
} from 'agora-core/stopping';
import type { Collaboration } from 'agora-core/transcripts';
import type { PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { basedOn } from 'agora-core/internal';
import { cellValue, mean, rowWhere, sum } from '../finding';
import type { Condition, Planned } from '../item';
import { clustersOf } from '../llm-deliberation/configurations';
import { modelsIn } from '../recorded-row';
import { count, word, words } from '../setting';
import { type Environment, environments, gains, methods, statistic, type Method } from './cells';
import {
  conversations,
  type ConversationSettings,
  conversationSettings,
  distanceSetting,
  isNegotiation,
  labellerOf,
  labellerSetting,
  negotiation,
  ofCondition,
  pooled,
  recordedGames,
} from './conversations';
import { tables } from './tables';
import { distanceBetween, type DistanceBy } from './word-distance';

/*
 * The six policies behind RoundTable's Tables 2, 10 and 11: each collaboration is played to its end, and each policy, fitted on
 * the other folds, says after which round it would have ended it.
 */

/** The settings that these items share. */
export const stoppingSettings = {
  ...conversationSettings,
  collaborations: {
    ...conversationSettings.collaborations,
    default: 10,
  },
  methods: words(methods, {
    default: methods,
    paper: methods,
    does: 'Which policies stop collaborations, beside @10, which never does, and the oracle.',
  }),
  folds: count(
    {
      default: 5,
      paper: 5,
      does: 'In how many folds collaborations are dealt. A policy is fitted on all folds but one, and tested on that one.',
    },
    2,
  ),
  distance: distanceSetting,
  labeller: labellerSetting,
  checkpoint: word(['mean', 'best-mean'], {
    default: 'mean',
    paper: 'mean',
    does: 'Where Validation Checkpoint stops: after the rounded mean of the best rounds, or after the round whose mean is best.',
  }),
  pairs: word(['round', 'count'], {
    default: 'round',
    paper: 'not stated',
    does: 'What Dialogue Act regresses on: whether a pair of acts occurs in a round, or how often.',
  }),
};

/** The end that recorded games are compared with. */
export const endSetting = word(['last round', 'leader'], {
  default: 'last round',
  paper: 'last round',
  does: "What a recorded game is worth at its end: the deal on the table after the last full round, or the leader's final proposal, for which it had the last word. No effect where a game is played.",
});

export interface StoppingSettings extends ConversationSettings {
  readonly methods: readonly (typeof methods)[number][];
  readonly folds: number;
  readonly distance: DistanceBy;
  readonly labeller: 'cues' | 'model';
  readonly checkpoint: 'mean' | 'best-mean';
  readonly pairs: 'round' | 'count';
}

/** The runs of `conversations`: every collaboration to its last round. */
export function stoppedConversations(settings: StoppingSettings): Planned[] {
  if (settings.collaborations < settings.folds)
    throw new AgoraError(
      'setting',
      `roundtable needs at least as many collaborations as folds (${settings.folds}), got ${settings.collaborations} as collaborations`,
    );
  return conversations(settings);
}

/**
 * Recorded games, assigned to folds among the games of one model and one number of parties. If there are fewer than two games per
 * fold, they are left out.
 */
export function stoppedGames(
  settings: StoppingSettings & { readonly end: 'last round' | 'leader' },
): Condition[] {
  const withLeader = settings.end === 'leader';
  const conditions = recordedGames(settings, withLeader).flatMap(({ model, games }) => {
    // A game that ends on no whole deal has no last word to spare.
    const own = withLeader ? games.filter(({ finished }) => finished?.outcome !== null) : games;
    const sizes = [...new Set(own.map(({ agents }) => agents.length))].sort();
    return sizes.flatMap((size): Condition[] => {
      const dealt = own.filter(({ agents }) => agents.length === size);
      if (dealt.length < 2 * settings.folds) return [];
      const run = Object.assign([...dealt], {
        evidence: 'recorded' as const,
        name: `${model}, ${size} parties`,
      });
      return [{ fields: { ...negotiation, model: model, parties: size }, run: run }];
    });
  });
  if (conditions.length > 0) return conditions;
  throw new AgoraError(
    'setting',
    `roundtable needs at least two recorded games a fold, got ${settings.folds} as folds and ${settings.collaborations} as collaborations`,
  );
}

/** What a decision is worth. In the economy a group without one has nothing; a rating that is not given has no error. */
const worth = {
  'exchange-economy': { score: 'share', direction: 'maximize', undecided: 0 },
  recommendation: { score: 'absoluteError', direction: 'minimize', undecided: null },
  negotiation: { score: 'share', direction: 'maximize', undecided: 0 },
} as const;

/** How each policy ends each collaboration of a condition: one row for each number. */
export async function stoppedRows(condition: Condition, settings: StoppingSettings): Promise<Row[]> {
  const { run, fields } = condition;
  const { score, direction, undecided } = worth[fields['environment'] as keyof typeof worth];
  const collaborations: Collaboration[] = [];
  for await (const one of run) collaborations.push(one);
  const features = {
    distance: await distanceBetween(settings.distance, collaborations),
    acts: actsBy(labellerOf(settings.labeller)),
    performance: (found: Readonly<Record<string, unknown>>) =>
      typeof found[score] === 'number' ? found[score] : null,
  };
  const trajectories: StoppingTrajectory[] = [];
  for (const one of collaborations) trajectories.push(await trajectoryOf(one, features));
  const { policies } = crossValidate(trajectories, policiesOf(settings), {
    folds: settings.folds,
    seed: settings.seed,
    evidence: run.evidence,
    direction: direction,
    undecided: undecided,
  });
  const threshold = settings.distance === 'embeddings' ? 'threshold' : 'word threshold';
  const rows = policies.flatMap(({ policy, stops, fitted }) => {
    const method = policy === 'last-round' ? '@10' : policy;
    const row = (column: string, value: number | null, more: Readonly<Record<string, number>>): Row => ({
      ...more,
      method: method,
      column: column,
      value: value,
      standardError: null,
      low: null,
      high: null,
      n: value === null ? 0 : 1,
      evidence: run.evidence,
    });
    const learnt = fitted.map(({ parameters }, fold) => {
      const value = parameters['threshold'];
      return row(threshold, typeof value === 'number' ? value : null, { fold: fold });
    });
    const ended = stops.flatMap(({ collaboration, round, fired, performance }, place) => {
      const last = trajectories[place]?.rounds.length ?? round;
      const which = { collaboration: collaboration };
      return [
        row('performance', performance, which),
        row('stopped round', fired ? round : null, which),
        row('effective ratio', fired && round < last ? 1 : 0, which),
        row('rounds saved', 100 * (1 - round / last), which),
      ];
    });
    return policy === 'information-distance' ? [...ended, ...learnt] : ended;
  });
  return ofCondition(rows, condition);
}

function policiesOf({ methods: wanted, checkpoint, pairs }: StoppingSettings): TrainablePolicy[] {
  const made = {
    'first-agreement': () => firstAgreement(),
    'consecutive-agreements': () => consecutiveAgreements(),
    'validation-checkpoint': () => validationCheckpoint({ average: checkpoint }),
    'information-distance': () => informationDistancePolicy(),
    'dialogue-act': () => dialogueAct({ row: pairs }),
  };
  return [lastRound(), ...wanted.map((method) => made[method]())];
}

/** The printed half that rows are compared with. Recorded games are compared with the economy, since both are scored as a share of the best. */
export function besideWhich(row: Row): Environment {
  return isNegotiation(row) ? 'exchange-economy' : (row['environment'] as Environment);
}

/**
 * Ours by environment, method and rule, under `average` over all rules, as Table 11 prints it. Recorded games, which have no
 * rule, are in `average` alone.
 */
export function byRuleAndAverage(rows: readonly Row[]): Row[] {
  const placed = rows.map((row): Row => ({ ...row, environment: besideWhich(row), measured: row.column }));
  const underRules = placed.filter((row) => row['rule'] !== negotiation.rule);
  const each = pooled(underRules, ['environment', 'method', 'rule', 'measured']);
  const all = pooled(placed, ['environment', 'method', 'measured']);
  return [
    ...each.map((row): Row => ({ ...row, column: String(row['rule']) })),
    ...all.map((row): Row => ({ ...row, column: 'average' })),
  ];
}

/** A printed table with the mean of its six rules, if it does not print one. */
export function withAverage(table: PublishedTable): PublishedTable {
  const rows = table.rows.map((row) => {
    const values = table.columns.map((column) => cellValue(row, column));
    return { ...row, cells: { ...row.cells, average: { value: mean(values), standardError: null } } };
  });
  return { ...table, columns: [...table.columns, 'average'], rows: rows };
}

/** The label of a method's printed row. */
export function labelOf(
  table: PublishedTable,
  row: Row,
  more: Readonly<Record<string, string>> = {},
): string {
  const { environment, method } = row;
  return rowWhere(table, { environment: String(environment), method: String(method), ...more }).label;
}

const plain = (value: number) => ({ value: value, standardError: null });

/**
 * Table 10's gaps between @10 and the oracle, recomputed: the share that each policy closes, by sums over the six rules, as the
 * paper's 12% and 15% are read; and the rounds that it saves, from Table 11's stopped rounds and effective ratios.
 */
export function printedGaps(): PublishedTable {
  const rows = environments.flatMap((environment) =>
    methods.map((method) => {
      const closed = (100 * sum(gains(environment, method))) / sum(gains(environment, 'oracle'));
      const saved = printedSaving(environment, method);
      return {
        label: rowWhere(tables.table10, { environment, method }).label,
        setting: { environment, method },
        cells: {
          'gap closed': plain(closed),
          ...(saved === null ? {} : { 'rounds saved': plain(saved) }),
        },
      };
    }),
  );
  return {
    paper: 'RoundTable',
    item: 'Table 10, gap closed',
    caption:
      'Of the gap between @10 and the oracle, what each policy closes over all rules; rounds that it saves.',
    unit: 'percent',
    columns: ['gap closed', 'rounds saved'],
    rows: rows,
  };
}

/** Null for the checkpoint: its effective ratio is not printed, and its rounds appear to be counted from 0. */
function printedSaving(environment: Environment, method: Method): number | null {
  if (method === 'validation-checkpoint') return null;
  const fired = statistic(environment, 'effective-ratio', method);
  const stopped = statistic(environment, 'stopped-round', method);
  return mean(fired.map((share, place) => 100 * (share ?? 0) * (1 - (stopped[place] ?? 10) / 10)));
}

/**
 * Our gaps between @10 and the oracle. Cases are the clusters, since all rules play the same ones; for recorded games their configurations, if
 * there are several.
 */
export function ourGaps(rows: readonly Row[]): Row[] {
  const placed = rows.map((row): Row => ({ ...row, environment: besideWhich(row) }));
  const saved = pooled(
    placed.filter(({ column }) => column === 'rounds saved'),
    ['environment', 'method'],
  );
  const keyOf = ({ environment, rule, model, collaboration }: Row): string =>
    JSON.stringify([environment, rule, model, collaboration]);
  const worthBy = (method: string): Map<string, Row> =>
    new Map(
      placed
        .filter((row) => row.column === 'performance' && row['method'] === method)
        .map((row) => [keyOf(row), row]),
    );
  const [base, best] = [worthBy('@10'), worthBy('oracle')];
  const closed = environments.flatMap((environment) =>
    methods.flatMap((method): Row[] => {
      const own = [...worthBy(method)].filter(([, row]) => row['environment'] === environment);
      const cases = own.flatMap(([key, row]) => {
        const [from, to, top] = [base.get(key)?.value ?? null, row.value, best.get(key)?.value ?? null];
        if (from === null || to === null || top === null) return [];
        return [{ gain: 100 * (to - from), gap: top - from, row: row }];
      });
      const clusters = clustersOf(
        cases.map(({ row }) => row),
        ({ collaboration }) => String(collaboration),
      );
      if (new Set(clusters).size < 2 || sum(cases.map(({ gap }) => gap)) === 0) return [];
      const { effect, low, high, n } = ratio(
        cases.map(({ gain }) => gain),
        cases.map(({ gap }) => gap),
        { clusters: clusters },
      );
      const [{ evidence }] = cases.map(({ row }) => row) as [Row];
      const found: Row = {
        environment: environment,
        method: method,
        model: modelsIn(cases.map(({ row }) => row)),
        column: 'gap closed',
        value: effect,
        standardError: (high - low) / (2 * 1.96),
        low: low,
        high: high,
        n: n,
        evidence: evidence,
      };
      return [
        basedOn(
          found,
          cases.map(({ row }) => row),
        ),
      ];
    }),
  );
  return [...closed, ...saved.filter(({ method }) => methods.some((one) => one === method))];
}
