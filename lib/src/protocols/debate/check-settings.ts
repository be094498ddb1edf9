import { AgoraError } from '../../agora-error';
import type { DebateSettings } from './debate-settings';
import { checkTopology } from './topology';

/** @throws AgoraError 'setting' naming the setting */
export function checkSettings(settings: DebateSettings): void {
  requireKnown(settings);
  requireWhole('rounds', settings.rounds);
  requireWhole('intraRounds', settings.intraRounds);
  requireWhole('summaryWords', settings.summaryWords);
  for (const size of [settings.groups].flat()) requireWhole('groups', size);
  if (Array.isArray(settings.groups) && settings.groups.length === 0)
    throw new AgoraError('setting', 'debate needs at least one group, got none');
  checkTopology(settings.topology);
  checkTemperature(settings.temperature);
  if (!settings.filter && settings.earlyEnd !== 'never')
    throw new AgoraError(
      'setting',
      `debate without a "filter" merges no summaries, so that nothing ends early: set "earlyEnd" to never, got ${JSON.stringify(settings.earlyEnd)}`,
    );
  if (settings.similarity !== null) return;
  if (settings.filter)
    throw new AgoraError('setting', 'debate needs a "similarity" for its "filter", got null');
}

/** @throws AgoraError 'setting' when it is no temperature */
export function checkTemperature(temperature: number): void {
  if (!(temperature >= 0 && temperature < Infinity))
    throw new AgoraError('setting', `a temperature is a number of at least 0, got ${temperature}`);
}

/** What the settings that are one of some words may be. */
const known: Readonly<Partial<Record<keyof DebateSettings, readonly string[]>>> = {
  memory: ['last round', 'own answers', 'whole debate'],
  seen: ['debate', 'round'],
  participation: ['when something is new', 'always'],
  earlyEnd: ['one view', 'one summary', 'never'],
  summarise: ['all answers', 'different answers'],
  order: ['simultaneous', 'in turn'],
  ties: ['none', 'fixed-order', 'random'],
};

function requireKnown(settings: DebateSettings): void {
  for (const [setting, words] of Object.entries(known)) {
    const got = settings[setting as keyof DebateSettings] as string;
    if (!words.includes(got))
      throw new AgoraError(
        'setting',
        `debate needs "${setting}" to be ${words.join(' or ')}, got ${JSON.stringify(got)}`,
      );
  }
}

function requireWhole(setting: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new AgoraError(
      'setting',
      `debate needs "${setting}" to be a whole number of at least 1, got ${value}`,
    );
}
