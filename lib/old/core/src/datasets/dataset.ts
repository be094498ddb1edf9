/** One file of a data set, as published. */
export interface DatasetFile {
  /** Its path in the data set: "dev/anatomy_dev.csv". */
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
  /** The publisher's MD5 of the zip. */
  readonly md5: string;
  /** The folder inside the zip that contains the files, with its slash. */
  readonly inside: string;
}

/**
 * A copy in single files. The address of a file is this one (it ends in a slash) followed by its name. Hashes fix the
 * content.
 */
export interface DatasetFolder {
  readonly filesAt: string;
}

/** The address of a copy with fixed content. */
export type DatasetSource = DatasetArchive | DatasetFolder;

/**
 * A data set that the kit reads but does not contain: its description, hashes and source. `fetch` is null if copies are
 * not allowed or no archive is published; `byHand` then says what to do.
 */
export interface Dataset {
  readonly name: string;
  readonly title: string;
  /** What the licence allows, in a sentence. */
  readonly licence: string;
  readonly cite: string;
  /** Its approximate size on disk, in words. */
  readonly size: string;
  /** Its files with their hashes. */
  readonly files: readonly DatasetFile[];
  /** For files without published hashes: the least number of files with an ending. */
  readonly holds: { readonly ending: string; readonly atLeast: number } | null;
  readonly fetch: DatasetSource | null;
  readonly byHand: string;
  /** The name of its folder in the shared data. */
  readonly sharedFolder: string;
}
