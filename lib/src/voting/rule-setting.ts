import { closest, having } from '../check';
import { rules } from './rules/rules';

/** What a setting that takes a voting rule must be; a rule's name in place of the rule is guessed at. */
export const votingRule = having(
  'a voting rule',
  { name: 'string', ballot: 'string', explanation: 'string', count: 'function' },
  (value) => {
    if (typeof value !== 'string') return undefined;
    const near = closest(
      value,
      rules.map(({ name }) => name),
    );
    return near === undefined ? undefined : `voting.${camelCase(JSON.parse(near) as string)}`;
  },
);

/** "ranked pairs" is `voting.rankedPairs`. */
function camelCase(name: string): string {
  return name.replace(/[^a-z]+([a-z])?/gi, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');
}
