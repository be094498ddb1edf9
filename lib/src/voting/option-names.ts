import { quoted } from './ballot-fault';
import type { BallotReading } from './ballots';

/**
 * The option that an answer means: its id as a number or a string, with or without a noun such as
 * "Proposal" before it ("3", 3, "proposal 3", "#3", "Option 3"). An exact id wins over any looser reading.
 */
export function readOption(value: unknown, options: readonly string[]): BallotReading<string> {
  if (typeof value !== 'string' && typeof value !== 'number')
    return {
      ok: false,
      code: 'wrong-shape',
      reason: `${value === undefined ? 'nothing' : quoted(value)} is no option: write an option's id`,
    };
  const text = String(value);
  if (options.includes(text)) return { ok: true, value: text };
  const wanted = plain(text);
  const matching = options.filter((option) => plain(option) === wanted);
  if (matching.length === 1) return { ok: true, value: matching[0] as string };
  const known = options.map((option) => JSON.stringify(option)).join(', ');
  return {
    ok: false,
    code: 'unknown-option',
    reason: `${quoted(text)} is none of the options: ${known === '' ? 'there are none' : known}`,
  };
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^(proposal|candidate|option|answer|choice|project)(?=[\s_#-]|\d)[\s_-]*/, '')
    .replace(/^#\s*/, '');
}
