import { AgoraError } from 'agora-voting';

/**
 * The error for an optional package that is not installed. The packages of this kit declare such packages as optional
 * peers, so that users install only what they need.
 * @param who - what needs the package, as the user called it: "report.frame"
 * @param names - the missing package, or several that are only useful together
 * @param error - what loading threw; any error other than "not found" is thrown again
 * @param hint - what else to do; it follows the install command
 */
export function missingPackage(who: string, names: readonly string[], error: unknown, hint = ''): AgoraError {
  const { code = '', message = '' } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  const isMissing = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(code);
  if (!isMissing || !names.some((name) => message.includes(name))) throw error;
  const what = names.length === 1 ? 'the package' : 'the packages';
  const end = hint === '' ? '' : ` (${hint})`;
  return new AgoraError(
    'missing-package',
    `${who} needs ${what} ${names.join(', ')}: npm install ${names.join(' ')}${end}`,
    { cause: error },
  );
}
