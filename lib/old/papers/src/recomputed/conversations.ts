import { acts, distance, words } from 'agora-core/internal';
import {
  dialogueActs,
  labelCollaborations,
  cueLabeller,
  sentenceEmbedder,
  transitionGraph,
  utterances,
} from 'agora-core/language';
import { measure } from 'agora-core/metrics';
import { type Collaboration, type Event, notesOf, recorded } from 'agora-core/transcripts';

/** The most conversations of each source, and the most rounds of each conversation: the first ones. */
const most = { conversations: 100, rounds: 4 };

/** The 100 debates of gpt-3.5-turbo on translations. */
export const madDebates = (folder: string) => languageFrom('mad-debates', folder);

/** The games of eight models that vote each other out: what they say in public. */
export const eliminationGames = (folder: string) => languageFrom('elimination-game', folder);

function languageFrom(name: string, folder: string) {
  return languageOf(name, recorded(name, { folder }));
}

/** What `notebooks/roundtable-language.ipynb` measures on real conversations: words, grade, distance and acts by round. */
export async function languageOf(name: string, source: Iterable<Collaboration>) {
  const talks = [...source].slice(0, most.conversations).map(withoutEchoes);
  const run = Object.assign(talks, { evidence: 'recorded' as const });
  const embedder = sentenceEmbedder();
  await embedder.embed(talks.flatMap(utterances).map(({ text }) => text)); // all at once is fastest
  const rows = await measure(run, {
    ...words(),
    ...distance(embedder),
    ...acts(cueLabeller, { shareOf: 'messages' }),
  });
  const valueOf = (column: string, round: number, act?: string) =>
    rows.find((row) => row.column === column && row['round'] === round && row['act'] === act)?.value ?? null;
  const commonest = (round: number) =>
    dialogueActs
      .map((act) => ({ act, share: valueOf('ratio', round, act) ?? 0 }))
      .sort((a, b) => b.share - a.share)
      .slice(0, 3);
  const lengths = rows.filter(({ column, round }) => column === 'length' && Number(round) <= most.rounds);
  return {
    byRound: lengths.map(({ n, value, ...row }) => {
      const round = Number(row['round']);
      return {
        round,
        conversations: n,
        words: value,
        grade: valueOf('grade', round),
        distance: rounded(valueOf('distance', round)),
        acts: commonest(round),
      };
    }),
    graph: transitionGraph(name, await labelCollaborations(talks, cueLabeller)),
  };
}

/** Three decimals: what depends on the processor's last digits stays out of what is committed. */
const rounded = (distance: number | null) => (distance === null ? null : Number(distance.toFixed(3)));

/** Without empty messages, private ones, and those that only repeat another's. */
function withoutEchoes(collaboration: Collaboration): Collaboration {
  const echoes = notesOf(collaboration, 'echo');
  const isEcho = (round: number, from: string) =>
    echoes.some((echo) => echo.round === round && echo.by === from);
  const keep = (event: Event) =>
    event.type !== 'message' ||
    (event.text.trim() !== '' && !event.phase.startsWith('private') && !isEcho(event.round, event.from));
  return { ...collaboration, events: collaboration.events.filter(keep) };
}
