import { freemem } from 'node:os';

/** The memory that loading needs, in bytes and tokens. */
export interface Needed {
  readonly weights: number;
  readonly context: number;
  readonly contextSize: number;
  readonly sequences: number;
}

/**
 * Checks, before anything is loaded, whether a model fits into the free memory.
 * @returns what is missing, in words; null if the model fits
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

/** The memory that a program may still use, in bytes, within its limits (such as those of a container). */
function freeMemory(): number {
  return process.availableMemory?.() ?? freemem();
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
