import { useContext, useMemo } from 'preact/hooks';
import type { Detail } from '../src/explorer/data';
import { Badge, Name, Participants } from './agents';
import { type Hearing, hearingsIn } from './heard';
import { Wide } from './wide';
import type { View } from './view';

/** Who heard whom, where not everybody hears everything: arrows from those who spoke, and the numbers. */
export function WhoHeard({ detail, view }: { readonly detail: Detail; readonly view: View }) {
  const hearings = useMemo(() => hearingsIn(detail, view.rounds), [detail, view.rounds.join()]);
  if (hearings === null) return null;
  const names = [...new Set(hearings.flatMap(({ from, to }) => [to, from]))];
  const isDrawn = names.length <= mostDrawn;
  return (
    <figure class="heard">
      <figcaption>Who heard whom{view.rounds.length > 0 && `, round ${view.rounds.join(', ')}`}</figcaption>
      {isDrawn && <Arrows names={names} hearings={hearings} />}
      <details open={!isDrawn}>
        <summary>In numbers</summary>
        <Matrix names={names} hearings={hearings} />
      </details>
    </figure>
  );
}

/** More participants than these would be a tangle. */
const mostDrawn = 12;
const [size, ring, node] = [190, 76, 12];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Around a circle, from the top, in the order of the names. */
const pointOf = (place: number, count: number): Point => {
  const angle = (2 * Math.PI * place) / count - Math.PI / 2;
  return { x: size / 2 + ring * Math.cos(angle), y: size / 2 + ring * Math.sin(angle) };
};

/** So far from one point towards another. */
const towards = (from: Point, to: Point, far: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * far) / length, y: from.y + ((to.y - from.y) * far) / length };
};

/** A bow and the head of an arrow, so that an arrow and the one back lie side by side. */
function arrow(from: Point, to: Point): { readonly bow: string; readonly head: string } {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const bend = { x: middle.x - (to.y - from.y) * 0.12, y: middle.y + (to.x - from.x) * 0.12 };
  const [begin, end] = [towards(from, bend, node + 1), towards(to, bend, node + 2)];
  const neck = towards(end, bend, 6);
  const side = { x: (neck.y - end.y) / 2, y: (end.x - neck.x) / 2 };
  const corners = [
    end,
    { x: neck.x + side.x, y: neck.y + side.y },
    { x: neck.x - side.x, y: neck.y - side.y },
  ];
  return {
    bow: `M${begin.x} ${begin.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`,
    head: corners.map(({ x, y }) => `${x},${y}`).join(' '),
  };
}

/** Everybody on a circle, and an arrow from each who spoke to each who heard it: the more was heard, the stronger. */
function Arrows({
  names,
  hearings,
}: {
  readonly names: readonly string[];
  readonly hearings: readonly Hearing[];
}) {
  const participants = useContext(Participants);
  const at = new Map(names.map((name, place) => [name, pointOf(place, names.length)]));
  const colourOf = (name: string) => participants.get(name)?.colour ?? 'var(--quiet)';
  const heard = hearings.filter((one) => one.heard > 0);
  const told = names.map((to) => {
    const from = heard.filter((one) => one.to === to).map((one) => one.from);
    return `${to} heard ${from.length === 0 ? 'nobody' : from.join(', ')}`;
  });
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`Who heard whom. ${told.join('; ')}`}>
      {heard.map(({ from, to, said, heard: count }) => {
        const { bow, head } = arrow(at.get(from)!, at.get(to)!);
        return (
          <g
            key={`${from}\n${to}`}
            style={{ stroke: colourOf(from), fill: colourOf(from) }}
            opacity={0.35 + 0.65 * (count / said)}
          >
            <title>{`${to} heard ${count} of ${said} messages of ${from}`}</title>
            <path d={bow} style={{ fill: 'none' }} stroke-width={0.75 + 1.25 * (count / said)} />
            <polygon points={head} stroke="none" />
          </g>
        );
      })}
      {names.map((name) => {
        const { x, y } = at.get(name)!;
        return (
          <g key={name}>
            <title>{name}</title>
            <circle cx={x} cy={y} r={node} style={{ fill: 'var(--ground)', stroke: colourOf(name) }} />
            <text
              x={x}
              y={y}
              dy="0.35em"
              text-anchor="middle"
              font-size="10"
              font-weight="600"
              fill="currentColor"
            >
              {participants.get(name)?.initials}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Those who hear by those who speak: how many of the messages were heard. */
function Matrix({
  names,
  hearings,
}: {
  readonly names: readonly string[];
  readonly hearings: readonly Hearing[];
}) {
  const speakers = names.filter((name) => hearings.some(({ from }) => from === name));
  const of = new Map(hearings.map((one) => [JSON.stringify([one.to, one.from]), one]));
  return (
    <Wide>
      <table class="grid" aria-label="Messages heard, of those said">
        <thead>
          <tr>
            <th scope="col">heard of</th>
            {speakers.map((from) => (
              <th scope="col" key={from} title={from}>
                <Badge of={from} />
                <span class="unseen">
                  <Name of={from} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((to) => (
            <tr key={to}>
              <th scope="row">
                <Badge of={to} />
                <Name of={to} />
              </th>
              {speakers.map((from) => {
                const one = of.get(JSON.stringify([to, from]));
                return (
                  <td key={from}>{one === undefined || one.said === 0 ? '' : `${one.heard}/${one.said}`}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
