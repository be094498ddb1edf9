import { z } from 'zod';
import type { JsonObject } from 'agora-voting/internal';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { addJudge, addModerator, type DebateVerdict } from './mad-verdicts';
import { checked, importError, parseWhole } from './source-text';

const turns = z.array(z.object({ role: z.string(), content: z.string() })).min(1);
const debate = z.object({
  model_name: z.string(),
  temperature: z.number(),
  source: z.string(),
  'correct reference': z.string(),
  'incorrect reference': z.string(),
  'base translation': z.string(),
  'debate translation': z.string(),
  reason: z.string(),
  players: z.object({
    'Affirmative side': turns,
    'Negative side': turns,
    Moderator: turns,
    Judge: turns.optional(),
  }),
});

const sides = ['Affirmative side', 'Negative side'] as const;

/**
 * Imports one debate of MAD (Liang et al.) from the file that its code writes: JSON with every player's chat. It reads
 * the assistants' turns; the users' turns repeat what others said. In round n the affirmative side speaks, then the
 * negative side (`message`), then the moderator judges (`decision`, with its words in a `note`). The affirmative side's
 * first turn is a plain translation that the debate starts from: a `proposal` of round 1. A judge, if any, decides
 * last. Moderator and judge answer with a dictionary in Python or JSON syntax; an unreadable answer is a `failure`. The
 * outcome is read from their answers, since the file's own summary (kept in a `note`) has lost all apostrophes.
 * @param text - the file's content; @param file - its name, for messages; @param first - the collaboration's index
 * @throws AgoraError 'conversation-import' naming file, line and field
 */
export function importMadDebate(text: string, file: string, first = 0): Collaboration[] {
  const { players, ...about } = checked(debate, parseWhole(text, file), file, null);
  const spoken = (player: keyof typeof players): string[] =>
    (players[player] ?? []).filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const [base, ...affirmative] = spoken('Affirmative side');
  const [negative, moderator] = [spoken('Negative side'), spoken('Moderator')];
  if (base === undefined || affirmative.length === 0)
    throw importError(file, null, 'players.Affirmative side needs a translation and an argument');

  const events = new ConversationEvents(file, first);
  const agents = [...sides, 'Moderator', ...(players.Judge === undefined ? [] : ['Judge'])];
  events.add({ type: 'started', instance: instanceOf(file, about), agents });
  events.add({
    type: 'proposal',
    round: 1,
    phase: 'base translation',
    by: sides[0],
    candidate: sides[0],
    proposal: { translation: base },
  });
  const rounds = Math.max(affirmative.length, negative.length, moderator.length);
  let verdict: DebateVerdict | null = null;
  for (let round = 1; round <= rounds; round++) {
    for (const [place, argument] of [affirmative[round - 1], negative[round - 1]].entries())
      if (argument !== undefined)
        events.message(round, 'debate', {
          from: sides[place] ?? '',
          to: [sides[1 - place] ?? ''],
          text: argument,
        });
    const answer = moderator[round - 1];
    if (answer !== undefined) verdict = addModerator(events, round, answer) ?? verdict;
  }
  verdict = addJudge(events, rounds, spoken('Judge')) ?? verdict;
  const summary = { translation: about['debate translation'], reason: about.reason };
  events.note(rounds, 'summary', 'source-summary', summary);
  events.finish(
    rounds,
    verdict === null ? 'no decision' : `${verdict.by} decided`,
    verdict === null ? null : { translation: verdict.translation, side: verdict.side },
    {},
  );
  return [events.collect()];
}

function instanceOf(file: string, about: Omit<z.infer<typeof debate>, 'players'>): JsonObject {
  return {
    dataset: 'mad-debates',
    file,
    model: about.model_name,
    temperature: about.temperature,
    source: about.source,
    correctReference: about['correct reference'],
    incorrectReference: about['incorrect reference'],
  };
}
