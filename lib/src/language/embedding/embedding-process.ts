import { fork, type ChildProcess } from 'node:child_process';
import { AgoraError } from '../../agora-error';
import type { Runtime, RuntimeSettings, RuntimeVectors } from './onnx-runtime';

export type ToProgram = { readonly settings: RuntimeSettings } | { readonly texts: readonly string[] };

export type FromProgram =
  'ready' | RuntimeVectors | { readonly error: { readonly code: string; readonly message: string } };

/** A model in a process of its own. */
export interface EmbeddingProcess {
  readonly embed: Runtime;
  end(): void;
}

/**
 * Starts one. Processes and not threads: the ONNX runtime for Node aborts when two threads of a process use it. It
 * keeps this process alive only while it has something to do.
 */
export async function startEmbeddingProcess(
  program: string,
  settings: RuntimeSettings,
): Promise<EmbeddingProcess> {
  const child = fork(program, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const end = (): void => void (child.connected && child.disconnect());
  try {
    await ask(child, { settings });
  } catch (error) {
    end();
    throw error;
  }
  return { embed: async (texts) => (await ask(child, { texts })) as RuntimeVectors, end };
}

/** One question and its answer. @throws AgoraError 'embedding-failed' when the process ended instead */
function ask(child: ChildProcess, message: ToProgram): Promise<FromProgram> {
  child.ref();
  child.channel?.ref();
  return new Promise<FromProgram>((resolve, reject) => {
    const settle = (done: () => void) => {
      child.removeAllListeners();
      // Whoever asks next finds out; an error without a listener would end this process.
      child.on('error', () => {});
      child.unref();
      child.channel?.unref();
      done();
    };
    const fail = (why: string) =>
      settle(() => reject(new AgoraError('embedding-failed', `The embedding process ended (${why})`)));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => fail(signal ?? `exit code ${code}`));
    child.on('message', (answer: FromProgram) =>
      settle(() => {
        if (answer === 'ready' || !('error' in answer)) return resolve(answer);
        reject(new AgoraError(answer.error.code, answer.error.message));
      }),
    );
    child.send(message, (error) => error && fail(error.message));
  });
}
