/** One file that a data set needs, as its publisher made it. */
export interface DatasetFile {
  /** With its folder, where it lies in one: "dev/anatomy_dev.csv". */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Files as a list has them: name, bytes, SHA-256. */
export function filesOf(list: readonly (readonly (string | number)[])[]): readonly DatasetFile[] {
  return (list as readonly (readonly [string, number, string])[]).map(([name, bytes, sha256]) => ({
    name,
    bytes,
    sha256,
  }));
}

/** A copy in one zip archive, at a fixed address with a fixed content. */
export interface DatasetArchive {
  readonly url: string;
  /** Of the zip, as the publisher prints it. */
  readonly md5: string;
  /** The folder inside the zip that holds the files, with its slash. */
  readonly inside: string;
}

/** A copy in single files, each at this address (it ends in a slash) followed by its name; the files' hashes fix them. */
export interface DatasetFolder {
  readonly filesAt: string;
}

/** Where a copy of a fixed content is. */
export type DatasetSource = DatasetArchive | DatasetFolder;

/**
 * A data set that the kit reads and does not hold: what it is, how to know it, and where it comes from.
 * `fetch` is null where nobody may hand out copies or no archive is published; `byHand` says what to do instead.
 */
export interface Dataset {
  readonly name: string;
  readonly title: string;
  /** What it allows, in a sentence. */
  readonly licence: string;
  readonly cite: string;
  /** About how large it is on disk, in words. */
  readonly size: string;
  /** The files it needs, each by its hash. */
  readonly files: readonly DatasetFile[];
  /** Where single files have no published hash: how many files of which ending it has at least. */
  readonly holds: { readonly ending: string; readonly atLeast: number } | null;
  readonly fetch: DatasetSource | null;
  readonly byHand: string;
  /** Its folder's name among shared data. */
  readonly sharedFolder: string;
}
