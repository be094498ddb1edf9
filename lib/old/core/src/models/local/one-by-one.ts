import type { LlamaContext } from 'node-llama-cpp';
import { AgoraError } from 'agora-voting';

/** What draws a token from what a context has computed last, for one sequence of the batch. */
interface Sampling {
  sampleToken(...given: readonly unknown[]): Promise<unknown>;
}

/**
 * Makes a context draw the tokens of its sequences one after the other. node-llama-cpp 3.21 draws those of a batch at the
 * same time, each in a thread of its own, and llama.cpp puts the rows of a batch into order when the first of them is
 * read: two threads that do so at once read each other's rows, and sequences get each other's tokens. Drawing takes
 * little time beside computing.
 * @throws AgoraError 'model-unavailable' when the library is made otherwise than we know
 */
export function drawOneByOne(context: LlamaContext): void {
  const inner = (context as unknown as { readonly _ctx?: Partial<Sampling> })._ctx;
  const draw = inner?.sampleToken;
  if (inner === undefined || typeof draw !== 'function')
    throw new AgoraError(
      'model-unavailable',
      'This version of node-llama-cpp is not the one that the kit knows (3.21): with several sequences their tokens could be mixed. Install the version in package.json, or set sequences: 1.',
    );
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (...given: unknown[]): Promise<unknown> => {
    const drawn = last.then(() => draw.apply(inner, given));
    last = drawn.catch(() => {}); // the waiting caller gets the error
    return drawn;
  };
  Object.defineProperty(inner, 'sampleToken', { value: inTurn });
}
