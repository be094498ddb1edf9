import type { Candidate } from '../../environments/situation';
import type { Session } from '../protocol';

/**
 * The proposals of one collaboration. Equal proposals share one id: "1", "2", ... in the order of their first
 * appearance.
 */
export class Candidates<Instance, Proposal> {
  private readonly ids = new Map<string, string>();
  private readonly proposals = new Map<string, Proposal>();
  /** Caches the text of each proposal, since a proposal never changes and many prompts show it. */
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

  /** The proposal with an id, as it was first written. */
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
   * The candidates that somebody supports, in the order of their ids, each with its supporters.
   * @param also - a candidate that needs no supporter: the current decision
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
