/** A protocol cannot run as it was set up: no agents, no rounds, an environment that does not suit it. */
export class ProtocolSettingError extends Error {
  readonly code = 'protocol-setting';
  override readonly name = 'ProtocolSettingError';
}
