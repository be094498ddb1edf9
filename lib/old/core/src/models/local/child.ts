import type { FromChild, LocalQuestion, ToChild } from './child-messages';
import { AgoraError } from 'agora-voting';
import { Engine } from './engine';
import { loadModel } from './load-model';

/*
 * The program of the child process. It runs one language model, answers its parent's questions, and ends with its
 * parent.
 */

let engine: Engine | undefined;
const asked = new Map<number, AbortController>();

function send(message: FromChild): void {
  process.send?.(message);
}

process.on('message', (message: ToChild) => {
  switch (message.type) {
    case 'load':
      void load(message);
      return;
    case 'ask':
      void answer(message.id, message.question);
      return;
    case 'cancel':
      asked.get(message.id)?.abort();
  }
});

// The parent has ended (it may have been killed), so no one waits for an answer.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches every process of the terminal. The parent decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);

async function load({ settings }: Extract<ToChild, { type: 'load' }>): Promise<void> {
  try {
    engine = new Engine(await loadModel(settings));
    send({ type: 'loaded', facts: engine.facts });
  } catch (error) {
    const reason =
      error instanceof AgoraError ? error.message : `The model cannot be loaded: ${String(error)}`;
    send({ type: 'refused', reason });
  }
}

async function answer(id: number, question: LocalQuestion): Promise<void> {
  const stop = new AbortController();
  asked.set(id, stop);
  try {
    if (engine === undefined) throw new AgoraError('request-failed', 'The model is not loaded');
    send({ type: 'answered', id, answer: await engine.ask(question, stop.signal) });
  } catch (error) {
    const cancelled = stop.signal.aborted;
    const reason = cancelled ? 'cancelled' : error instanceof Error ? error.message : String(error);
    const details = error instanceof AgoraError ? error.details : {};
    send({ type: 'failed', id, reason, details });
  } finally {
    asked.delete(id);
  }
}
