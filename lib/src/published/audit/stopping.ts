import type { Finding } from './finding';
import { stoppedRounds } from './stopped-rounds';
import { stoppingGains } from './stopping-gains';
import { stoppingTables } from './stopping-tables';
import { validationCheckpoint } from './validation-checkpoint';

/** Every statement on early stopping that Tables 2, 10 and 11 can check, against each other and against Tables 1 and 7. */
export function auditStopping(): readonly Finding[] {
  return [...stoppingTables(), ...validationCheckpoint(), ...stoppingGains(), ...stoppedRounds()];
}
