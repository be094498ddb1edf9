/** Names that are mathematics and no words, without their backslash. */
export const functionNames = [
  ...['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'arcsin', 'arccos', 'arctan', 'sinh', 'cosh', 'tanh'],
  ...['ln', 'log', 'lg', 'exp', 'sqrt', 'frac', 'binom'],
] as const;

export const greekLetters = [
  ...['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'varepsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa'],
  ...['lambda', 'mu', 'nu', 'xi', 'rho', 'sigma', 'tau', 'phi', 'varphi', 'chi', 'psi', 'omega'],
  ...['Gamma', 'Delta', 'Theta', 'Lambda', 'Sigma', 'Phi', 'Psi', 'Omega'],
] as const;

export const knownNames: ReadonlySet<string> = new Set<string>([
  ...functionNames,
  ...greekLetters,
  ...['pi', 'infty', 'inf', 'cdot', 'times', 'pm'],
]);

/** Short unit words, which could be products of variables. */
export const unitWords: ReadonlySet<string> = new Set([
  ...['kg', 'mg', 'km', 'cm', 'mm', 'ft', 'in', 'lb', 'oz', 'mi', 'yd', 'hr', 'ml', 'mL'],
  ...['lbs', 'mph', 'kph', 'hrs', 'min', 'sec', 'day', 'USD', 'usd', 'ms', 'sq', 'cu'],
]);

/** Two-letter words of prose, which would be products of variables otherwise. */
export const smallWords: ReadonlySet<string> = new Set(
  'am an as at be by do go he if in is it me my no of on or pm so to up us we'.split(' '),
);
