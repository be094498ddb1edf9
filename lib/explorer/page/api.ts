import type { Agreement } from '../agreement';
import type { ReadersCodes } from '../codes';
import type { Found } from '../find';
import type { Flow } from '../flow';
import type { TalkRow } from '../rows';
import type { PromptAndReply, Talk } from '../talk';
import type { Damage } from '../talk-file';

export type { Agreement, Damage, Flow, Found, PromptAndReply, ReadersCodes, Talk, TalkRow };

/** A description of the set. */
export interface About {
  readonly name: string;
  readonly title?: string;
  readonly source?: string;
  readonly model: string;
  readonly evidence: string;
  readonly environment: string;
  readonly protocol: string;
  readonly damages: readonly Damage[];
  /** The number of times that the run started over while the server was following it. */
  readonly generation: number;
  readonly columnTitles: Readonly<Record<string, string>>;
}

export interface Effect {
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly clusters: number;
}

export interface AgreementReport {
  readonly pairs: readonly (Agreement & { readonly readers: readonly [string, string] })[];
  readonly all: Agreement;
  readonly disagreements: readonly {
    readonly item: string;
    readonly codes: readonly { readonly reader: string; readonly code: string | null }[];
  }[];
}

/** Sends a request to the server. @throws Error with the server's message */
export async function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await fetch(`${path}?${new URLSearchParams(query).toString()}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

export async function saveCodes(codes: ReadersCodes): Promise<void> {
  const response = await fetch('/api/codes', { method: 'PUT', body: JSON.stringify(codes) });
  if (!response.ok) throw new Error(await response.text());
}
