import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { readLines, type Line } from '../read-lines';

export const promptsFileName = 'prompts.jsonl';

const text = z.string();
const count = z.int().nonnegative();
const rest = {
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  toolCalls: z
    .array(z.strictObject({ id: text, name: text, arguments: text }))
    .readonly()
    .exactOptional(),
  toolCallId: text.exactOptional(),
};

/** A line of prompts.jsonl: one prompt, as numbers of text lines of its collaboration. */
const prompt = z.strictObject({
  collaboration: count,
  /** Digest of the request, as in the `reply` event. */
  request: text,
  /**
   * The number of the first line of `added`. 0 restarts the collaboration's numbering, for example when it is resumed.
   */
  from: count,
  /** Lines that no earlier prompt of the collaboration contained. */
  added: z.array(text),
  /** `lines`: from and to (both included), from and to, … */
  messages: z.array(z.strictObject({ ...rest, lines: z.array(count) })),
});

/** A message of a prompt. */
export type PromptMessage = Readonly<z.infer<z.ZodObject<typeof rest>>> & { readonly content: string };

/**
 * What the prompts of one collaboration were, on their way to the run's folder. A prompt repeats the conversation so
 * far, so each line of text is written once and then known by its number: a tenth of what whole messages take.
 */
export class PromptBook {
  private readonly numbers = new Map<string, number>();
  private readonly kept = new Set<string>();

  constructor(private readonly collaboration: number) {}

  /** What to write for a prompt: a line of prompts.jsonl, or nothing where the same prompt was written before. */
  write(request: string, messages: readonly PromptMessage[]): string {
    if (this.kept.has(request)) return '';
    this.kept.add(request);
    const from = this.numbers.size;
    const added: string[] = [];
    const numbered = messages.map(({ content, ...others }) => ({
      ...others,
      lines: this.ranges(content, added),
    }));
    return `${JSON.stringify({ collaboration: this.collaboration, request, from, added, messages: numbered })}\n`;
  }

  private ranges(content: string, added: string[]): number[] {
    const ranges: number[] = [];
    for (const line of content.split('\n')) {
      let number = this.numbers.get(line);
      if (number === undefined) {
        number = this.numbers.size;
        this.numbers.set(line, number);
        added.push(line);
      }
      if (ranges.at(-1) === number - 1) ranges[ranges.length - 1] = number;
      else ranges.push(number, number);
    }
    return ranges;
  }
}

/**
 * The prompts of one collaboration of a run folder, by the digest in its replies (`request`). Empty for old runs
 * without prompts.
 * @example
 * const first = (folder) => [...transcripts.readPrompts(folder, 0).values()][0];
 * @throws AgoraError 'corrupt-record' naming file and line
 */
export function readPrompts(folder: string, collaboration: number): Map<string, readonly PromptMessage[]> {
  const file = join(folder, promptsFileName);
  return existsSync(file) ? readPromptLines(ownLines(file, collaboration), file) : new Map<string, never>();
}

function* ownLines(file: string, collaboration: number): Generator<Pick<Line, 'text' | 'number'>> {
  const own = `{"collaboration":${collaboration},`;
  for (const line of readLines(file)) if (line.complete && line.text.startsWith(own)) yield line;
}

/** The prompts that lines of prompts.jsonl hold, all of one collaboration and in their order. */
export function readPromptLines(
  given: Iterable<Pick<Line, 'text' | 'number'>>,
  file: string,
): Map<string, readonly PromptMessage[]> {
  const found = new Map<string, readonly PromptMessage[]>();
  let lines: string[] = [];
  for (const { text: line, number } of given) {
    const { from, added, messages, request } = parse(line, file, number);
    lines = from === 0 ? added : lines.concat(added);
    const textOf = (ranges: readonly number[]): string =>
      ranges
        .flatMap((first, at) => (at % 2 === 0 ? lines.slice(first, (ranges[at + 1] ?? 0) + 1) : []))
        .join('\n');
    const told = messages.map(({ lines: ranges, ...others }) => ({ ...others, content: textOf(ranges) }));
    found.set(request, told);
  }
  return found;
}

function parse(line: string, file: string, number: number): z.infer<typeof prompt> {
  let reason: string;
  try {
    const reading = prompt.safeParse(JSON.parse(line));
    if (reading.success) return reading.data;
    reason = reading.error.issues[0]?.message ?? '';
  } catch (error) {
    reason = (error as Error).message;
  }
  throw new AgoraError(
    'corrupt-record',
    `${file}, line ${number} is not a prompt: ${reason}. The events are intact`,
  );
}
