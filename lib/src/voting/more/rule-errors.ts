import { AgoraError } from '../../agora-error';

/** @throws AgoraError 'too-many-options' above the number of options whose subsets can be looked at one by one */
export function requireFewOptions(rule: string, options: number, most: number): void {
  if (options > most)
    throw new AgoraError(
      'too-many-options',
      `${rule} looks at every subset of the options, so there may be at most ${most}: got ${options}`,
    );
}
