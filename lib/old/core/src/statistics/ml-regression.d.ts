/** What is used of ml-regression, which brings no types. */
declare module 'ml-regression' {
  /** y = A x^B, by least squares of the logarithms. */
  export class PowerRegression {
    constructor(x: readonly number[], y: readonly number[]);
    readonly A: number;
    readonly B: number;
  }
}
