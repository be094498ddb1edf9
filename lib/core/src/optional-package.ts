import { AgoraError } from 'agora-voting';

/**
 * The error of a package that is loaded only where it is used, and that is not installed. The packages of this kit name
 * such packages as optional peers, so that nobody installs what nobody uses.
 * @param who - what needs it, as the user called it: "report.frame"
 * @param names - one package, or several that are of use only together
 * @param error - what loading it threw; anything else than "not found" is thrown on as it is
 * @param hint - what else has to be done, to stand behind the install line
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
