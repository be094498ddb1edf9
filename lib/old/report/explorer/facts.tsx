import { Wide } from './wide';
import { runs } from './details';

/** What was run. Where several runs are open, first what differs between them, then what they share, folded. */
export function Facts({ run }: { readonly run: number }) {
  const all = runs.map(({ facts }) => facts);
  const own = all[run] ?? [];
  if (own.length === 0) return null;
  const factIn = (place: number, name: string) =>
    all[place]?.find((fact) => fact.name === name)?.value ?? '–';
  const names = [...new Set(all.flatMap((facts) => facts.map(({ name }) => name)))];
  // Settings one by one; what is none (the cost, the source of a set) as it is told.
  const settings = Object.keys(runs[0]?.differs ?? {});
  const further = names.filter(
    (name) =>
      !(settings.length > 0 && ofSettings.has(name)) &&
      new Set(all.map((_, place) => factIn(place, name))).size > 1,
  );
  const differing = [...settings, ...further];
  const valueIn = (place: number, name: string) =>
    settings.includes(name) ? String(runs[place]?.differs[name] ?? '–') : factIn(place, name);
  if (runs.length === 1)
    return (
      <details class="facts">
        <summary>
          <b>What was run</b>{' '}
          <span class="quiet">
            {own
              .filter(({ name }) => brief.has(name))
              .map(({ name, value }) => `${name} ${cut(value)}`)
              .join(' · ')}
          </span>
        </summary>
        <dl>
          {own.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    );
  const shared = names.filter((name) => new Set(all.map((_, place) => factIn(place, name))).size === 1);
  return (
    <details class="facts">
      <summary>
        <b>What differs</b>{' '}
        <span class="quiet">
          {differing.length === 0 ? 'nothing that is on record' : differing.slice(0, 5).join(', ')}
        </span>
      </summary>
      <Wide>
        <table aria-label="Settings that differ">
          <thead>
            <tr>
              <th scope="col">setting</th>
              {runs.map(({ name }) => (
                <th scope="col" key={name}>
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {runs.map((_, place) => (
                  <td key={place}>
                    <bdi>{valueIn(place, name)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {shared.length > 0 && (
        <p class="quiet">
          The same in all: {shared.map((name) => `${name} ${cut(factIn(0, name))}`).join('; ')}
        </p>
      )}
    </details>
  );
}

/** What holds settings, which are told one by one where they differ. */
const ofSettings = new Set(['protocol', 'rule', 'environment', 'model', 'temperature', 'stopping', 'seed']);

/** What is told before one looks closer. */
const brief = new Set(['protocol', 'rule', 'environment', 'model', 'models', 'temperature']);

const cut = (text: string) => {
  const name = text.replace(/ \(.*$/s, '');
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
};
