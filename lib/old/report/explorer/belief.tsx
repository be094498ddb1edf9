import { inWords } from '../src/entries';

/** The numbers in a JSON value, by where they stand: "shared, rice". */
function amounts(value: unknown, path: readonly string[] = []): [string, number][] {
  if (typeof value === 'number') return [[path.join(', '), value]];
  if (typeof value !== 'object' || value === null || path.length > 8) return [];
  return Object.entries(value).flatMap(([key, part]) => amounts(part, [...path, key]));
}

/** What an agent believes beside what is so, where the case holds the truth; a dash for what is not there. */
export function Belief({ belief, instance }: { readonly belief: unknown; readonly instance: unknown }) {
  const known = typeof instance === 'object' && instance !== null && 'truth' in instance;
  if (!known) return null;
  const [believed, so] = [new Map(amounts(belief)), new Map(amounts(instance.truth))];
  const named = [...new Set([...so.keys(), ...believed.keys()])].filter(
    (what) => so.get(what) || believed.get(what),
  );
  return (
    <table class="belief" aria-label="Belief and truth">
      <thead>
        <tr>
          <th scope="col">what</th>
          <th scope="col">believed</th>
          <th scope="col">true</th>
        </tr>
      </thead>
      <tbody>
        {named.map((what) => (
          <tr key={what} class={(believed.get(what) ?? 0) === (so.get(what) ?? 0) ? '' : 'failed'}>
            <th scope="row">{what}</th>
            <td>{inWords(believed.get(what))}</td>
            <td>{inWords(so.get(what))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
