import { freemem } from 'node:os';

/** What loading takes, in bytes and tokens. */
export interface Needed {
  readonly weights: number;
  readonly context: number;
  readonly contextSize: number;
  readonly sequences: number;
}

/**
 * Whether a model fits into the memory that is free now, said before anything is loaded.
 * @returns what lacks, in words; null when it fits
 */
export function shortage(file: string, needed: Needed, free = freeMemory()): string | null {
  const { weights, context, contextSize, sequences } = needed;
  if (weights + context <= free) return null;
  return (
    `${file} needs ${inGigabytes(weights)} of memory for its weights and ${inGigabytes(context)} for ${sequences} ` +
    `conversations of ${contextSize} tokens, and ${inGigabytes(free)} are free. Set fewer sequences or a smaller ` +
    'context, take smaller weights, or end what else runs (another program may hold the same model)'
  );
}

/** Bytes that a program may still take, within the limits that it was given (a container's, say). */
function freeMemory(): number {
  return process.availableMemory?.() ?? freemem();
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
