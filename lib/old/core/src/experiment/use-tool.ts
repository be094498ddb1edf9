import type { Json } from 'agora-voting/internal';
import type { Tool, ToolCall } from '../models';
import type { UsableTool } from '../protocols';
import type { ToolEvent } from '../transcripts';

/** The most rounds of tool calls before an agent must answer. */
export const mostToolTurns = 5;

/** Tools in the form for a model. */
export function offered(tools: readonly UsableTool[]): Tool[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
}

/** The result of a tool call. Every problem is returned as an error that the agent is told; it never ends the run. */
export async function useTool(
  tools: readonly UsableTool[],
  { name, arguments: written }: ToolCall,
): Promise<Pick<ToolEvent, 'name' | 'arguments' | 'result' | 'error'>> {
  const called = { name, arguments: written };
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return {
      ...called,
      error: `there is no tool "${name}": there are ${tools.map((one) => one.name).join(', ')}`,
    };
  let given: unknown;
  try {
    given = JSON.parse(written);
  } catch (error) {
    return { ...called, error: `its arguments are not JSON: ${(error as Error).message}` };
  }
  try {
    return { ...called, result: JSON.parse(JSON.stringify(await tool.use(given))) as Json };
  } catch (error) {
    return { ...called, error: error instanceof Error ? error.message : String(error) };
  }
}
