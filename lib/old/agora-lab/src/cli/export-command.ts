import { SingleBar } from 'cli-progress';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { homeFolder, placeWhole } from 'agora-core/internal';
import {
  type About,
  convokitExporter,
  csvExporter,
  exportable,
  type Exporter,
  inspectExporter,
  parquetExporter,
} from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { oneOf } from 'agora-voting/internal';
import { namedRun } from './named-run';
import { checkOption } from './options';

export interface ExportCommandOptions {
  readonly as: string;
  readonly out?: string;
  readonly spreadsheet?: boolean;
  readonly quiet?: boolean;
}

type Settings = Pick<ExportCommandOptions, 'spreadsheet'>;

/** All export forms of a run, and the programs that read them. */
export const exportForms: Readonly<
  Record<
    string,
    { readonly what: string; readonly open: (folder: string, about: About, settings: Settings) => Exporter }
  >
> = {
  csv: {
    what: 'a file a table: collaborations, messages, ballots, …',
    open: (folder, _, settings) => csvExporter(folder, settings),
  },
  parquet: { what: 'the same tables for pandas, polars, DuckDB, Arrow', open: parquetExporter },
  inspect: { what: 'a log of Inspect AI: inspect view --log-dir FOLDER', open: inspectExporter },
  convokit: { what: 'a corpus of ConvoKit: Corpus(filename=FOLDER)', open: convokitExporter },
};

/** `agora export`: writes a run in another form to a folder, which appears when it is complete. Returns the place. */
export async function exportCommand(
  name: string,
  { as, out, spreadsheet = false, quiet = false }: ExportCommandOptions,
): Promise<string> {
  const forms = Object.keys(exportForms) as [string, ...string[]];
  checkOption('--as', oneOf(...forms), as);
  if (spreadsheet && as !== 'csv') throw new AgoraError('command', '--spreadsheet goes with --as csv');
  const { open } = exportForms[as] as (typeof exportForms)[string];
  const named = namedRun(name);
  const source = exportable(named);
  const target = resolve(
    out ?? join(homeFolder(), 'exports', `${basename('folder' in named ? named.folder : name)}-${as}`),
  );
  if (existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0))
    throw new AgoraError('folder', `${target} exists already: remove it, or use another folder as --out`);
  const tell = progress(quiet, source.count);
  let count = 0;
  try {
    await placeWhole(
      target,
      (scratch) => {
        const folder = join(scratch, 'export');
        mkdirSync(folder);
        const exporter = open(folder, source.about, { spreadsheet });
        for (const [collaboration, prompts] of source.collaborations()) {
          exporter.add(collaboration, prompts);
          tell.update(++count);
        }
        exporter.close();
        return folder;
      },
      'Give another folder as --out',
    );
  } finally {
    tell.stop();
  }
  const { name: called, evidence, details } = source.about;
  const planned = 'id' in details && details.collaborations > count ? ` of ${details.collaborations}` : '';
  return `${count}${planned} collaborations of ${called} (${evidence}) are in ${target}`;
}

/** A bar on a terminal; one line elsewhere. */
function progress(quiet: boolean, count: number | null): { update(done: number): void; stop(): void } {
  if (quiet || !process.stderr.isTTY) {
    if (!quiet) console.error(`Exporting${count === null ? '' : ` ${count} collaborations`}`);
    return { update: () => undefined, stop: () => undefined };
  }
  const format = `Exporting ${count === null ? '{value}' : '[{bar}] {value}/{total}, {eta_formatted} left'}`;
  const bar = new SingleBar({ format, stream: process.stderr, barsize: 20 });
  bar.start(count ?? 0, 0);
  return bar;
}
