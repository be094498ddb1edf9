/** An economy that makes no sense was asked for: no agents, a negative supply, increasing returns. */
export class EconomySettingError extends Error {
  readonly code = 'economy-setting';
  override readonly name = 'EconomySettingError';
}
