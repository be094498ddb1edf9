import type { Environment } from '../../environments/environment';
import type { Candidate } from '../../environments/situation';

/**
 * Keeps the proposals of one collaboration. Equal proposals are one candidate, with one number for the whole
 * collaboration, in the order in which they first came up.
 */
export class CandidateList<Instance, Proposal> {
  private readonly ids = new Map<string, string>();
  private readonly proposals = new Map<string, Proposal>();
  /** Each agent's latest candidate. */
  private readonly latest = new Map<string, string>();

  constructor(private readonly environment: Environment<Instance, Proposal>) {}

  /** Takes an agent's new proposal in place of its last one. */
  propose(agent: string, proposal: Proposal): string {
    const key = this.environment.proposalKey(proposal);
    const id = this.ids.get(key) ?? String(this.ids.size + 1);
    this.ids.set(key, id);
    if (!this.proposals.has(id)) this.proposals.set(id, proposal);
    this.latest.set(agent, id);
    return id;
  }

  /** What can be voted on: everybody's latest proposal and the standing decision, equal ones merged. */
  candidates(standing: string | null): Candidate<Proposal>[] {
    const by = new Map<string, string[]>();
    if (standing !== null) by.set(standing, []);
    for (const [agent, id] of this.latest) by.set(id, [...(by.get(id) ?? []), agent]);
    return [...by]
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([id, agents]) => ({ id, proposal: this.proposal(id), by: agents }));
  }

  proposal(id: string): Proposal {
    return this.proposals.get(id) as Proposal;
  }
}
