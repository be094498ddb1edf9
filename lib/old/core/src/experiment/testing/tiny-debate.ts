import type { Candidate } from '../../environments/situation';
import { plurality, breakTie } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Protocol, Session } from '../../protocols';

/**
 * The smallest debate: everybody answers alone, then again after reading the others' answers, and the plurality of
 * the last answers decides. It has free text, no message phase, no ballots and no current decision, so it differs
 * from a round table as much as possible.
 */
export function tinyDebate(turns = 2): Protocol {
  return { name: 'tiny-debate', settings: { turns }, run: (session) => debate(session, turns) };
}

async function debate<I, P>(session: Session<I, P>, turns: number) {
  const { environment, instance, agents } = session;
  let latest = new Map<string, { proposal: P; text: string }>();
  let turn = 0;
  while (turn < turns) {
    turn++;
    const phase = turn === 1 ? 'alone' : 'debate';
    const seen = latest;
    const candidates: Candidate<P>[] = [...seen].map(([by, { proposal }], id) => ({
      id: `${id}`,
      proposal,
      by: [by],
    }));
    const merged = mergeEqual(candidates, (proposal) => environment.proposalKey(proposal));
    const answers = await Promise.all(
      agents.map((agent) =>
        session.ask({
          round: turn,
          phase,
          agent: agent.name,
          messages: [
            {
              role: 'system',
              content: `${agent.background} Give ${environment.proposalFormat(instance).text}.`,
            },
            {
              role: 'user',
              content: [
                environment.task(instance),
                ...[...seen].map(([by, { text }]) => `${by}: ${text}`),
              ].join('\n'),
            },
          ],
          read: (value) => environment.readProposal(instance, value),
          situation: { act: 'speak', rounds: turns, messages: [], standing: null, candidates: merged },
        }),
      ),
    );
    latest = new Map(seen);
    agents.forEach(({ name }, place) => {
      const answer = answers[place];
      if (answer?.kind !== 'answered') return;
      latest.set(name, { proposal: answer.value, text: answer.text });
      const score = environment.score(instance, answer.value);
      const candidate = environment.proposalKey(answer.value);
      session.record({ type: 'message', round: turn, phase, from: name, to: [], text: answer.text });
      session.record({
        type: 'proposal',
        round: turn,
        phase,
        by: name,
        candidate,
        proposal: answer.value as Json,
        score,
      });
    });
    if (turn < turns && (await session.shouldStop())) break;
  }
  const choices = [...latest.values()].map(({ proposal }) => environment.proposalKey(proposal));
  const options = [...new Set(choices)];
  const ballots = choices.map((choice) => ({ kind: 'choice', choice }) as const);
  const { winners } =
    options.length === 0 ? { winners: [] } : plurality.count({ options, ballots, electorate: agents.length });
  const { selected } = breakTie(winners, 'fixed-order', { order: options });
  const outcome =
    [...latest.values()].find(({ proposal }) => environment.proposalKey(proposal) === selected)?.proposal ??
    null;
  return {
    rounds: turn,
    cause: turn < turns ? 'policy' : 'rounds',
    outcome: outcome as Json,
    score: environment.score(instance, outcome),
  };
}

function mergeEqual<P>(candidates: readonly Candidate<P>[], key: (proposal: P) => string): Candidate<P>[] {
  const merged = new Map<string, Candidate<P>>();
  for (const candidate of candidates) {
    const same = merged.get(key(candidate.proposal));
    merged.set(
      key(candidate.proposal),
      same === undefined ? candidate : { ...same, by: [...same.by, ...candidate.by] },
    );
  }
  return [...merged.values()];
}
