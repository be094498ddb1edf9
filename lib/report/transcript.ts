import { AgoraError, knownOptions } from '../error';
import type { Collaboration, Event } from '../protocols/protocol';
import { bundleOf, escapeHtml, showsItself, visible, type Shown } from './display';
import { inWords } from './table';

export interface TranscriptOptions {
  /** Shows only these rounds. Default: all rounds. */
  readonly rounds?: readonly number[];
  /** Shows only the events of these agents, and events without an agent, such as decisions. Default: all agents. */
  readonly agents?: readonly string[];
  /**
   * Shows only what this agent could read. Hides the private reasons of other agents, and events whose `readers` do not
   * include this agent. A proposal or vote without `readers` counts as public.
   */
  readonly seenBy?: string;
}

/** An event, described in words. */
interface Entry {
  readonly round: number;
  readonly agent: string | null;
  readonly head: string;
  readonly text: string;
  /** Private reasons, or details. */
  readonly aside: string;
}

/** Returns a readable transcript of a collaboration, round by round. */
export function transcript(collaboration: Collaboration, options: TranscriptOptions = {}): Shown {
  knownOptions('transcript', options, ['rounds', 'agents', 'seenBy']);
  const { rounds, agents, seenBy } = options;
  const present = new Set([
    ...collaboration.agents.map(({ name }) => name),
    ...collaboration.events.flatMap((event) => actorOf(event) ?? []),
  ]);
  for (const name of [...(agents ?? []), ...(seenBy === undefined ? [] : [seenBy])])
    if (!present.has(name))
      throw new AgoraError(`There is no agent "${name}". Choose from ${[...present].join(', ')}.`);
  const entries = collaboration.events
    .filter((event) => seenBy === undefined || canRead(event, seenBy))
    .map((event) => withPhase(entryOf(event), event))
    .filter(({ round }) => rounds === undefined || rounds.includes(round))
    .filter(({ agent }) => agents === undefined || agent === null || agents.includes(agent))
    .map((entry) => (seenBy === undefined || entry.agent === seenBy ? entry : { ...entry, aside: '' }));
  const head = headOf(collaboration);
  return showsItself({ html: htmlOf(head, entries), text: textOf(head, entries) }, bundleOf);
}

const actorOf = (event: Event): string | null => ('agent' in event ? (event.agent ?? null) : null);

function canRead(event: Event, reader: string): boolean {
  if (actorOf(event) === reader) return true;
  if (!['message', 'summary', 'proposal', 'vote', 'decision'].includes(event.type)) return false;
  const readers = 'readers' in event ? event.readers : undefined;
  return readers === undefined || readers.includes(reader);
}

/** Adds the event's phase, if it has one, to the entry's head. */
function withPhase(entry: Entry, event: Event): Entry {
  const { phase } = event as { readonly phase?: unknown };
  return typeof phase === 'string' && phase !== '' ? { ...entry, head: `[${phase}] ${entry.head}` } : entry;
}

function headOf({ index, case: name, agents, rounds, cause, outcome, score }: Collaboration): string[] {
  return [
    `Collaboration ${index}, case ${name}: ${agents.map((agent) => agent.name).join(', ')}`,
    `${rounds} ${rounds === 1 ? 'round' : 'rounds'}; ${cause}`,
    `Decision: ${outcome === null ? 'none' : inWords(outcome)}`,
    ...(Object.keys(score).length === 0 ? [] : [`Score: ${inWords(score)}`]),
  ];
}

function entryOf(event: Event): Entry {
  const { round } = event;
  const entry = (head: string, text: string, aside = ''): Entry => ({
    round,
    agent: actorOf(event),
    head,
    text,
    aside,
  });
  switch (event.type) {
    case 'message': {
      const to = event.to.length === 0 ? '' : ` to ${event.to.join(', ')}`;
      return entry(
        `${event.agent}${to}${event.readers === undefined ? '' : ' (privately)'}`,
        event.text,
        event.reason,
      );
    }
    case 'proposal': {
      const what =
        event.proposal === null ? 'makes no proposal' : `proposes ${event.candidate ?? ''}`.trimEnd();
      const proposal = event.proposal === null ? '' : inWords(event.proposal);
      return entry(`${event.agent} ${what}`, event.text ?? proposal, event.reason);
    }
    case 'vote':
      return event.ballot === null
        ? entry(`${event.agent} abstains`, '', event.reason)
        : entry(`${event.agent} votes`, inWords(event.ballot), event.reason);
    case 'decision': {
      const totals = inWords(event.totals);
      const tie = event.winners.length > 1 ? `tie of ${event.winners.join(', ')}; ` : '';
      const selected = event.selected === null ? 'nothing is selected' : `${event.selected} is selected`;
      const standing =
        event.standing === null ? 'nothing is decided' : `the decision is ${event.standing.candidate}`;
      const text = `${totals === '' ? '' : `${totals}; `}${tie}${selected}; ${standing}`;
      return entry(`Decision by ${event.by}`, text, inWords(event.score));
    }
    case 'unusable':
      return entry(`${event.agent}: no usable answer (${event.kind})`, event.reason, event.text);
    case 'belief':
      return entry(`${event.agent} believes`, inWords(event.belief), `errors: ${inWords(event.errors)}`);
    case 'tool':
      return entry(`${event.agent} uses ${event.name}`, inWords(event.input), inWords(event.output));
    case 'summary':
      return entry(`${event.agent} summarises`, event.text);
    case 'heard': {
      const dropped =
        event.dropped === undefined || event.dropped.length === 0 ? '' : `; not ${event.dropped.join(', ')}`;
      return entry(`${event.agent} reads`, `${event.from.join(', ') || 'nobody'}${dropped}`);
    }
    case 'silent':
      return entry(`${event.agent} is not asked`, event.reason);
    case 'label':
      return entry(
        `${event.name}${event.agent === undefined ? '' : ` (${event.agent})`}`,
        inWords(event.value),
      );
    default: {
      // Protocols can record other event types.
      const { type, round: _, phase: __, ...rest } = event as Event & { type: string; phase?: unknown };
      return { round, agent: null, head: type, text: inWords(rest), aside: '' };
    }
  }
}

const roundsOf = (entries: readonly Entry[]): number[] => [...new Set(entries.map(({ round }) => round))];

function textOf(head: readonly string[], entries: readonly Entry[]): string {
  const lines = [...head];
  for (const round of roundsOf(entries)) {
    lines.push('', `Round ${round}`);
    for (const { head: who, text, aside } of entries.filter((entry) => entry.round === round)) {
      lines.push(`  ${who}${text === '' ? '' : `: ${text.replaceAll('\n', '\n    ')}`}`);
      if (aside !== '') lines.push(`    (${aside.replaceAll('\n', '\n    ')})`);
    }
  }
  return visible(lines.join('\n'));
}

/**
 * Returns the transcript as HTML. Model output is isolated, so it cannot change the direction of the surrounding text.
 */
function htmlOf(head: readonly string[], entries: readonly Entry[]): string {
  const said = (text: string): string =>
    `<span style="white-space:pre-wrap;unicode-bidi:isolate;overflow-wrap:anywhere">${escapeHtml(text)}</span>`;
  const line = ({ head: who, text, aside }: Entry): string => {
    const more =
      aside === '' ? '' : `<details style="opacity:0.75"><summary>more</summary>${said(aside)}</details>`;
    return `<div style="margin:6px 0 6px 12px"><strong>${said(who)}</strong>${text === '' ? '' : ` ${said(text)}`}${more}</div>`;
  };
  const sections = roundsOf(entries).map((round) => {
    const own = entries.filter((entry) => entry.round === round).map(line);
    return `<section><h4 style="margin:12px 0 4px">Round ${round}</h4>\n${own.join('\n')}\n</section>`;
  });
  return `<div style="max-width:760px"><div>${head.map(said).join('<br>')}</div>\n${sections.join('\n')}\n</div>`;
}
