import { type Dataset, locateDataset } from 'agora-core/datasets';
import {
  dataset,
  datasets,
  type DownloadProgress,
  fetchDataset,
  inRepository,
  takeDataset,
} from 'agora-core/internal';
import { textTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { SingleBar } from 'cli-progress';

export interface DataCommandOptions {
  readonly from?: string;
  readonly quiet?: boolean;
}

/** `agora data`: lists the data sets, or fetches one. Returns the text to print. */
export async function dataCommand(name?: string, options: DataCommandOptions = {}): Promise<string> {
  if (name === undefined) {
    if (options.from !== undefined)
      throw new AgoraError(
        'command',
        '--from goes with the name of a data set: npx agora data ml-100k --from PATH',
      );
    return listing();
  }
  const wanted = dataset(name);
  if (options.from !== undefined) {
    const { folder, already } = await takeDataset(wanted, options.from);
    return already
      ? `${name} is there already, every file as it should be: ${folder}`
      : brought(wanted, folder);
  }
  const place = locateDataset(wanted);
  if (place !== null) return `${name} is there already: ${place}`;
  const { folder } = await withProgress(options.quiet === true, (onProgress) =>
    fetchDataset(wanted, { onProgress }),
  );
  return brought(wanted, folder);
}

function listing(): string {
  const rows = datasets.map((each) => {
    const place =
      inRepository(each) === null ? locateDataset(each) : `in the repository: data/recorded/${each.name}`;
    const absent =
      each.fetch === null ? 'not here; to be had by hand' : `not here: npx agora data ${each.name}`;
    return [each.name, each.title, place ?? absent, each.size, each.licence];
  });
  const widths = [20, 32, 60, 14, 40];
  return textTable(
    ['name', 'what', 'where', 'size', 'licence'].map((title, place) => ({
      title,
      width: widths[place] as number,
    })),
    rows,
  );
}

function brought({ name, licence, cite }: Dataset, folder: string): string {
  return `${name} is now in ${folder}\nLicence: ${licence}\nCite: ${cite}`;
}

/** A bar on a terminal; one line elsewhere. */
async function withProgress<T>(
  quiet: boolean,
  work: (onProgress: (progress: DownloadProgress) => void) => Promise<T>,
): Promise<T> {
  if (quiet) return work(() => undefined);
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: 'Downloading [{bar}] {value}/{total} kB', stream: process.stderr, barsize: 20 })
    : undefined;
  if (bar === undefined) console.error('Downloading');
  bar?.start(0, 0);
  try {
    return await work(({ received, total }) => {
      bar?.setTotal(Math.ceil((total ?? received) / 1000));
      bar?.update(Math.ceil(received / 1000));
    });
  } finally {
    bar?.stop();
  }
}
