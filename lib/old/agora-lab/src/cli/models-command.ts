import { SingleBar } from 'cli-progress';
import { existsSync } from 'node:fs';
import {
  catalogue,
  fetchWeights,
  inMegabytes,
  isReady,
  modelsFolder,
  namedWeights,
} from 'agora-core/internal';
import { textTable } from 'agora-report/internal';

export interface GetModelOptions {
  readonly from?: 'hub' | 'registry';
  readonly quiet?: boolean;
}

const weak =
  'These are weak models: good for trying the live path, and evidence about themselves only. ' +
  'Run one with --model local:NAME or AGORA_MODEL=local:NAME; "local" alone is the first. ' +
  'Any other: --model local:/PATH/FILE.gguf, or hf:OWNER/REPOSITORY/FILE.gguf as NAME.';

/** `agora models`: the catalogue, and which models are installed. */
export function listModels(): string {
  const rows = catalogue.map((entry) => {
    const weights = namedWeights(entry.name);
    const absent = existsSync(weights.file) ? 'damaged' : 'not here';
    const place = isReady(weights) ? 'here' : `${absent}: npx agora models get ${entry.name}`;
    return [entry.name, entry.title, inMegabytes(entry.bytes), entry.licence, place];
  });
  const table = textTable(
    ['name', 'what', 'size', 'licence', 'where'].map((title) => ({ title, width: 60 })),
    rows,
  );
  return [table, '', `Weights lie in ${modelsFolder()} (AGORA_MODELS_DIR names another folder).`, weak].join(
    '\n',
  );
}

/** `agora models get`: fetches weights. Returns the text to print. */
export async function getModel(name: string, options: GetModelOptions = {}): Promise<string> {
  const weights = namedWeights(name);
  const quiet = options.quiet === true;
  const bar =
    !quiet && process.stderr.isTTY
      ? new SingleBar({
          format: `${weights.name} [{bar}] {value}/{total} MB, {eta_formatted} left`,
          stream: process.stderr,
          barsize: 20,
        })
      : null;
  let lastShown = 0;
  try {
    bar?.start(0, 0);
    const { file, already } = await fetchWeights(weights, {
      ...(options.from === undefined ? {} : { from: options.from }),
      onNote: (line) => {
        if (!quiet) console.error(line);
      },
      onProgress: ({ received, total }) => {
        bar?.setTotal(Math.ceil((total ?? received) / 1e6));
        bar?.update(Math.floor(received / 1e6));
        if (bar !== null || quiet || received - lastShown < 50e6) return;
        lastShown = received;
        console.error(`${weights.name}: ${inMegabytes(received)} of ${inMegabytes(total ?? received)}`);
      },
    });
    const licence = weights.known === null ? '' : `\nLicence: ${weights.known.licence}`;
    return `${weights.name} ${already ? 'is there already' : 'is now here, and its hash is right'}: ${file}${licence}`;
  } finally {
    bar?.stop();
  }
}
