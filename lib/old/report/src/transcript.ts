import { collaborationGiven, visible } from 'agora-core/internal';
import type { Collaboration } from 'agora-core/transcripts';
import { check, listOf, object, settings as settingsOf, text, whole } from 'agora-voting/internal';
import { entryOf, hasUnknownEnd, inWords, type Entry } from './entries';
import { presentIn, sightOf } from './sight';
import { escapeHtml, selfShowing, wrap, type Shown } from './table';

export interface TranscriptOptions {
  /** Only these rounds. */
  readonly rounds?: readonly number[];
  /** Only the events of these agents, and decisions. */
  readonly agents?: readonly string[];
  /** The view of this agent: without messages that it has not read and others' reasons. */
  readonly seenBy?: string;
}

const transcriptArguments = object('arguments', {
  collaboration: collaborationGiven,
  options: settingsOf({
    rounds: listOf('rounds', whole(0)).optional(),
    agents: listOf('agents', text()).optional(),
    seenBy: text().optional(),
  }),
});

/**
 * A readable collaboration, round by round: messages, proposals, ballots, decisions with their scores, and all unusable
 * answers. As self-contained HTML and as text, for a paper's appendix or as a cell's last value.
 * @throws AgoraError 'settings' when no agent of the collaboration has a given name
 * @example
 * const read = (run) => report.transcript(run[3], { rounds: [1, 2], seenBy: 'Agent A' }).text;
 */
export function transcript(collaboration: Collaboration, options: TranscriptOptions = {}): Shown {
  check('transcript', transcriptArguments, { collaboration, options });
  const { rounds, agents, seenBy } = options;
  const present = presentIn(collaboration);
  const known = text().refine((name) => present.includes(name), {
    error: `one of ${present.join(', ')}`,
  });
  check('transcript', settingsOf({ agents: listOf('agents', known).optional(), seenBy: known.optional() }), {
    ...(agents === undefined ? {} : { agents }),
    ...(seenBy === undefined ? {} : { seenBy }),
  });
  const entries = collaboration.events
    .filter(seenBy === undefined ? () => true : sightOf(collaboration, seenBy))
    .flatMap((event) => entryOf(event) ?? [])
    .map((entry) => (seenBy === undefined || seenBy === entry.agent ? entry : { ...entry, aside: '' }))
    .filter(({ round }) => rounds === undefined || rounds.includes(round))
    .filter(({ agent }) => agents === undefined || agent === null || agents.includes(agent));
  const head = headOf(collaboration);
  const shown = { html: htmlOf(head, entries), text: plainOf(head, entries) };
  return selfShowing(shown, (self) => self);
}

/** Who took part, how it ended and what came of it; what lay on the table before nothing did, and what breaks off. */
function headOf(collaboration: Collaboration): string[] {
  const { index, agents, finished } = collaboration;
  const end =
    finished === null
      ? 'unfinished'
      : `${finished.rounds} ${finished.rounds === 1 ? 'round' : 'rounds'}, ended: ${finished.cause}`;
  const outcome =
    finished === null
      ? []
      : [
          `Outcome: ${finished.outcome === null ? withoutOutcome(collaboration) : inWords(finished.outcome)}`,
          ...(Object.keys(finished.score).length === 0 ? [] : [`Score: ${inWords(finished.score)}`]),
        ];
  const about = `Collaboration ${index}: ${agents.join(', ')}; ${end}`;
  return [about, ...originOf(collaboration), ...outcome, ...brokenOff(collaboration)];
}

/** The case of a data set, and in recorded sets the model that played it. */
function originOf({ events }: Collaboration): string[] {
  const [first] = events;
  const instance = first?.type === 'started' ? first.instance : null;
  if (typeof instance !== 'object' || instance === null || !('dataset' in instance)) return [];
  const told = ['dataset', 'id', 'game', 'model'].flatMap((name) => {
    const value: unknown = Object.entries(instance).find(([key]) => key === name)?.[1];
    return typeof value === 'string' || typeof value === 'number' ? [`${name} ${value}`] : [];
  });
  return told.length === 0 ? [] : [`Case: ${told.join(', ')}`];
}

/** What is told where nothing is decided in the end: a record may hold no decision at all. */
function withoutOutcome({ events, finished }: Pick<Collaboration, 'events' | 'finished'>): string {
  if (hasUnknownEnd(events, finished)) return 'not scored';
  const decisions = events.filter((event) => event.type === 'decision');
  const last = decisions.findLast(({ standing }) => standing !== null);
  return last?.standing == null
    ? 'none'
    : `none; last on the table: ${last.standing.candidate}, after round ${last.round}`;
}

/** How many places that break off are told one by one. */
const mostPlaces = 3;
/** How much of the end of a text is told. */
const endShown = 40;

/** Replies that were cut off at their length; messages that end within a list or a bracket, where no reply is on record. */
function brokenOff({ events }: Collaboration): string[] {
  const hasReplies = events.some(({ type }) => type === 'reply');
  const places = events.flatMap((event) => {
    if (event.type === 'reply' && event.finish === 'length')
      return [placeOf(event.agent, event.round, event.text)];
    const isCut = event.type === 'message' && /[,;([{]$/.test(event.text.trimEnd());
    return isCut && !hasReplies ? [placeOf(event.from, event.round, event.text)] : [];
  });
  if (places.length === 0) return [];
  const more = places.length > mostPlaces ? `; and ${places.length - mostPlaces} more` : '';
  return [`Breaks off: ${places.slice(0, mostPlaces).join('; ')}${more}`];
}

function placeOf(agent: string, round: number, text: string): string {
  const end = text.trimEnd().replaceAll(/\s+/g, ' ').slice(-endShown);
  return `${agent} in round ${round} ("… ${end}")`;
}

const roundsOf = (entries: readonly Entry[]): (readonly [number, Entry[]])[] =>
  [...new Set(entries.map(({ round }) => round))].map((round) => [
    round,
    entries.filter((one) => one.round === round),
  ]);

const titleOf = (round: number): string => (round === 0 ? 'Before the first round' : `Round ${round}`);

function plainOf(head: readonly string[], entries: readonly Entry[]): string {
  const indented = (text: string, by: string) => wrap(text, 100 - by.length).map((line) => by + line);
  const parts = [...roundsOf(entries)].map(([round, own]) =>
    [
      titleOf(round),
      ...own.flatMap(({ head: who, text: said, aside }) => [
        ...indented(said === '' ? who : `${who}: ${said}`, '  '),
        ...(aside === '' ? [] : indented(`(${aside})`, '    ')),
      ]),
    ].join('\n'),
  );
  return visible([head.join('\n'), ...parts].join('\n\n'));
}

/** Contains the texts of models unchanged. Each text is isolated, so that it cannot change the writing direction around it. */
function htmlOf(head: readonly string[], entries: readonly Entry[]): string {
  const said = (text: string) =>
    `<span style="white-space:pre-wrap;unicode-bidi:isolate;overflow-wrap:anywhere">${escapeHtml(text)}</span>`;
  const line = ({ head: who, text, aside, failed }: Entry) => {
    const mark = failed ? ';border-left:3px solid #d62728;padding-left:8px' : '';
    const more =
      aside === '' ? '' : `<details style="opacity:0.75"><summary>more</summary>${said(aside)}</details>`;
    return `<div style="margin:6px 0 6px 12px${mark}"><strong>${said(who)}</strong>${text === '' ? '' : ` ${said(text)}`}${more}</div>`;
  };
  const rounds = [...roundsOf(entries)].map(
    ([round, own]) =>
      `<section><h4 style="margin:12px 0 4px">${titleOf(round)}</h4>\n${own.map(line).join('\n')}\n</section>`,
  );
  return `<div style="max-width:760px"><div>${head.map(said).join('<br>')}</div>\n${rounds.join('\n')}\n</div>`;
}
