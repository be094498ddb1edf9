import type { Candidate } from '../../environments/situation';
import type { Session } from '../protocol';

/** The proposals of one collaboration: equal ones have one id, "1", "2", ... in the order in which they first came up. */
export class Candidates<Instance, Proposal> {
  private readonly ids = new Map<string, string>();
  private readonly proposals = new Map<string, Proposal>();
  /** A proposal stays as it is, and is shown in every prompt for as long as it is a candidate. */
  private readonly texts = new Map<string, string>();

  constructor(private readonly session: Session<Instance, Proposal>) {}

  idOf(proposal: Proposal): string {
    const key = this.session.environment.proposalKey(proposal);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = String(this.ids.size + 1);
    this.ids.set(key, id);
    this.proposals.set(id, proposal);
    return id;
  }

  /** The proposal of an id, as it was written first. */
  proposal(id: string): Proposal {
    return this.proposals.get(id) as Proposal;
  }

  /** A proposal as prompts show it. */
  show(id: string): string {
    const { environment, instance } = this.session;
    const text = this.texts.get(id) ?? environment.showProposal(instance, this.proposal(id));
    this.texts.set(id, text);
    return text;
  }

  /**
   * Those that somebody stands behind, in the order of their ids, each with everybody who does.
   * @param also - one that nobody need stand behind: the decision as it is
   */
  behind(
    said: Iterable<{ readonly from: string; readonly answers: readonly string[] }>,
    also: string | null = null,
  ): Candidate<Proposal>[] {
    const by = new Map<string, string[]>(also === null ? [] : [[also, []]]);
    for (const { from, answers } of said) for (const id of answers) by.set(id, [...(by.get(id) ?? []), from]);
    return [...by]
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([id, names]) => ({ id, proposal: this.proposal(id), by: names }));
  }
}
