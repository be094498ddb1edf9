import type { Environment } from '../../environments/environment';

/** The answers of one debate: equal ones have one id, "1", "2", ... in the order in which they first came up. */
export class Viewpoints<Instance, Proposal> {
  private readonly ids = new Map<string, string>();
  private readonly proposals = new Map<string, Proposal>();

  constructor(private readonly environment: Environment<Instance, Proposal>) {}

  idOf(proposal: Proposal): string {
    const key = this.environment.proposalKey(proposal);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = String(this.ids.size + 1);
    this.ids.set(key, id);
    this.proposals.set(id, proposal);
    return id;
  }

  /** The answer of an id, as it was written first. */
  proposal(id: string): Proposal {
    return this.proposals.get(id) as Proposal;
  }
}
