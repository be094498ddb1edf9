import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/*
 * Who is who: each participant has a colour and initials of its own, the same wherever its name stands.
 */

/** Told apart in light and dark, and by who does not see all colours (Okabe and Ito 2008; then Tol's muted ones). */
const colours = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#b58900',
  '#56b4e9',
  '#882255',
  '#117733',
  '#888888',
  '#44aa99',
];

export interface Participant {
  readonly name: string;
  readonly initials: string;
  readonly colour: string;
}

/** The participants by name, in the order of the roster. */
export function participantsOf(names: readonly string[]): ReadonlyMap<string, Participant> {
  const taken = new Set<string>();
  return new Map(
    names.map((name, place) => {
      const initials = freeInitials(name, taken, place);
      taken.add(initials);
      return [name, { name, initials, colour: colours[place % colours.length]! }];
    }),
  );
}

/** "Agent A" is A, "Rater 10" 10, "World Cup" WC; who has another's initials is numbered. */
function freeInitials(name: string, taken: ReadonlySet<string>, place: number): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const first = [...(words[0] ?? '')];
  const options = [
    ...(words.length > 1 && [...last].length <= 2 ? [last] : []),
    words
      .slice(0, 3)
      .map((word) => [...word][0])
      .join(''),
    first.slice(0, 2).join(''),
    `${first[0] ?? ''}${place + 1}`,
  ].map((option) => option.toUpperCase());
  return options.find((option) => option !== '' && !taken.has(option)) ?? String(place + 1);
}

export const Participants = createContext<ReadonlyMap<string, Participant>>(new Map());

/** How much of a name is shown. */
const longest = 40;

/** A name in its own direction of writing, cut where it is long. */
export function Name({ of, bare = false }: { readonly of: string; readonly bare?: boolean }) {
  const participant = useContext(Participants).get(of);
  const isLong = of.length > longest;
  return (
    <bdi
      class="name"
      title={isLong ? of : undefined}
      style={participant === undefined || bare ? {} : { '--own': participant.colour }}
    >
      {isLong ? `${of.slice(0, longest - 1)}…` : of}
    </bdi>
  );
}

/** A participant's initials in its colour. */
export function Badge({ of }: { readonly of: string }) {
  const participant = useContext(Participants).get(of);
  if (participant === undefined) return null;
  return (
    <span class="badge" style={{ '--own': participant.colour }} aria-hidden="true">
      <bdi>{participant.initials}</bdi>
    </span>
  );
}
