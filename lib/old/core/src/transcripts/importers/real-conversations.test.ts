import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, recorded, type Collaboration, type Event } from '..';
import { readEvent } from '../event';

const shared = process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../../shared/data');
const folderOf = (name: string): string => join(shared, name);
const read = (name: string): Collaboration[] => [...recorded(name, { folder: folderOf(name) })];
const all = <Type extends Event['type']>(collaborations: readonly Collaboration[], type: Type) =>
  collaborations.flatMap((one) => eventsOf(one, type));
const notes = (collaborations: readonly Collaboration[], kind: string) =>
  all(collaborations, 'note').filter((note) => note.kind === kind);

/** How often a pattern stands in the files as they are: counted without the importers and without parsing. */
const occurrences = (name: string, files: RegExp, pattern: RegExp): number =>
  readdirSync(folderOf(name))
    .filter((file) => files.test(file))
    .reduce(
      (sum, file) => sum + (readFileSync(join(folderOf(name), file), 'utf8').match(pattern)?.length ?? 0),
      0,
    );

/** Skips, and says why, where the data are absent. */
function onRealData(name: string, test: () => void): void {
  const there = existsSync(folderOf(name));
  if (!there)
    console.warn(`skipped: there is no folder ${name} where AGORA_SHARED_DATA says, or in ../shared/data`);
  const why = there ? '' : ` (SKIPPED: no ${name} in AGORA_SHARED_DATA)`;
  describe.skipIf(!there)(`the real ${name}${why}`, test);
}

onRealData('mad-debates', () => {
  it('reference: every debate, with counts of the raw files', () => {
    const debates = read('mad-debates');
    const files = /^\d+\.json$/;
    expect(debates).toHaveLength(
      readdirSync(folderOf('mad-debates')).filter((file) => files.test(file)).length,
    );
    const answers = occurrences('mad-debates', files, /"role": "assistant"/g);
    const [messages, proposals] = [all(debates, 'message'), all(debates, 'proposal')];
    const [verdicts, listed] = [notes(debates, 'verdict'), notes(debates, 'candidates')];
    expect(messages.length + proposals.length + verdicts.length + listed.length).toBe(answers);
    expect(proposals).toHaveLength(occurrences('mad-debates', files, /"base translation"/g));
    expect(all(debates, 'decision')).toHaveLength(verdicts.length);
    expect(listed).toHaveLength(occurrences('mad-debates', files, /"Judge": \[/g));
    expect(all(debates, 'failure')).toEqual([]);
    expect([verdicts.length, messages.length, debates.length]).toEqual([449, 740, 100]);
  });

  it('reference: outcomes are those that the files state, but for quotes that their own parser dropped', () => {
    // One answer has can\t where can\'t was meant: a tab, to Python as to us.
    const plain = (text: unknown): string => String(text).replace(/['"]/g, '').replace('\t', 't');
    for (const debate of read('mad-debates')) {
      const outcome = debate.finished?.outcome as { translation: string } | null;
      const [summary] = notes([debate], 'source-summary');
      expect(plain(outcome?.translation)).toBe(plain((summary?.data as { translation: string }).translation));
    }
  });

  it('law: every argument is what the other side was shown next', () => {
    for (const debate of read('mad-debates')) {
      const { file } = debate.instance as { file: string };
      const raw = JSON.parse(readFileSync(join(folderOf('mad-debates'), file), 'utf8')) as {
        players: Record<string, { role: string; content: string }[]>;
      };
      const shown = (raw.players['Negative side'] ?? []).filter(({ role }) => role === 'user');
      const spoken = eventsOf(debate, 'message').filter(({ from }) => from === 'Affirmative side');
      expect(spoken).toHaveLength(shown.length);
      spoken.forEach(({ text }, place) => expect(shown[place]?.content.includes(text)).toBe(true));
    }
  });
});

onRealData('elimination-game', () => {
  const files = /\.jsonl$/;
  const count = (type: string): number =>
    occurrences('elimination-game', files, new RegExp(`"type": "${type}"`, 'g'));

  it('reference: every game, with counts of the raw lines', () => {
    const games = read('elimination-game');
    expect(games).toHaveLength(20);
    const messages = all(games, 'message');
    expect(messages.filter(({ visibleTo }) => visibleTo === undefined)).toHaveLength(count('conversation'));
    expect(messages.filter(({ visibleTo }) => visibleTo?.length === 2)).toHaveLength(count('private'));
    expect(all(games, 'vote')).toHaveLength(count('vote') + count('private_jury_reason'));
    expect(all(games, 'vote').filter(({ reason }) => reason !== undefined)).toHaveLength(
      count('private_vote_reason') + count('private_revote_reason') + count('private_jury_reason'),
    );
    expect(notes(games, 'elimination')).toHaveLength(count('elimination'));
    expect(notes(games, 'pairing-proposal')).toHaveLength(count('preference_proposal'));
    expect(notes(games, 'pairing-answer')).toHaveLength(count('preference_outcome'));
    expect(notes(games, 'pairs')).toHaveLength(count('preference_result'));
    expect(notes(games, 'memory')).toHaveLength(count('memory_note'));
    expect(games.every(({ agents, finished }) => agents.length === 8 && finished !== null)).toBe(true);
    expect([messages.length, all(games, 'vote').length]).toEqual([2537, 863]);
  });

  it('reference: invalid votes and empty messages are failures', () => {
    const games = read('elimination-game');
    const failures = all(games, 'failure');
    expect(failures.filter(({ kind }) => kind === 'invalid')).toHaveLength(
      occurrences('elimination-game', files, /"target_id": "\(invalid\/skipped\)"/g),
    );
    expect(failures.filter(({ kind }) => kind === 'failed')).toHaveLength(
      occurrences('elimination-game', files, /"message": ""/g),
    );
    expect(notes(games, 'vote-reason')).toEqual([]);
  });

  it('law: whoever leaves has the most votes of the last count, and all others leave before the winner', () => {
    for (const game of read('elimination-game')) {
      const decisions = eventsOf(game, 'decision');
      const out = decisions.filter(({ selected }) => selected !== null);
      for (const { winners, selected, tally } of out)
        if (Object.keys(tally).length > 0) expect(winners).toContain(selected);
      const { winners } = game.finished?.outcome as { winners: string[] };
      expect([...out.map(({ selected }) => selected), ...winners].sort()).toEqual([...game.agents].sort());
      // A count that drops nobody is a tie.
      for (const { winners: tied, selected } of decisions)
        if (selected === null) expect(tied.length).toBeGreaterThan(1);
    }
  });
});

onRealData('llm-agora', () => {
  it('reference: every question, with counts of the raw files', () => {
    const debates = read('llm-agora');
    expect(debates).toHaveLength(occurrences('llm-agora', /_result\.json$/, /"question_id":/g));
    expect(all(debates, 'message')).toHaveLength(200 * 3 * 3);
    expect(notes(debates, 'summary')).toHaveLength(200 * 2);
    expect(all(debates, 'failure')).toHaveLength(
      occurrences('llm-agora', /_result\.json$/, /^\s*"(?:\\n|\s)*"(?=,?$)/gm),
    );
    expect(debates.map(({ index }) => index)).toEqual(debates.map((_, place) => place));
  });

  it('reference: all 300 answers of the second round of MMLU are prompts and nothing else', () => {
    const debates = read('llm-agora').filter(
      ({ instance }) => (instance as { file: string }).file === 'mmlu_result.json',
    );
    const whole = notes(debates, 'echo').filter(
      ({ data }) => (data as { extent: string }).extent === 'whole',
    );
    expect(whole).toHaveLength(300);
    expect(new Set(whole.map(({ round }) => round))).toEqual(new Set([2]));
    // Counted otherwise: answers that end where an answer should begin.
    const open = all(debates, 'message').filter(
      ({ round, text }) => round === 2 && /(ASSISTANT:|### Response:)\s*$/.test(text),
    );
    expect(open).toHaveLength(300);
  });
});

for (const name of ['mad-debates', 'elimination-game', 'llm-agora'])
  onRealData(name, () => {
    it('contract: every event passes the schema of recorded events, again after a round trip', () => {
      for (const conversation of read(name))
        for (const event of conversation.events) {
          const back: unknown = JSON.parse(JSON.stringify(event));
          expect(readEvent(back)).toEqual({ ok: true, value: event });
        }
    });
  });
