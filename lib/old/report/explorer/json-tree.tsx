/** How deep a value is open at first. */
const open = 2;
/** The most parts of a list that are shown. */
const most = 200;

/** A JSON value, folded and coloured. */
export function JsonTree({
  value,
  name,
  depth = 0,
}: {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
}) {
  const key = name === undefined ? null : <span class="json-key">{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div class="json">
        {key}
        <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value) ?? '–'}</span>
      </div>
    );
  const isList = Array.isArray(value);
  const parts: [string, unknown][] = Object.entries(value);
  if (parts.length === 0)
    return (
      <div class="json">
        {key}
        {isList ? '[]' : '{}'}
      </div>
    );
  return (
    <details class="json" open={depth < open}>
      <summary>
        {key}
        <span class="quiet">{isList ? `[${parts.length}]` : `{${parts.length}}`}</span>
      </summary>
      {parts.slice(0, most).map(([part, own]) => (
        <JsonTree key={part} name={part} value={own} depth={depth + 1} />
      ))}
      {parts.length > most && <p class="quiet">{parts.length - most} more</p>}
    </details>
  );
}
