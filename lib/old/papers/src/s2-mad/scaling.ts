import type { Row } from 'agora-core/metrics';
import { type LineSeries, lineFigure, type PlotlyFigure } from 'agora-report';
import { AgoraError } from 'agora-voting';
import type { Condition, Planned } from '../item';
import { counts, word, words } from '../setting';
import {
  type Dataset,
  debateSettings,
  debatesOn,
  ofEachDebate,
  oneDataset,
  optionsOf,
  overQuestions,
  seenSetting,
} from './debates';
import { methods } from './presets';
import { claudeOnGpqa, fullDebate, rowsOfReplays } from './recorded-debates';
import { type Parts, sameAnswer } from './replay';

/* Shared code of Figures 4 and 5: the same debates with more agents, or with more rounds. */

const scaled = ['MAD', 'S-MAD', 'GD', 'S2-MAD'] as const;

export const scalingSettings = {
  ...debateSettings,
  by: word(['agents', 'rounds'], {
    default: 'agents',
    whenRecorded: 'rounds',
    paper: 'both, a panel each',
    does: 'What grows: the number of agents (in four rounds), or of rounds (with five agents). Recorded: rounds only.',
  }),
  agents: counts({ default: [3, 4, 6, 8], paper: 'not stated', does: 'Numbers of agents, by agents.' }, 2),
  rounds: counts({
    default: [2, 3, 4, 5],
    whenRecorded: [1, 2, 3],
    paper: 'not stated',
    does: 'Numbers of rounds, by rounds.',
  }),
  methods: words(scaled, {
    default: scaled,
    paper: scaled,
    does: 'Which methods are drawn. Recorded: MAD, and S2-MAD replayed.',
  }),
  dataset: oneDataset('gsm8k', 'not stated'),
  seen: seenSetting,
};

interface ScalingSettings {
  readonly questions: number;
  readonly data: 'samples' | 'full';
  readonly memory: 'last round' | 'own answers' | 'whole debate';
  readonly rule: Parameters<typeof optionsOf>[1]['rule'];
  readonly seen: 'debate' | 'round';
  readonly seed: number;
  readonly by: 'agents' | 'rounds';
  readonly agents: readonly number[];
  readonly rounds: readonly number[];
  readonly methods: readonly (typeof scaled)[number][];
  readonly dataset: Dataset;
}

/** One experiment for each method and size. */
export function scaledDebates({
  methods: wanted,
  by,
  agents,
  rounds,
  ...settings
}: ScalingSettings): Planned[] {
  return wanted.flatMap((method) =>
    (by === 'agents' ? agents : rounds).map((size) => {
      const options = { ...settings, rounds: by === 'rounds' ? size : 4, groups: 2 };
      const protocol = methods[method](optionsOf(method, options));
      const asked = { ...settings, agents: by === 'agents' ? size : 5 };
      return debatesOn(asked, protocol, { method: method, by: by, size: size });
    }),
  );
}

/** Claude's debates of three rounds. Their first rounds also count as shorter debates. */
export function scaledOnRecord({ by, questions }: Pick<ScalingSettings, 'by' | 'questions'>): Condition[] {
  if (by === 'rounds') return [claudeOnGpqa(questions)];
  throw new AgoraError(
    'setting',
    'recorded evidence has "rounds" as by, got "agents": every recorded debate has three agents',
  );
}

/** A row for each debate, method and size. */
export async function measureScaled(condition: Condition, settings: ScalingSettings): Promise<Row[]> {
  if (condition.run.name !== 'gpqa-debates') return ofEachDebate(condition);
  const { methods: wanted, rounds, seen } = settings;
  const ways: Record<string, Parts> = {};
  if (wanted.includes('MAD')) ways['MAD'] = { filter: null, jump: false, earlyStop: false, seen: seen };
  if (wanted.includes('S2-MAD'))
    ways['S2-MAD'] = { filter: sameAnswer, jump: true, earlyStop: true, seen: seen };
  const rows: Row[] = [];
  for await (const one of condition.run) {
    const whole = fullDebate(one);
    for (const size of rounds.filter((most) => most <= whole.rounds.length)) {
      const shorter = { ...whole, rounds: whole.rounds.slice(0, size) };
      rows.push(...rowsOfReplays(one, shorter, { ...condition.fields, by: 'rounds', size: size }, ways));
    }
  }
  return rows;
}

/** A line for each method. */
export function scalingFigure(rows: readonly Row[], column: 'accuracy' | 'tokens'): PlotlyFigure {
  const points = overQuestions(rows.filter((row) => row.column === column));
  const series = [...new Set(points.map(({ method }) => String(method)))].map((method): LineSeries => ({
    name: method,
    points: points
      .filter((row) => row['method'] === method)
      .map((row) => ({ x: Number(row['size']), value: row.value, standardError: row.standardError })),
  }));
  const { by, dataset, model, evidence } = rows[0] as Row;
  const questions = Math.max(...points.map(({ n }) => n));
  const others =
    evidence === 'recorded' ? '3 agents; S2-MAD is a replay' : by === 'agents' ? '4 rounds' : '5 agents';
  const names = { accuracy: 'Accuracy', tokens: 'Tokens' };
  return lineFigure(series, {
    title: `${names[column]} by number of ${String(by)}: ${String(dataset)}, ${String(model)}`,
    subtitle: `${evidence}, ${questions} questions, ${others}; bars are standard errors over questions`,
    xTitle: by === 'agents' ? 'Agents' : 'Rounds',
    valueTitle: column === 'accuracy' ? 'Accuracy (%)' : 'Tokens a question (thousands)',
    spread: 'bars',
    dodge: true,
  });
}
