import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { run, tail } from './processes.mjs';
import { ScriptError } from './project.mjs';
import { clearStamp, hashTexts, readStamp, writeStamp } from './stamps.mjs';

const leastPython = [3, 10];
const question = `
import json, sys
try:
    import ensurepip, venv
    complete = True
except ImportError:
    complete = False
print(json.dumps({"version": list(sys.version_info[:3]), "path": sys.executable, "complete": complete}))`;

/** What is wrong with a Python that answered `question`, or undefined when it will do. */
export function pythonFault({ version, complete }) {
  const [major, minor] = version;
  if (major < leastPython[0] || (major === leastPython[0] && minor < leastPython[1])) {
    return `Python ${version.join('.')} is older than ${leastPython.join('.')}`;
  }
  if (complete) return undefined;
  return (
    `Python ${version.join('.')} lacks the modules venv and ensurepip ` +
    `(on Debian or Ubuntu: sudo apt install python${major}.${minor}-venv)`
  );
}

async function ask(command) {
  const [program, ...first] = command;
  const { code, stdout } = await run(program, [...first, '-c', question]);
  if (code !== 0) return undefined;
  try {
    return JSON.parse(stdout.trim().split('\n').at(-1));
  } catch {
    return undefined;
  }
}

/**
 * The path of the first Python that will do: AGORA_PYTHON if it is set (and then no other), else python3,
 * python, or the Windows launcher py.
 * @throws ScriptError saying what was tried and what was wrong with each
 */
export async function findPython(chosen = process.env.AGORA_PYTHON) {
  const commands = chosen ? [[chosen]] : [['python3'], ['python'], ['py', '-3']];
  const faults = [];
  for (const command of commands) {
    const answer = await ask(command);
    const fault = answer === undefined ? 'not found, or does not run' : pythonFault(answer);
    if (fault === undefined) return answer.path;
    faults.push(`  ${chosen ? 'AGORA_PYTHON=' : ''}${command.join(' ')}: ${fault}`);
  }
  throw new ScriptError(
    `Agora Lab needs Python ${leastPython.join('.')} or later, with venv, for JupyterLab. Tried:\n${faults.join('\n')}\n` +
      'Install one, or set AGORA_PYTHON to the path of one.',
  );
}

/** pip without surprises from the user's own settings. */
const pipEnvironment = () => ({
  ...process.env,
  PIP_USER: '0',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
});

/** The step that makes .venv and installs requirements.txt into it. */
export function pythonStep(at) {
  // The stamp names the program behind .venv/bin/python and where .venv lies: an upgraded Python means a new .venv, and
  // so does a folder that was moved, as the programs in .venv/bin name the old one.
  const program = () =>
    `${process.platform}-${process.arch} ${realpathSync(at.venvPython)} ${realpathSync(at.venv)}`;
  const wanted = () => `${hashTexts(readFileSync(at.requirements, 'utf8'))} ${program()}`;
  const begun = 'python-program';
  return {
    title: 'Python packages',
    isFresh: () => existsSync(at.venvPython) && readStamp(at.stamps, 'python') === wanted(),
    async make(onLine) {
      clearStamp(at.stamps, 'python');
      if (!existsSync(at.venvPython) || readStamp(at.stamps, begun) !== program()) {
        clearStamp(at.stamps, begun);
        const python = await findPython();
        rmSync(at.venv, { recursive: true, force: true });
        const { code, output } = await run(python, ['-m', 'venv', at.venv], { cwd: at.project, onLine });
        if (code !== 0) throw new ScriptError(`"${python} -m venv .venv" failed:\n${tail(output)}`);
        writeStamp(at.stamps, begun, program());
      }
      // Python compiles a module when it is first used: most of JupyterLab's never are.
      const quick = ['--no-compile', '--progress-bar', 'off'];
      const args = ['-m', 'pip', 'install', ...quick, '--requirement', at.requirements];
      const { code, output } = await run(at.venvPython, args, {
        cwd: at.project,
        env: pipEnvironment(),
        onLine,
      });
      if (code !== 0) {
        throw new ScriptError(
          `"pip install" failed (exit ${code}; the first set-up needs the network):\n${tail(output)}`,
        );
      }
      writeStamp(at.stamps, 'python', wanted());
    },
  };
}
