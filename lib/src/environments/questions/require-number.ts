import { AgoraError } from '../../agora-error';

/** @throws AgoraError 'setting' naming the function and the setting */
export function requireWhole(name: string, setting: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new AgoraError(
      'setting',
      `${name} needs "${setting}" to be a whole number of at least ${least}, got ${value}`,
    );
}

/** @throws AgoraError 'setting' naming the function and the setting */
export function requireRange(
  name: string,
  setting: string,
  value: number,
  least: number,
  most: number,
): void {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new AgoraError(
      'setting',
      `${name} needs "${setting}" to be a whole number from ${least} to ${most}, got ${value}`,
    );
}
