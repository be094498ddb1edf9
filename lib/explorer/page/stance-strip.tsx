import type { Talk } from './api';
import { marksOf } from './colours';

/** Shows each agent's position in each round, marks changes of mind, and shows decisions in the last row. */
export function StanceStrip(p: {
  readonly talk: Talk;
  readonly round: number | null;
  readonly onEvent: (event: number) => void;
}) {
  const { positions } = p.talk;
  const { rounds, agents, standing, candidates } = positions;
  const markOf = marksOf(p.talk);
  if (candidates.length === 0)
    return (
      <p class="no-strip">
        Nobody votes, proposes or answers in this collaboration, so there are no positions to show.
      </p>
    );
  const hasDecisions = standing.some((candidate) => candidate !== null);
  return (
    <section class="strip" aria-label={`Positions by round in collaboration ${p.talk.row.place}`}>
      <div
        class="strip-scroll"
        tabIndex={0}
        role="region"
        aria-label={`Position of each agent in collaboration ${p.talk.row.place}`}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">round</th>
              {rounds.map((round) => (
                <th scope="col" key={round} class={round === p.round ? 'current' : ''}>
                  {round}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {agents.map(({ name, cells }) => {
              let held: string | null = null;
              return (
                <tr key={name}>
                  <th scope="row" title={name}>
                    {name}
                  </th>
                  {cells.map((cell, at) => {
                    if (cell === null) {
                      const { colour, label } = markOf(held);
                      return (
                        <td key={at}>
                          <span
                            class={`cell held ${colour}`}
                            title={held === null ? `${name}: no position yet` : `${name}: no new position`}
                          >
                            {held === null ? '' : label}
                          </span>
                        </td>
                      );
                    }
                    held = cell.candidate;
                    const { colour, label } = markOf(cell.candidate);
                    const moved =
                      cell.movedFrom === null ? '' : `, moved from ${markOf(cell.movedFrom).label}`;
                    return (
                      <td key={at}>
                        <button
                          type="button"
                          class={`cell ${colour} ${moved && 'moved'}`}
                          title={`${name}, round ${rounds[at]}: ${cell.candidate}${moved}`}
                          aria-label={`${name}, round ${rounds[at]}: ${label}${moved}`}
                          onClick={() => p.onEvent(cell.event)}
                        >
                          {label}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {hasDecisions && (
              <tr class="standing">
                <th scope="row">decided</th>
                {standing.map((candidate, at) => {
                  const { colour, label } = markOf(candidate);
                  return (
                    <td key={at}>
                      <span class={`cell ${colour}`} title={candidate ?? 'no decision'}>
                        {label}
                      </span>
                    </td>
                  );
                })}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <ul class="legend" aria-label={`Candidates in collaboration ${p.talk.row.place}`}>
        {candidates.slice(0, 12).map(({ id, by, proposal }) => {
          const { colour, label } = markOf(id);
          const text =
            typeof proposal === 'string' ? proposal : proposal === null ? id : JSON.stringify(proposal);
          return (
            <li key={id} title={text}>
              <span class={`key ${colour}`}>{label}</span>{' '}
              {label === id && text === id ? '' : text.slice(0, 60)}
              {by && <small> by {by}</small>}
            </li>
          );
        })}
        {candidates.length > 12 && <li>and {candidates.length - 12} more</li>}
      </ul>
    </section>
  );
}

/** Shows the positions in one round on a line that stays in view while the page scrolls. */
export function PositionsNow({ talk, round }: { readonly talk: Talk; readonly round: number }) {
  const { rounds, agents } = talk.positions;
  const markOf = marksOf(talk);
  const at = rounds.indexOf(round);
  if (at < 0 || agents.length > 12) return null;
  return (
    <span class="positions-now" aria-label={`Positions in round ${round}`} role="group">
      round {round}
      {agents.map(({ name, cells }) => {
        const cell = cells.slice(0, at + 1).findLast((one) => one !== null) ?? null;
        const { colour, label } = markOf(cell?.candidate ?? null);
        return (
          <span
            key={name}
            class={`key ${colour} ${cells[at]?.movedFrom ? 'moved' : ''}`}
            title={`${name}: ${cell?.candidate ?? 'no position yet'}`}
          >
            {label}
          </span>
        );
      })}
    </span>
  );
}
