import { AgoraError } from 'agora-voting';

/**
 * Reads the address of a server.
 * @param option - the option that it was given with, for the error
 * @returns the protocol, and the address without credentials and query, which may be shown
 * @throws AgoraError 'setting', which quotes no credentials
 */
export function readAddress(
  option: string,
  text: string,
  protocols: readonly string[],
): { readonly protocol: string; readonly address: string } {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Reported below, without the text: it may hold a password.
  }
  if (url === undefined || !protocols.includes(url.protocol))
    throw new AgoraError(
      'setting',
      `${option} needs an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  return { protocol: url.protocol, address: `${url.protocol}//${url.host}${url.pathname}` };
}
