/**
 * Calls where only a share of the stack is left: with a tenth of it, what nests as deep as 2,000 characters may overflows
 * it as soon as what nests ten times as deep overflows the whole.
 */
export function withLittleStack(share: number, call: () => void): void {
  let deepest = 0;
  let isCalled = false;
  /** Goes down to the bottom, and comes up until there is room enough. */
  const descend = (depth: number): void => {
    deepest = depth;
    try {
      descend(depth + 1);
    } catch (error) {
      if (isCalled || !(error instanceof RangeError)) throw error;
    }
    if (isCalled || depth > deepest * (1 - share)) return;
    isCalled = true;
    call();
  };
  descend(0);
}
