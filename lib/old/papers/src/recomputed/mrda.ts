import { type DialogueAct, dialogueActs, labelCollaborations, cueLabeller } from 'agora-core/language';
import { precisionRecall } from 'agora-core/statistics';
import { notesOf, recorded } from 'agora-core/transcripts';

/**
 * The tags of MRDA that say what one of nine acts says. Of the others nobody can tell: fillers, acknowledgements, answers,
 * asides. Compromise has none.
 */
const tags: Partial<Record<DialogueAct, readonly string[]>> = {
  Inform: ['s'],
  Request: ['qy', 'qw', 'qo', 'qr', 'qrr'],
  Confirm: ['bu'],
  Summarize: ['bs'],
  Evaluate: ['ba'],
  Propose: ['cs'],
  Defend: ['df'],
  Accept: ['aa', 'aap'],
  Decline: ['ar'],
};

/** The cue labeller compared with people's labels of 75 meetings: each utterance whose tag represents an act. */
export async function meetings(folder: string) {
  const said: { meeting: number; act: DialogueAct; acts: readonly DialogueAct[] }[] = [];
  let utterances = 0;
  for (const meeting of recorded('mrda-dialogue-acts', { folder })) {
    const [read] = await labelCollaborations([meeting], cueLabeller);
    notesOf(meeting, 'act').forEach(({ data }, place) => {
      utterances++;
      const { full } = data as { full: string };
      const act = dialogueActs.find((one) => tags[one]?.includes(full));
      if (act !== undefined)
        said.push({ meeting: meeting.index, act, acts: read?.labelled[place]?.acts ?? [] });
    });
  }
  const clusters = said.map(({ meeting }) => meeting);
  return {
    meetings: new Set(clusters).size,
    utterances,
    mapped: said.length,
    acts: dialogueActs
      .filter((act) => act in tags)
      .map((act) => {
        const [found, there] = [
          said.map(({ acts }) => acts.includes(act)),
          said.map((one) => one.act === act),
        ];
        const support = there.filter(Boolean).length;
        return {
          act,
          support,
          given: found.filter(Boolean).length,
          ...precisionRecall(found, there, { clusters }),
        };
      }),
    /** What it gives to utterances that people take for each act: the commonest. */
    heardAs: dialogueActs
      .filter((act) => act in tags)
      .map((act) => {
        const own = said.filter((one) => one.act === act);
        const shares = dialogueActs.map((other) => ({
          act: other,
          share: own.filter(({ acts }) => acts.includes(other)).length / own.length,
        }));
        return { act, as: shares.sort((one, other) => other.share - one.share).slice(0, 2) };
      }),
  };
}
