/** A chat endpoint for the benchmark: each answer takes 50 ms. The server exits with the process that started it. */
import { createServer } from 'node:http';

const message = JSON.stringify({
  target: 'all',
  message: 'Let us share.',
  reason_for_decision: 'Fair.',
  proposal: null,
  decision: null,
});
const answer = JSON.stringify({
  id: 'bench',
  object: 'chat.completion',
  model: 'bench',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: message } }],
  usage: { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930 },
});

const server = createServer((request, response) => {
  request
    .resume()
    .on('end', () =>
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), 50),
    );
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit());
