import { AgoraError } from '../../../agora-error';

/** A variable's value, or a constant's, as a complex number. */
export interface ComplexValue {
  readonly re: number;
  readonly im: number;
}
/** What this folder uses of mathjs's numbers of many digits. */
export interface Decimal {
  toExponential(decimals: number): string;
  isFinite(): boolean;
}

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'toExponential' in value;
}

/** @throws AgoraError 'formula' for what is infinite or no number */
export function complexOf(value: unknown): ComplexValue {
  const parts =
    typeof value === 'object' && value !== null && 're' in value && 'im' in value
      ? { re: Number(value.re), im: Number(value.im) }
      : { re: Number(value), im: 0 };
  if (!Number.isFinite(parts.re) || !Number.isFinite(parts.im))
    throw new AgoraError('formula', 'it has no finite value');
  return parts;
}
