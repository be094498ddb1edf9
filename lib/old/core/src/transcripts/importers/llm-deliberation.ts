import { z } from 'zod';
import type { JsonObject } from 'agora-voting/internal';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { besideRecords, importRecords, type RecordPlace } from './packed-records';
import { importError } from './source-text';

const deal = z.record(z.string().regex(/^[A-Z]$/), z.int().positive());
type Deal = z.infer<typeof deal>;

const game = z.object({
  config: z.string(),
  game: z.string(),
  model: z.string(),
  id: z.string(),
  parties: z.array(z.string()).min(2, { error: 'a game needs its parties, two at least' }),
  turns: z
    .array(
      z.object({ party: z.string(), public: z.string(), full: z.string().nullable(), deal: deal.nullable() }),
    )
    .min(1),
  final: z.string().nullable(),
  finalDeal: deal.nullable(),
});
type Game = z.infer<typeof game>;

const sheet = z.object({
  name: z.string(),
  file: z.string(),
  role: z.enum(['p1', 'p2', 'player']),
  scores: z.array(z.array(z.number()).min(1)).min(1),
  minimum: z.number(),
});
const games = z.record(z.string(), z.object({ parties: z.array(sheet).min(2), initial: z.string() }));
const minimums = z.record(z.string(), z.record(z.string(), z.object({ stated: z.number().nullable() })));

/** A party of the negotiation. A deal's value for it is the sum of `scores[issue][option - 1]`. */
type Seat = {
  readonly party: string;
  readonly name: string;
  /** p1 is the leader, who opens and proposes last. p1 and p2 have a veto. */
  readonly role: 'p1' | 'p2' | 'player';
  readonly scores: Readonly<Record<string, readonly number[]>>;
  readonly minimum: number;
};

/**
 * The negotiations of LLM-Deliberation, one collaboration each. The leader opens. Then each party speaks once in each
 * round, in a random order. The leader's last proposal is a round of its own. The opening belongs to round 1 with phase
 * "opening"; other phases are "turn 1", "turn 2", ..., and "final".
 *
 * Every turn has a message (the public text) and a proposal: its deal (null if it has none), the party's private text
 * as the reason, and the score. A `<DEAL>` that does not name every issue is a failure "unparsed"; one with an unknown
 * option is "invalid". A note "between options" marks a deal that was read as D2 although the text says D2.5, as in the
 * authors' code.
 *
 * There are no votes in these games. The decision after each round is the latest complete deal that a party proposed
 * (`by` is "the table"). The last round's decision is the leader's: the final proposal, or nothing if that is not a
 * complete deal. An aborted game has no decision, and its outcome is null.
 *
 * A score has every party's utility, their total, the largest total that any deal reaches (optimum, share), how many
 * parties get at least their minimum (accepting), whether that is everybody (unanimous), and whether the deal would
 * pass by the game's own rule (passes: all but one, and both that have a veto). Without a deal all values are 0. The
 * minimums are those that the agents state themselves (minimums.json), since the score files were changed later.
 */
export function* llmDeliberation(folder: string): Generator<Collaboration, void, undefined> {
  const sheets = besideRecords(folder, 'games.json', games);
  const stated = besideRecords(folder, 'minimums.json', minimums);
  yield* importRecords(folder, ['games.jsonl.gz'], game, (record, place) => {
    const seats = record.parties.map((party): Seat => {
      const found = sheets[record.game]?.parties.find(({ file }) => file === party);
      if (found === undefined)
        throw importError(
          place.file,
          place.line,
          `games.json has no party ${party} in the game ${record.game}`,
        );
      const { name, role } = found;
      const scores = Object.fromEntries(found.scores.map((row, issue) => [issueName(issue), row]));
      return { party, name, role, scores, minimum: minimumOf(record, found, stated[record.config]) };
    });
    return importGame(record, seats, sheets[record.game]?.initial ?? '', place);
  });
}

const issueName = (issue: number): string => String.fromCharCode(65 + issue);

/** In every old log of the base game the Environmental League was told 50; the mixtral logs do not state it. */
function minimumOf(
  { game: name }: Game,
  { file, minimum }: z.infer<typeof sheet>,
  stated: z.infer<typeof minimums>[string] | undefined,
): number {
  return stated?.[file]?.stated ?? (name === 'base' && file === 'enviroment' ? 50 : minimum);
}

function importGame(
  record: Game,
  seats: readonly Seat[],
  initial: string,
  { file, line, index }: RecordPlace,
): Collaboration {
  const { config, game: name, model, id, parties, turns, final, finalDeal } = record;
  const stranger = turns.find(({ party }) => !parties.includes(party));
  if (stranger !== undefined)
    throw importError(file, line, `${stranger.party} speaks and is not at the table`);
  const leader = seats.find(({ role }) => role === 'p1')?.party;
  if (leader === undefined) throw importError(file, line, 'the leader (p1) is not at the table');
  const events = new ConversationEvents(`${file}, line ${line}`, index);
  const about = { dataset: 'llm-deliberation', id: `${config}/${id}`, config, game: name, model };
  const instance = { ...about, parties: parties.length, initial, seats };
  events.add({ type: 'started', instance, agents: parties });

  const table = new Table(events, seats);
  let latest: Deal | null = null;
  let fresh: Deal | null = null;
  let round = 1;
  for (const [turn, said] of turns.entries()) {
    round = Math.max(1, Math.ceil(turn / parties.length));
    fresh =
      table.speak({ round, phase: turn === 0 ? 'opening' : `turn ${turn}`, by: said.party }, said) ?? fresh;
    latest = fresh ?? latest;
    const isLast = turn === turns.length - 1 || (turn > 0 && turn % parties.length === 0);
    if (!isLast) continue;
    table.decide({ round, phase: 'table', by: 'the table' }, fresh, latest);
    fresh = null;
  }
  if (final === null) {
    events.finish(round, 'broken off', null, scoreOf(null, seats));
    return events.collect();
  }
  const place = { round: ++round, phase: 'final', by: leader };
  const last = table.speak(place, { public: final, full: null, deal: finalDeal });
  table.decide(place, last, last);
  const cause =
    last === null ? 'the last proposal has no whole deal in a <DEAL> tag' : 'the leader proposed last';
  events.finish(round, cause, last, scoreOf(last, seats));
  return events.collect();
}

interface Place {
  readonly round: number;
  readonly phase: string;
  readonly by: string;
}

/** What is said at the table, and the deals that were proposed so far, with those who proposed them. */
class Table {
  private readonly deals = new Map<string, Set<string>>();

  constructor(
    private readonly events: ConversationEvents,
    private readonly seats: readonly Seat[],
  ) {}

  /** Records one turn. @returns the deal that is proposed in it */
  speak(
    { round, phase, by }: Place,
    turn: Pick<Game['turns'][number], 'public' | 'full' | 'deal'>,
  ): Deal | null {
    const { events, seats } = this;
    const to = seats.map(({ party }) => party).filter((party) => party !== by);
    events.message(round, phase, { from: by, to, text: turn.public });
    const written = lastDealIn(turn.public);
    const fault = faultOf(turn.deal, written, seats);
    const proposal = fault === null ? turn.deal : null;
    events.add({
      type: 'proposal',
      round,
      phase,
      by,
      candidate: proposal && dealKey(proposal),
      proposal,
      ...(turn.full === null ? {} : { reason: turn.full }),
      ...(proposal === null ? {} : { score: scoreOf(proposal, seats) }),
    });
    if (fault !== null) events.failure(round, phase, by, fault.kind, fault.reason, turn.public);
    if (proposal === null) return null;
    if (written !== null && /[A-Z]\s*\d+\.\d/.test(written))
      events.note(round, phase, 'between options', { text: written }, by);
    const key = dealKey(proposal);
    this.deals.set(key, (this.deals.get(key) ?? new Set()).add(by));
    return proposal;
  }

  decide(place: Place, selected: Deal | null, standing: Deal | null): void {
    const id = selected && dealKey(selected);
    this.events.add({
      type: 'decision',
      ...place,
      tally: {},
      winners: id === null ? [] : [id],
      selected: id,
      candidates: [...this.deals].map(([key, by]) => ({ id: key, by: [...by] })),
      standing: standing && { candidate: dealKey(standing), proposal: standing },
      score: scoreOf(standing, this.seats),
    });
  }
}

/** The content of the last `<DEAL>` of a text, or null if there is none. */
function lastDealIn(text: string): string | null {
  const start = text.lastIndexOf('<DEAL>');
  return start < 0 ? null : (text.slice(start + '<DEAL>'.length).split('</DEAL>')[0] ?? '');
}

/** "A1,B2,C3,D1,E4", for any order of the issues. */
const dealKey = (one: Deal): string =>
  Object.keys(one)
    .sort()
    .map((issue) => `${issue}${one[issue]}`)
    .join(',');

function faultOf(one: Deal | null, written: string | null, seats: readonly Seat[]) {
  if (one === null)
    return written === null
      ? null
      : ({ kind: 'unparsed', reason: 'its <DEAL> does not name one option of every issue' } as const);
  const issues = seats[0]?.scores ?? {};
  const isWhole =
    Object.keys(one).length === Object.keys(issues).length &&
    Object.entries(one).every(([issue, option]) => issues[issue]?.[option - 1] !== undefined);
  return isWhole ? null : ({ kind: 'invalid', reason: `the game has no deal ${dealKey(one)}` } as const);
}

function scoreOf(one: Deal | null, seats: readonly Seat[]): JsonObject {
  const worth = ({ scores }: Seat): number =>
    Object.entries(one ?? {}).reduce((sum, [issue, option]) => sum + (scores[issue]?.[option - 1] ?? 0), 0);
  const total = seats.reduce((sum, seat) => sum + worth(seat), 0);
  const optimum = optimumOf(seats);
  const accepting = one === null ? [] : seats.filter((seat) => worth(seat) >= seat.minimum);
  const vetoes = seats.filter(({ role }) => role !== 'player');
  const passes = accepting.length >= seats.length - 1 && vetoes.every((seat) => accepting.includes(seat));
  return {
    utilities: Object.fromEntries(seats.map((seat) => [seat.party, worth(seat)])),
    total,
    optimum,
    share: total / optimum,
    accepting: accepting.length,
    unanimous: Number(accepting.length === seats.length),
    passes: Number(passes),
  };
}

/** The largest total of any deal: issues add up, so each takes its own best option. */
function optimumOf(seats: readonly Seat[]): number {
  return Object.entries(seats[0]?.scores ?? {}).reduce((sum, [issue, options]) => {
    const totals = options.map((_, option) =>
      seats.reduce((all, { scores }) => all + (scores[issue]?.[option] ?? 0), 0),
    );
    return sum + Math.max(...totals);
  }, 0);
}
