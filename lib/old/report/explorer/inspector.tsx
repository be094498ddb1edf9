import { useMemo, useState } from 'preact/hooks';
import type { Event, PromptMessage, ReplyEvent } from 'agora-core/transcripts';
import { replyBehind } from 'agora-core/browser';
import type { Detail, RequestsMade } from '../src/explorer/data';
import { Belief } from './belief';
import { runs } from './details';
import { Changed, changesOf } from './diff';
import { JsonTree } from './json-tree';
import { NoteEditor } from './notes';
import { spentOn } from './spent';
import type { View } from './view';

type Prompt = readonly PromptMessage[];

const promptOf = ({ prompts }: Detail, reply: ReplyEvent | undefined): Prompt | undefined =>
  reply && Object.hasOwn(prompts, reply.request) ? prompts[reply.request] : undefined;

/** The prompt that the same agent was given last before this reply. */
function promptBefore(detail: Detail, reply: ReplyEvent): Prompt | undefined {
  const place = detail.events.indexOf(reply);
  const earlier = detail.events.findLast(
    (event, at) =>
      at < place && event.type === 'reply' && event.agent === reply.agent && event.request !== reply.request,
  );
  return earlier?.type === 'reply' ? promptOf(detail, earlier) : undefined;
}

const asText = (prompt: Prompt) => prompt.map(({ role, content }) => `${role}:\n${content}`).join('\n\n');

/** A request as it would be sent again, in the two forms in which people send one. */
export const requests = {
  curl({ model, sampling }: RequestsMade, prompt: Prompt): string {
    const { temperature, topP, maxTokens, stop } = sampling;
    const body = {
      model,
      messages: prompt.map(({ role, content }) => ({ role, content })),
      temperature,
      top_p: topP,
      max_tokens: maxTokens,
      stop,
    };
    const quoted = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
    return `curl "$OPENAI_BASE_URL/chat/completions" \\\n  -H "Authorization: Bearer $OPENAI_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted}'\n`;
  },
  typeScript({ model, weights, sampling }: RequestsMade, prompt: Prompt): string {
    const messages = JSON.stringify(
      prompt.map(({ role, content }) => ({ role, content })),
      null,
      2,
    );
    const made =
      weights === null
        ? `models.openai({ model: ${JSON.stringify(model)} })`
        : `models.local({ weights: ${JSON.stringify(weights)} })`;
    return `import { models } from 'agora-lab';

const model = ${made};
const messages = ${messages} as const;
const { text } = await model.chat({
  messages,
  sampling: ${JSON.stringify(sampling)},
  call: { run: 'by hand', seed: 1, collaboration: 0, round: 1, phase: 'by hand', agent: 'me', repeat: 0, attempt: 0 },
});
text
`;
  },
};

/** Copies a text; where a page may not, it is shown to be copied by hand. */
function Copies({ parts }: { readonly parts: readonly (readonly [string, string])[] }) {
  const [shown, show] = useState<{
    readonly name: string;
    readonly text: string;
    readonly done: boolean;
  } | null>(null);
  const copy = async (name: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      show({ name, text, done: true });
    } catch {
      show({ name, text, done: false });
    }
  };
  return (
    <div class="copies">
      <span class="quiet">Copy </span>
      {parts.map(([name, text]) => (
        <button key={name} type="button" onClick={() => void copy(name, text)}>
          {name}
        </button>
      ))}
      <span class="quiet" role="status">
        {shown?.done === true && ` The ${shown.name} is copied.`}
      </span>
      {shown?.done === false && (
        <textarea readOnly rows={6} aria-label={`The ${shown.name}, to be copied`} value={shown.text} />
      )}
    </div>
  );
}

/** The chosen event: what is noted of it, the prompt behind it, the reply as it came, and what it cost. */
export function Inspector({
  detail,
  run,
  view,
  change,
}: {
  readonly detail: Detail;
  readonly run: number;
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  const event = view.event === null ? undefined : detail.events[view.event];
  if (event === undefined || view.event === null) return null;
  return (
    <aside class="inspector" aria-label="Details of the event">
      <header>
        <h2>Details</h2>
        <button type="button" onClick={() => change({ event: null })} aria-label="Close">
          ×
        </button>
      </header>
      <NoteEditor run={run} collaboration={detail.index} event={view.event} />
      <Behind key={`${run} ${detail.index} ${view.event}`} detail={detail} run={run} event={event} />
    </aside>
  );
}

function Behind({
  detail,
  run,
  event,
}: {
  readonly detail: Detail;
  readonly run: number;
  readonly event: Event;
}) {
  const reply = useMemo(() => replyBehind(detail.events, event), [detail, event]);
  const prompt = promptOf(detail, reply);
  const before = useMemo(
    () => (reply === undefined ? undefined : promptBefore(detail, reply)),
    [detail, reply],
  );
  const changes = useMemo(
    () =>
      prompt === undefined || before === undefined
        ? null
        : changesOf(asText(before), asText(prompt), 'lines'),
    [prompt, before],
  );
  const { asked } = detail;
  const told = reply && [
    ...spentOn(run, [reply]),
    `counted by ${reply.counted === 'reported' ? 'the model' : 'us'}`,
    `${reply.latencyMs.toFixed(0)} ms`,
    `finish: ${reply.finish}`,
    ...(reply.cached ? ['from the cache'] : []),
    ...(reply.attempt > 0 ? ['after a repair question'] : []),
  ];
  const copies: (readonly [string, string])[] = [
    ...(event.type === 'message' ? [['message', event.text] as const] : []),
    ...(prompt === undefined ? [] : [['prompt', asText(prompt)] as const]),
    ...(prompt === undefined || asked === null
      ? []
      : [
          ['request as curl', requests.curl(asked, prompt)] as const,
          ['request as TypeScript', requests.typeScript(asked, prompt)] as const,
        ]),
  ];
  return (
    <>
      {told === undefined ? (
        <p class="quiet">No record of a call belongs to this event.</p>
      ) : (
        <p class="quiet">{told.join(', ')}</p>
      )}
      {copies.length > 0 && <Copies parts={copies} />}
      {event.type === 'note' && event.kind === 'belief' && (
        <Belief belief={(event.data as { belief?: unknown } | null)?.belief} instance={detail.instance} />
      )}
      {prompt !== undefined && (
        <details open>
          <summary>Prompt</summary>
          {prompt.map(({ role, content, toolCalls }, place) => (
            <div key={place}>
              <h3>{role}</h3>
              <pre>{content}</pre>
              {toolCalls !== undefined && <JsonTree value={toolCalls} />}
            </div>
          ))}
        </details>
      )}
      {changes !== null && (
        <details>
          <summary>What changed since this agent's last prompt</summary>
          <pre class="changes">
            <Changed changes={changes} />
          </pre>
        </details>
      )}
      {reply !== undefined && prompt === undefined && <p class="quiet">No prompt is on record.</p>}
      {reply === undefined && runs[run]?.prompts === 'not published' && (
        <p class="quiet">The authors of this set did not publish the prompts.</p>
      )}
      {reply !== undefined && (
        <details open>
          <summary>Reply as it came</summary>
          <pre>{reply.text}</pre>
          {reply.toolCalls !== undefined && <JsonTree value={reply.toolCalls} />}
        </details>
      )}
      <details open={reply === undefined}>
        <summary>The event</summary>
        <JsonTree value={event} />
      </details>
    </>
  );
}
