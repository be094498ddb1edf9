import type { ChatModel, ChatRequest } from 'agora-core/models';
import { Random } from 'agora-voting';

/**
 * Members answer A, B or C by chance; some answers are unusable, some of these only until they are asked again.
 * Summarisers state some of the letters that they are shown; some refuse. Every text has a mark, "[#7]", and a length of
 * its own, and a prompt is as long as the marked texts that it quotes.
 */
export function quotingModel(seed: number): ChatModel {
  let made = 0;
  const lengths = new Map<string, number>();
  const quoted = ({ messages }: ChatRequest): number => {
    const marks = messages.flatMap(({ content }) => content.match(/\[#\d+\]/g) ?? []);
    return marks.reduce((sum, mark) => sum + (lengths.get(mark) ?? 0), 0);
  };
  return {
    name: 'quoting',
    evidence: 'simulated',
    settings: {},
    chat: (request) => {
      const { collaboration, round, phase, agent, attempt } = request.call;
      const chance = Random.from(seed, collaboration, round, phase, agent, attempt);
      const summary = phase.endsWith('summary');
      const usable = chance.chance(summary ? 0.9 : 0.8);
      const shown = [...new Set(request.messages.at(-1)?.content.match(/\([ABC]\)/g) ?? [])];
      const stated = summary
        ? shown.filter((_, place) => place === 0 || chance.chance(0.5))
        : ['(A)', '(B)', '(C)'].slice(chance.below(3)).slice(0, 1);
      made++;
      const mark = `[#${made}]`;
      lengths.set(mark, 100 + made ** 2);
      const usage = {
        inputTokens: quoted(request),
        outputTokens: 100 + made ** 2,
        counted: 'reported',
      } as const;
      const text = `${mark} ${usable || summary ? stated.join(' ') : 'no idea'}`;
      const finish = summary && !usable ? 'refusal' : 'stop';
      return Promise.resolve({ text, finish, latencyMs: 0, cached: false, usage });
    },
  };
}
