// A child process that speaks as the real one does, and does what the question's first message tells it to.
const answers = new Map();
const tell = (message) => process.send(message);

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message) => {
  if (message.type === 'load') return load(message.settings);
  if (message.type === 'cancel') {
    const waiting = answers.get(message.id);
    if (waiting === undefined) return;
    clearTimeout(waiting);
    tell({ type: 'failed', id: message.id, reason: 'cancelled', details: {} });
    return;
  }
  const { content } = message.question.messages[0];
  if (content === 'crash' || (content === 'crash once' && firstTime(message.question.messages[1].content)))
    return process.kill(process.pid, 'SIGSEGV');
  if (content === 'silence') return;
  if (content === 'no answer') return tell(answered(message.id, ''));
  if (content === 'too long')
    return tell({
      type: 'failed',
      id: message.id,
      reason: 'The prompt has 900 tokens, and the context holds 64',
      details: { promptTokens: 900, contextTokens: 64 },
    });
  const delay = content === 'slow' ? 300 : 1;
  answers.set(
    message.id,
    setTimeout(() => tell(answered(message.id, `${process.pid} ${content}`)), delay),
  );
});

function load({ chatTemplate, sequences }) {
  if (chatTemplate === 'refuse') return tell({ type: 'refused', reason: 'too little memory' });
  if (chatTemplate === 'die') {
    process.stderr.write('out of memory\n');
    return setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20);
  }
  tell({
    type: 'loaded',
    facts: { contextTokens: 64, threads: 1, measured: false, details: { sequences } },
  });
}

function answered(id, text) {
  return {
    type: 'answered',
    id,
    answer: { text, finish: 'stop', inputTokens: 3, outputTokens: 2, milliseconds: 1 },
  };
}

/** Whether this file is not there yet; it is then. */
function firstTime(file) {
  try {
    require('node:fs').writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
