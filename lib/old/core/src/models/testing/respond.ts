import type { ServerResponse } from 'node:http';

/** A well-formed chat completion. */
export function completion(text: string, finish: string, usage: boolean | number): string {
  const prompt = typeof usage === 'number' ? usage : 11;
  return JSON.stringify({
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, finish_reason: finish },
    ],
    ...(usage === false
      ? {}
      : { usage: { prompt_tokens: prompt, completion_tokens: 7, total_tokens: prompt + 7 } }),
  });
}

export function sendJson(response: ServerResponse, status: number, body: string | Buffer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

export function sendError(
  response: ServerResponse,
  status: number,
  error: { message: string; param?: string; code?: string; type?: string },
): void {
  sendJson(
    response,
    status,
    JSON.stringify({ error: { type: 'invalid_request_error', code: null, ...error } }),
  );
}
