import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { repairRun, visible } from 'agora-core/internal';
import { either, number, oneOf, text, whole } from 'agora-voting/internal';
import { claimCommand } from './claim-command';
import { dataCommand, type DataCommandOptions } from './data-command';

import { debateMethods, experiments } from './experiments';
import { numberOption, textOption } from './options';
import { exploreCommand, type ExploreCommandOptions, textOf } from './explore-command';
import { exportCommand, exportForms, type ExportCommandOptions } from './export-command';
import { listItems } from './items-command';
import {
  liveCommand,
  liveCompareCommand,
  liveLedgerCommand,
  liveUnpackCommand,
  type LiveCommandOptions,
} from './live-command';
import { mergeCommand } from './merge-command';
import { runFolderNamed } from './named-run';
import { queryCommand, type QueryOptions } from './query-command';
import { reproduceCommand, type ReproduceCommandOptions } from './reproduce-command';
import { runCommand, type RunCommandOptions } from './run-command';
import {
  pullCommand,
  type PullCommandOptions,
  serveCommand,
  type ServeCommandOptions,
} from './serve-command';
import { sharedStatusCommand } from './shared-status-command';
import { getModel, listModels, type GetModelOptions } from './models-command';
import { statusCommand } from './status-command';
import { workerCommand, type WorkerCommandOptions } from './worker-command';

/** The `agora` command. Errors are one message on standard error and exit code 1; AGORA_DEBUG=1 adds the stack. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...args], { from: 'user' });
  } catch (error) {
    console.error(visible(`agora: ${error instanceof Error ? error.message : String(error)}`));
    if (process.env['AGORA_DEBUG'] === '1' && error instanceof Error) console.error(error.stack);
    process.exitCode = 1;
  }
}

function program(): Command {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const agora = new Command('agora')
    .description('Run and follow experiments on how groups of language-model agents decide.')
    .version(version)
    .showHelpAfterError('Add --help to see the options.')
    .addHelpText('after', helpTail());
  addExperimentOptions(
    agora
      .command('run')
      .description('run an experiment, or resume it where it was stopped')
      .argument('<experiment>', `one of: ${experiments.map(({ name }) => name).join(', ')}`),
  )
    .addOption(concurrencyOption())
    .option(
      '--batch',
      'openai:MODEL: ask in batches, at half the price; each answer takes up to 24 hours, and the run goes on by the same command (for what is asked at once: elections, first rounds)',
    )
    .option(
      '--shard <part>',
      'play only this part of the collaborations, as 3/16; "agora merge" joins the parts',
    )
    .addOption(
      textOption(
        '--folder <path>',
        'where to keep the run (default: .agora/runs in the project)',
        text(4000),
      ),
    )
    .option('--no-cache', 'do not keep live replies for other runs')
    .option('-q, --quiet', 'no progress')
    .action(async (experiment: string, options: RunCommandOptions) => {
      process.exitCode = await runCommand(experiment, options);
    });
  addExperimentOptions(
    agora
      .command('serve-run')
      .description('put an experiment into a queue, from which any number of workers on any machines play it')
      .argument('<experiment>', `one of: ${experiments.map(({ name }) => name).join(', ')}`),
  )
    .addOption(queueOption().makeOptionMandatory())
    .addOption(journalOption().makeOptionMandatory())
    .action(async (experiment: string, options: ServeCommandOptions) => {
      process.exitCode = await serveCommand(experiment, options);
    });
  agora
    .command('worker')
    .description('play collaborations of shared runs, together with other workers')
    .argument(
      '[run]',
      'play only this run: its name, or the beginning of it (default: all, the oldest first)',
    )
    .addOption(queueOption().makeOptionMandatory())
    .addOption(journalOption().makeOptionMandatory())
    .option(
      '--base-url <address>',
      "the runs' endpoint, or several with commas between (default: OPENAI_BASE_URL)",
    )
    .addOption(concurrencyOption())
    .addOption(
      numberOption(
        '--lease <seconds>',
        'how long a worker may not be heard of before its collaborations go to others',
        number(1, 86_400),
        30,
      ),
    )
    .option('--until-done', 'end when nothing is left to play (default: wait for more)')
    .option('-q, --quiet', 'no progress')
    .action(async (run: string | undefined, options: WorkerCommandOptions) => {
      process.exitCode = await workerCommand(run, options);
    });
  agora
    .command('pull')
    .description('write a shared run as a run folder, which everything else opens')
    .argument('<run>', 'the run\'s name, as "agora status --journal URL" shows it, or the beginning of it')
    .addOption(journalOption().makeOptionMandatory())
    .addOption(
      textOption('--out <folder>', 'where to write it (default: .agora/runs in the project)', text(4000)),
    )
    .action(async (run: string, options: PullCommandOptions) => {
      process.exitCode = await pullCommand(run, options);
    });
  agora
    .command('items')
    .description('list the tables and figures of the five papers, or of one')
    .argument('[paper]', 'roundtable, gedi, s2mad, deliberation or strategies')
    .action((paper?: string) => {
      console.log(listItems(paper));
    });
  agora
    .command('reproduce')
    .description(
      "run a table or figure of a paper, and print the paper's numbers beside ours; without an item, list the paper's",
    )
    .argument('[typed...]', 'a paper and an item ("gedi table2"), and settings of the item: --questions 50')
    .usage('<paper> <item> [--SETTING VALUE …] [options]')
    .allowUnknownOption()
    .option('-m, --model <model>', 'simulated, openai:MODEL, local, local:NAME, recorded:FOLDER')
    .option(
      '--evidence <kind>',
      'recorded, live (stored runs, or your model), recomputed or simulated (default: the first of these that needs no model of yours)',
    )
    .option('--settings', 'list what can be tweaked, with our default and what the paper did')
    .option(
      '--estimate',
      'only say how many calls and tokens it will take, and how long or what it will cost',
    )
    .addOption(textOption('--out <folder>', 'where to save the figure (default: .agora/items)', text(4000)))
    .addOption(numberOption('-c, --concurrency <number>', 'calls in flight at once', whole(1)))
    .addOption(numberOption('--budget-tokens <number>', 'stop before a run uses more tokens', whole(1)))
    .addOption(
      numberOption('--budget-cost <dollars>', 'stop before a run costs more, in US dollars', number(0)),
    )
    .option('-y, --yes', 'begin a large run without a question')
    .option('-q, --quiet', 'no progress')
    .action(async (typed: string[], options: ReproduceCommandOptions) => {
      process.exitCode = await reproduceCommand(typed, options);
    });
  agora
    .command('status')
    .description('list the runs, finished or not; with --journal: workers, pace and failures of shared runs')
    .argument(
      '[run]',
      "only this run: its folder or name (or the beginning of it); with --journal a shared run's",
    )
    .addOption(queueOption())
    .addOption(journalOption())
    .action(async (run: string | undefined, { queue, journal }: { queue?: string; journal?: string }) => {
      const isLocal = journal === undefined || (run !== undefined && existsSync(run));
      console.log(isLocal ? statusCommand(run) : await sharedStatusCommand(journal, queue, run));
    });
  agora
    .command('merge')
    .description('join the parts of a run that were played with --shard into one run')
    .argument('<run...>', 'the parts: their folders, or the names of these')
    .addOption(textOption('--out <folder>', 'where to write the whole run', text(4000)).makeOptionMandatory())
    .action(async (folders: string[], { out }: { readonly out: string }) => {
      process.exitCode = await mergeCommand(folders, out);
    });
  agora
    .command('explore')
    .description('read, search and compare the transcripts of runs in the browser')
    .argument(
      '<run...>',
      'names of runs as "agora status" prints them (or their beginnings), folders of runs, or recorded sets: llm-deliberation, dylan, …',
    )
    .addOption(
      textOption('--out <file>', 'write one HTML file that needs no network, instead of serving', text(4000)),
    )
    .addOption(numberOption('--port <number>', 'serve on this port (default: a free one)', whole(0, 65535)))
    .addOption(
      numberOption(
        '--most <number>',
        'only this many collaborations of each, the first ones (default: all)',
        whole(1),
      ),
    )
    .addOption(
      numberOption(
        '--text <number>',
        'print this collaboration as text, instead of serving; "undecided": the first that ended without a decision',
        either('the number of a collaboration, or "undecided"', whole(0), oneOf('undecided')),
      ),
    )
    .action(async (runs: string[], options: ExploreCommandOptions) => {
      if (options.text !== undefined) {
        console.log(textOf(runs, options.text, options.out));
        return;
      }
      const { text: told, served } = await exploreCommand(runs, options);
      console.log(told);
      if (served !== null) process.once('SIGINT', () => void served.close());
    });
  agora
    .command('export')
    .description('write a run, or a recorded set, in a form that other tools read')
    .argument(
      '<run>',
      'name of a run as "agora status" prints it (or its beginning), folder of a run, or a recorded set: llm-deliberation, dylan, …',
    )
    .requiredOption('--as <form>', `one of: ${Object.keys(exportForms).join(', ')}`)
    .addOption(
      textOption('--out <folder>', 'where to write it (default: .agora/exports in the project)', text(4000)),
    )
    .option('--spreadsheet', 'csv: an apostrophe before texts that a spreadsheet would take for formulas')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', ['\nForms:', ...formLines].join('\n'))
    .action(async (run: string, options: ExportCommandOptions) => {
      console.log(await exportCommand(run, options));
    });
  agora
    .command('query')
    .description('ask many runs in SQL (DuckDB); without a question: which tables and columns there are')
    .argument('[sql]', 'as "select run, count(*) as n from replies group by run"')
    .option(
      '--runs <folder...>',
      'names or folders of runs, or patterns: "runs/**" (default: .agora/runs in the project)',
    )
    .option('--json', 'a line of JSON for each row')
    .action(async (sql: string | undefined, options: QueryOptions) => {
      console.log(await queryCommand(sql, options));
    });
  agora
    .command('repair')
    .description('make a run with a damaged events file usable again; the damaged file is kept beside it')
    .argument('<run>', 'its folder or name')
    .action((run: string) => {
      const repair = repairRun(runFolderNamed(run));
      console.log(
        repair.repaired
          ? `Kept everything before line ${repair.line}; the damaged file is ${repair.kept}. Run the experiment again to go on.`
          : 'Nothing to repair.',
      );
    });
  agora
    .command('data')
    .description('list the data sets that the kit reads, or bring one from its official source')
    .argument('[name]', 'bring this one')
    .option('--from <path>', 'take it from a zip or folder that you have')
    .option('-q, --quiet', 'no progress')
    .action(async (name: string | undefined, options: DataCommandOptions) => {
      console.log(await dataCommand(name, options));
    });
  agora
    .command('claim')
    .description(
      "print a claim of a paper: its test, bound, effect and verdict; with a paper's name its claims; without one, how many there are",
    )
    .argument('[name]', 'as figures/CLAIMS.md has it: gedi.threeRatersSuffice; or a paper: gedi')
    .action((name?: string) => console.log(claimCommand(name)));
  const live = agora
    .command('live')
    .description(
      "play the plan of live runs with a model, or go on with it; the kit's own plan has all five protocols",
    )
    .addOption(
      textOption(
        '--plan <file>',
        "crossed, hidden-profiles, stopping, or a plan of one's own (default: the kit's with all planned tests)",
        text(4000),
      ),
    )
    .option('-m, --model <model>', 'local, local:NAME or openai:MODEL; simulated, to try a plan')
    .addOption(textOption('--out <folder>', 'where to keep the runs (default: live-MODEL here)', text(4000)))
    .addOption(numberOption('--block <number>', 'the last block to play (default: all)', whole(1)))
    .option('--entry <name...>', 'only these entries of the plan')
    .addOption(
      numberOption(
        '--cases <number>',
        'at most this many cases of each condition (default: as many as the blocks have)',
        whole(1),
      ),
    )
    .addOption(
      numberOption(
        '--sequences <number>',
        'local models: calls answered at once (default: 8)',
        whole(1, 256),
      ),
    )
    .addOption(numberOption('-c, --concurrency <number>', 'calls in flight at once', whole(1)))
    .addOption(numberOption('--budget-tokens <number>', 'stop before all runs use more tokens', whole(1)))
    .addOption(
      numberOption('--budget-cost <dollars>', 'stop before all runs cost more, in US dollars', number(0)),
    )
    .option('--estimate', 'only say how many calls and tokens each step takes, and what it costs')
    .option('--tests', 'only list the planned tests, with what they could show')
    .option('-y, --yes', 'begin without an estimate and a question')
    .option('-q, --quiet', 'no progress within a step')
    .action(async (options: LiveCommandOptions) => {
      process.exitCode = await liveCommand(options);
    });
  live
    .command('ledger')
    .description('print the results of live runs: what went wrong, then each planned test')
    .argument('<folder>', 'where the runs are kept')
    .option('--json', 'as JSON')
    .action(async (folder: string, options: { json?: boolean }) => {
      console.log(await liveLedgerCommand(folder, options));
    });
  live
    .command('compare')
    .description("lay two models' ledgers side by side; the first is taken as the stronger model")
    .argument('<folder>', 'the runs of one model')
    .argument('<other>', 'the runs of another')
    .action(async (one: string, other: string) => {
      console.log(await liveCompareCommand(one, other));
    });
  live
    .command('unpack')
    .description('make a folder of committed live runs, to go on with them')
    .argument('<packed>', 'such as data/recorded/live-qwen2.5-coder-1.5b')
    .argument('<folder>', 'a folder that has no live runs')
    .action((packed: string, folder: string) => {
      console.log(liveUnpackCommand(packed, folder));
    });
  const models = agora
    .command('models')
    .description('list the weights of small models that run without a server, or bring some')
    .action(() => {
      console.log(listModels());
    });
  models
    .command('get')
    .description('bring weights, from where an earlier try broke off; their hash is checked')
    .argument('<name>', 'a name of the list, or hf:OWNER/REPOSITORY/FILE.gguf')
    .addOption(
      new Option('--from <source>', 'only from there (default: the hub, else the registry)').choices([
        'hub',
        'registry',
      ]),
    )
    .option('-q, --quiet', 'no progress')
    .action(async (name: string, options: GetModelOptions) => {
      console.log(await getModel(name, options));
    });
  return agora;
}

/** The options that say what an experiment is. */
function addExperimentOptions(command: Command): Command {
  return command
    .option(
      '--rule <name>',
      'voting rule, or "all" for those of the paper (default: majority at a round table, all in an election, plurality in a debate)',
    )
    .addOption(
      numberOption(
        '--agents <number>',
        'exchange economy: agents, and as many goods (default: 3); election: raters (default: 10); debate: agents (default: 5); hidden profile: members (default: the three or four of each case)',
        whole(1),
      ),
    )
    .option('--preferences <set>', 'exchange economy: asymmetric, symmetric or uniform (default: asymmetric)')
    .option(
      '--data <source>',
      'recommendation: generated, ml-100k, or the folder that holds it; election: generated, mmlu-sample, mmlu-pro-sample, mmlu, mmlu-pro, arc-challenge (default: generated); debate: arithmetic, gsm8k-sample, math-sample, mmlu-sample, gsm8k, math, mmlu, gpqa (default: gsm8k-sample)',
    )
    .addOption(
      numberOption(
        '--rounds <number>',
        'round table: rounds of a collaboration (default: 10); debate: rounds (default: 4)',
        whole(1),
      ),
    )
    .option('--method <name>', `debate: all, ${debateMethods.join(', ')} (default: S2-MAD)`)
    .addOption(numberOption('-n, --collaborations <number>', 'independent collaborations', whole(1), 100))
    .option(
      '-m, --model <model>',
      'simulated, openai:MODEL, local, local:NAME, recorded:FOLDER (default: AGORA_MODEL, else simulated)',
    )
    .option(
      '--base-url <address>',
      'an OpenAI-compatible endpoint, or several of one model with commas between (default: OPENAI_BASE_URL, else the official one)',
    )
    .addOption(
      numberOption('--malformed-rate <share>', 'simulated models: share of malformed answers', number(0, 1)),
    )
    .addOption(
      numberOption(
        '--requests-per-minute <number>',
        'live models: the most requests a minute',
        number(0.001, 1e12),
      ),
    )
    .addOption(
      numberOption(
        '--tokens-per-minute <number>',
        'live models: the most tokens a minute',
        number(0.001, 1e12),
      ),
    )
    .addOption(numberOption('--budget-tokens <number>', 'stop before a run uses more tokens', whole(1)))
    .addOption(
      numberOption('--budget-cost <dollars>', 'stop before a run costs more, in US dollars', number(0)),
    )
    .addOption(
      numberOption(
        '--price-input <dollars>',
        'per million input tokens, where the library does not know',
        number(0),
      ),
    )
    .addOption(
      numberOption(
        '--timeout <seconds>',
        'real models: the longest that one call may take (default: 600)',
        number(0.001, 1e6),
      ),
    )
    .addOption(numberOption('--price-output <dollars>', 'per million output tokens', number(0)))
    .addOption(
      numberOption(
        '--temperature <number>',
        'sampling temperature (default: as the paper states it, 0 at a round table and 0.7 in an election, else 0.7)',
        number(0),
      ),
    )
    .addOption(numberOption('--max-tokens <number>', 'longest answer', whole(1)))
    .addOption(
      numberOption('--seed <number>', 'seed of everything random', whole(Number.MIN_SAFE_INTEGER), 7),
    )
    .addOption(textOption('--name <name>', 'what to call the run', text()))
    .addOption(
      numberOption(
        '--max-failures <share>',
        'real models: stop when more questions than this share bring no usable answer (default: 0.2, after 20); 1: never',
        number(0, 1),
      ),
    )
    .option(
      '--estimate',
      'only say how many calls and tokens it will take, and how long or what it will cost',
    )
    .option('-y, --yes', 'begin a large run, and go on where answers fail, without a question');
}

/** Addresses may hold passwords, so they may come from the environment. */
function queueOption(): Option {
  return new Option('--queue <url>', 'the queues: redis://HOST:6379, or postgres://HOST/DATABASE').env(
    'AGORA_QUEUE',
  );
}

function journalOption(): Option {
  return new Option('--journal <url>', 'the journal: postgres://HOST/DATABASE').env('AGORA_JOURNAL');
}

function concurrencyOption(): Option {
  return numberOption(
    '-c, --concurrency <number>',
    'calls in flight at once, or "auto": as many as the endpoint answers well (default: 8 for live models)',
    either('a whole number of at least 1, or "auto"', whole(1), oneOf('auto')),
  );
}

const formLines = Object.entries(exportForms).map(([form, { what }]) => `  ${form.padEnd(8)}  ${what}`);

function helpTail(): string {
  const width = Math.max(...experiments.map(({ name }) => name.length));
  return [
    '',
    'Experiments:',
    ...experiments.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`),
    '',
    'Examples:',
    '  agora run roundtable-exchange-economy --rule all',
    '  agora run roundtable-recommendation --rule all --data ml-100k',
    '  agora run gedi-election --data mmlu-sample',
    '  agora run s2-mad-debate --method all --data gsm8k-sample',
    '  agora run roundtable-exchange-economy --model openai:gpt-4o-mini -n 100 -c 16 --budget-cost 5',
    '  agora items',
    '  agora reproduce gedi table2 --questions 50 --rules borda,schulze',
    '  agora status',
    '  agora run gedi-election -n 800 --shard 3/16',
    '  agora run gedi-election -n 800 --model openai:gpt-4o-mini --batch',
    '  agora serve-run gedi-election -n 800 --queue redis://HOST --journal postgres://HOST/agora',
    '  agora export llm-deliberation --as csv',
    '  agora query "select run, sum(outputTokens) as tokens from replies group by run"',
    '  agora data ml-100k',
    '  agora claim gedi.threeRatersSuffice',
    '  agora live --model local:qwen2.5-coder-1.5b --block 1',
    '  agora models get qwen2.5-coder-0.5b',
    '  agora run gedi-election --model local -n 2',
    '',
    'Keys and addresses come from the environment: OPENAI_API_KEY, OPENAI_BASE_URL.',
    'A run that was stopped or killed goes on when the same command is given again.',
    'Ctrl-C sends no more calls and waits for those in flight; a second one ends those, too.',
  ].join('\n');
}
