import { InvalidArgumentError } from 'commander';

/** Reads a whole number of at least `least` off the command line. */
export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It takes a whole number of at least ${least}.`);
    }
    return value;
  };
}

/** Reads a number from `least` to `most` off the command line. */
export function between(least: number, most = Infinity): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw new InvalidArgumentError(
        most === Infinity
          ? `It takes a number of at least ${least}.`
          : `It takes a number from ${least} to ${most}.`,
      );
    }
    return value;
  };
}
