/**
 * The program of an embedding process. Its parent sends the settings, then texts, and gets vectors or an error for
 * each message; it ends with its parent.
 */
import { AgoraError } from '../../agora-error';
import { loadRuntime, type Runtime } from './onnx-runtime';
import type { FromProgram, ToProgram } from './embedding-process';

let runtime: Promise<Runtime> | undefined;

const answer = async (message: ToProgram): Promise<FromProgram> => {
  if ('settings' in message) runtime = loadRuntime(message.settings);
  try {
    const embed = await runtime;
    if (embed === undefined) throw new Error('texts came before the settings');
    return 'texts' in message ? await embed(message.texts) : 'ready';
  } catch (error) {
    const code = error instanceof AgoraError ? error.code : 'embedding-failed';
    return { error: { code, message: (error as Error).message } };
  }
};

process.on('message', (message: ToProgram) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
