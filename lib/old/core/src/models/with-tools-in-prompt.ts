import { z } from 'zod';
import { check } from 'agora-voting/internal';
import { readJson } from '../read-json';
import {
  aModel,
  wrap,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  type Tool,
  type ToolCall,
} from './chat-model';

/**
 * Gives tools to a model without tool support: it writes the tools of a request into the prompt. The model calls one
 * by answering with JSON that names it. If the answer has a schema, the model must follow either that schema or the
 * form of a call.
 * @example
 * const place = { run: 'r', seed: 1, collaboration: 0, round: 1, phase: 'plan', repeat: 0, attempt: 0 };
 * const calculator = { name: 'calculator', description: 'Adds numbers.', parameters: { type: 'object' } };
 * const request = { messages: [{ role: 'user', content: '1 + 2?' }], tools: [calculator], call: { ...place, agent: 'Ann' } };
 * const agent = () => ({ answer: { tool: 'calculator', arguments: { add: [1, 2] } } });
 * const model = models.withToolsInPrompt(models.simulated().answeringAs(agent));
 * const reply = await model.chat({ ...request, situation: {} });
 * reply.toolCalls; // => [{ id: 'call', name: 'calculator', arguments: '{"add":[1,2]}' }]
 */
export function withToolsInPrompt(model: ChatModel): ChatModel {
  check('withToolsInPrompt', aModel, model);
  return wrap(model, async (inner, request, options) => {
    const { tools = [], answer, ...asked } = request;
    if (tools.length === 0) return inner.chat(request, options);
    const [first, ...others] = asked.messages.map(inWords);
    const messages = first === undefined ? [] : [explained(first, tools), ...others];
    const reply = await inner.chat({ ...asked, messages, ...formWithCalls(answer, tools) }, options);
    const called = callIn(reply.text);
    return called === undefined ? reply : { ...reply, toolCalls: [called] };
  });
}

/** The form of an answer, or of a call instead of an answer. */
function formWithCalls(answer: ChatRequest['answer'], tools: readonly Tool[]): Pick<ChatRequest, 'answer'> {
  if (answer === undefined) return {};
  const calls = tools.map(({ name, parameters }) => ({
    type: 'object',
    properties: { tool: { enum: [name] }, arguments: parameters },
    required: ['tool', 'arguments'],
    additionalProperties: false,
  }));
  return { answer: { name: answer.name, schema: { anyOf: [...calls, answer.schema] } } };
}

function explained({ role, content }: ChatMessage, tools: readonly Tool[]): ChatMessage {
  const each = tools.map(
    ({ name, description, parameters }) =>
      `- ${name}: ${description} Its arguments, as a JSON schema: ${JSON.stringify(parameters)}`,
  );
  const use =
    'To use one, write {"tool": its name, "arguments": {...}} and nothing else. You will read what it gives.';
  return { role, content: `${content}\n\nYou may use tools before you answer:\n${each.join('\n')}\n${use}` };
}

/** A message in words: calls become the assistant's own words, and the user reports the results of tools. */
function inWords({ role, content }: ChatMessage): ChatMessage {
  return role === 'tool' ? { role: 'user', content: `The tool gave: ${content}` } : { role, content };
}

const callShape = z.object({ tool: z.string(), arguments: z.unknown() });

function callIn(text: string): ToolCall | undefined {
  const found = readJson(text);
  const call = found.ok ? callShape.safeParse(found.value).data : undefined;
  if (call === undefined) return undefined;
  return { id: 'call', name: call.tool, arguments: JSON.stringify(call.arguments ?? {}) };
}
