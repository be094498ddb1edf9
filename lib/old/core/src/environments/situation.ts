import type { BallotKind } from 'agora-voting';
import type { Json } from 'agora-voting/internal';

/** A message that an agent sees. */
export interface SeenMessage {
  readonly round: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A candidate for a vote: a proposal and its supporters. */
export interface Candidate<Proposal> {
  readonly id: string;
  readonly proposal: Proposal;
  readonly by: readonly string[];
}

/** The form of a ballot in its prompt. */
export interface BallotAsked {
  readonly ballot: BallotKind;
  /** How many points to spread, for a ballot of points. */
  readonly points: number;
  /** The scale, for a ballot of ratings. */
  readonly scale: { readonly lowest: number; readonly highest: number };
  /** Whether a reason is asked for beside the ballot. */
  readonly reasoned: boolean;
}

/** What all members of a group can read. */
export interface Shared<Proposal> {
  readonly messages: readonly SeenMessage[];
  /** The group's current decision, if there is one. */
  readonly standing: Candidate<Proposal> | null;
  /** The latest proposals; in a vote, exactly the candidates. */
  readonly candidates: readonly Candidate<Proposal>[];
}

/** What an agent's prompt repeats from earlier steps. */
export interface Informed<Proposal> {
  /** The belief that it stated, as read by `environment.beliefs`; null if it was not asked. */
  readonly belief: Json;
  /** A solver's solution for that belief; null if there is none. */
  readonly advice: Proposal | null;
}

/**
 * What an agent is asked to do, with exactly the facts of its prompt. The simulated agent answers from them and
 * from `environment.observe`.
 *
 * speak: write to the others. propose: give a solution, or, where `mayKeep`, leave the own one as it is. vote: judge
 * the candidates. debate: reason in prose and end with a solution, having read those of `candidates`, in the words of
 * `messages`. summarise: sum up what was said, in `messages`, and end, where `stating`, with every solution of
 * `candidates`. estimate: say what one believes of the case. plan: give the solution that is best by what one believes.
 * decide: accept the group's current solution, `standing`, or not; `candidates` holds the own one too. state: give one's
 * solution and say why, where one may to whom. join: speak in this round or not. An instructor's: direct, name those
 * who speak next; conclude, take the group's decision, or let it go on.
 */
export type Situation<Proposal> =
  | (Shared<Proposal> & Partial<Informed<Proposal>> & { readonly act: 'speak'; readonly rounds: number })
  | (Shared<Proposal> & { readonly act: 'propose'; readonly mayKeep: boolean })
  | (Shared<Proposal> &
      BallotAsked & {
        readonly act: 'vote';
        /** Ballots of others that the agent is shown, with whose they are said to be. They may be invented. */
        readonly ballotsSeen: readonly { readonly by: string; readonly ballot: Json }[];
      })
  | (Shared<Proposal> & { readonly act: 'debate' })
  | {
      readonly act: 'summarise';
      readonly candidates: readonly Candidate<Proposal>[];
      readonly messages: readonly SeenMessage[];
      readonly stating?: true;
    }
  | (Shared<Proposal> & { readonly act: 'state'; readonly mayAddress: boolean })
  | (Shared<Proposal> & { readonly act: 'join' })
  | (Shared<Proposal> & { readonly act: 'direct' })
  | (Shared<Proposal> & { readonly act: 'conclude'; readonly mustDecide: boolean })
  | (Shared<Proposal> & { readonly act: 'estimate' })
  | (Shared<Proposal> & Informed<Proposal> & { readonly act: 'plan' })
  | (Shared<Proposal> &
      Informed<Proposal> & {
        readonly act: 'decide';
        readonly rounds: number;
        /** Whether the agent may also decide by itself, on a solution of its own. */
        readonly mayEnd: boolean;
      });

/** Who is asked, and when. */
export interface Asked {
  readonly round: number;
  readonly agent: string;
  readonly agents: readonly string[];
  /** Tools that it may call before it answers, and what those that it called gave, in order. */
  readonly tools?: {
    readonly names: readonly string[];
    readonly gave: readonly { readonly name: string; readonly result?: Json; readonly error?: string }[];
  };
}
