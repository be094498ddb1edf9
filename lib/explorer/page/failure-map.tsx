import type { TalkRow } from './api';

/**
 * Shows how collaborations ended and which fault was most frequent in their replies. If the set has several conditions,
 * each condition has its own row. Clicking a cell filters the collaborations.
 */
export function FailureMap(p: {
  readonly rows: readonly TalkRow[];
  readonly onCell: (is: ReadonlyMap<string, string>) => void;
}) {
  if (p.rows.length === 0) return null;
  const condition = ['condition', 'model', 'rule'].find((column) => {
    const values = new Set(p.rows.map((row) => row[column]));
    return !values.has(undefined) && values.size > 1 && values.size <= 40;
  });
  const outcomes = new Map<string, number>();
  const troubles = new Set<string>();
  const cells = new Map<string, Map<string, TalkRow[]>>();
  for (const row of p.rows) {
    const outcome = row['decision'] === 'undecided' ? 'undecided' : 'decided';
    const end = outcome === 'undecided' ? `undecided: ${row['end']}` : 'decided';
    const trouble = String(row['trouble']);
    const name = condition === undefined ? end : String(row[condition]);
    const column =
      condition === undefined ? trouble : `${outcome}, ${trouble === 'none' ? 'no trouble' : trouble}`;
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    troubles.add(column);
    const own = cells.get(name) ?? new Map<string, TalkRow[]>();
    cells.set(name, own.set(column, [...(own.get(column) ?? []), row]));
  }
  const columns = [...troubles].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const names = [...outcomes].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const filterOf = (some: readonly TalkRow[]): Map<string, string> => {
    const [first] = some;
    const is = new Map([['trouble', String(first!['trouble'])]]);
    if (condition !== undefined) is.set(condition, String(first![condition]));
    if (some.every((row) => row['decision'] === 'undecided')) is.set('decision', 'undecided');
    if (condition === undefined && some.every((row) => row['end'] === first!['end']))
      is.set('end', String(first!['end']));
    return is;
  };
  return (
    <div class="failure-map">
      <table>
        <caption>
          How collaborations ended
          {condition === undefined ? ', by trouble with replies' : `, by ${condition}`}
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column === 'none' ? 'no trouble' : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => {
                const some = cells.get(name)!.get(column) ?? [];
                const share = some.length / outcomes.get(name)!;
                const tone = some.length === 0 ? 0 : Math.max(1, Math.ceil(share * 5));
                return (
                  <td
                    key={column}
                    class={`tone-${tone} ${rank(column) === 0 && !name.startsWith('undecided') ? 'good' : 'bad'}`}
                  >
                    {some.length > 0 && (
                      <button
                        type="button"
                        onClick={() => p.onCell(filterOf(some))}
                        title={`${Math.round(100 * share)}% of ${name}`}
                      >
                        {some.length}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rank = (column: string): number =>
  column === 'none' || column === 'decided, no trouble' ? 0 : column.startsWith('decided') ? 1 : 2;
