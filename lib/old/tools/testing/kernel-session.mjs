import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jupyterEnvironment } from '../kernel.mjs';

const program = join(dirname(fileURLToPath(import.meta.url)), 'kernel-session.py');

/** A kernel of this project, started as Jupyter starts it. */
export function startKernel(at, folder, env = process.env) {
  const child = spawn(at.venvPython, [program, folder], {
    env: { ...jupyterEnvironment(at, env), NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const order = (what) => child.stdin.write(`${JSON.stringify(what)}\n`);
  let waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    for (const hear of [...waiting]) hear(message);
  });
  void ended.then(() => {
    for (const hear of waiting) hear({ type: 'ended' });
  });
  return {
    interrupt: () => order({ interrupt: true }),
    close() {
      child.stdin.end();
      return ended;
    },
    /**
     * Executes a cell.
     * @param onMessage - sees every message of it as it comes
     * @returns the cell's outputs as a notebook keeps them
     */
    execute(code, onMessage = () => {}) {
      return new Promise((resolve, reject) => {
        let id;
        let outputs = [];
        let clear = false;
        const hear = (message) => {
          const { began, parent, type, content } = message;
          id ??= began;
          if (type === 'ended') reject(new Error('the kernel ended'));
          if (parent === undefined || parent !== id) return;
          onMessage(message);
          if (type === 'status' && content.execution_state === 'idle') {
            waiting = waiting.filter((one) => one !== hear);
            // After a cell that failed, tslab turns everything away for 200 ms.
            void delay(outputs.some(({ name }) => name === 'stderr') ? 300 : 0).then(() => resolve(outputs));
          }
          if (type === 'clear_output') clear = true;
          if (clear && (type !== 'clear_output' || !content.wait)) {
            outputs = [];
            clear = false;
          }
          if (type === 'stream' || type === 'display_data') outputs.push(content);
          if (type === 'update_display_data') {
            const place = outputs.findIndex(
              ({ transient }) => transient?.display_id === content.transient.display_id,
            );
            if (place >= 0) outputs[place] = content;
          }
        };
        waiting.push(hear);
        order({ execute: code });
      });
    },
  };
}

/** What a reader sees of outputs, as text. */
export const textOf = (outputs) => outputs.map(({ text, data }) => text ?? data['text/plain']).join('');
