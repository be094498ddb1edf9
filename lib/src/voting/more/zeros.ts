/** Room for a number an option. A plain array: a typed one of over 64 bytes costs far more to make than to fill. */
export function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}
