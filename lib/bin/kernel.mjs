/**
 * The notebooks' TypeScript kernel: tslab 1.0.22 with a few repairs. Start it with `node kernel.mjs CONNECTION_FILE`.
 *
 * - A cell may use a variable from an earlier cell as a shorthand property, as in `({ model })`. It may also use the
 *   name of such a variable as a property name in a pattern, as in `const { tokens: spent } = usage`.
 * - A cell sees only Node's types and the types that it imports.
 * - A cell's last value displays itself if it has a method `Symbol.for('Jupyter.display')`.
 * - Errors quote the lines of the user's cells.
 * - Tooltips label results "Returns" and errors "Throws".
 * - An interrupt aborts the cell's signal. If code listens to the signal, the cell ends when that code has finished.
 * - A cell can show a status line, which disappears when the cell ends.
 * - No output is lost, even if the reader is slow.
 * - A package that changes while the kernel runs does not end it.
 *
 * The library finds the running cell in `globalThis[Symbol.for('agora-lab.cell')]`: { signal, status(text) }.
 */
import { getEventListeners } from 'node:events';
import Module, { createRequire } from 'node:module';
import vm from 'node:vm';
import { isProgram } from './shared.mjs';

// ---------------------------------------------------------------- repairs of tslab's source

/**
 * tslab rewrites `model` to `exports.model` if an earlier cell declared `model`. It misses shorthand properties, and
 * mistakes property names in patterns and literals for variables.
 */
const names = {
  before: 'if (!ts.isIdentifier(node)) {',
  after: `const visit = (one) => ts.visitNode(one, wrapPrevIdentifier);
  const visitName = (name) => (name && ts.isIdentifier(name) ? name : visit(name));
  if (ts.isBindingElement(node))
    return ts.factory.updateBindingElement(node, node.dotDotDotToken, visitName(node.propertyName), visit(node.name),
      visit(node.initializer));
  if (ts.isPropertyAssignment(node))
    return ts.factory.updatePropertyAssignment(node, visitName(node.name), visit(node.initializer));
  if (ts.isShorthandPropertyAssignment(node)) {
    const value = checker.getShorthandAssignmentValueSymbol(node);
    if (value && (value.declarations || []).some((one) => one.getSourceFile() === declsFile)) {
      const earlier = ts.factory.createPropertyAccessExpression(ts.factory.createIdentifier("exports"), node.name);
      const fallback = node.objectAssignmentInitializer;
      return ts.factory.createPropertyAssignment(node.name, fallback === undefined ? earlier
        : ts.factory.createAssignment(earlier, visit(fallback)));
    }
  }
  if (!ts.isIdentifier(node)) {`,
};

/** tslab loads the types of every installed package, even those for browsers and for a test library. */
const types = { before: 'typeRoots: getTypeRoots(),', after: 'typeRoots: getTypeRoots(), types: ["node"],' };

/** tslab compiles each cell twice. The first time only finds the declared names, for which parsing is enough. */
const parsed = {
  before: `        updateContent(prevDecl, src);
        let declsFile = builder.getSourceFile(declFilename);
        let srcFile = builder.getSourceFile(srcFilename);
        const locals = srcFile.locals;`,
  after: `        const alone = ts.createSourceFile(srcFilename, srcPrefix + src, transpileTarget, true);
        ts.bindSourceFile(alone, { target: transpileTarget, module: ts.ModuleKind.ESNext });
        const locals = alone.locals;`,
};
const compiledOnce = {
  before: `            updateContent(prevDecl, src + suffix);
            declsFile = builder.getSourceFile(declFilename);
            srcFile = builder.getSourceFile(srcFilename);
        }`,
  after: `            src += suffix;
        }
        updateContent(prevDecl, src);
        const declsFile = builder.getSourceFile(declFilename);
        const srcFile = builder.getSourceFile(srcFilename);`,
};

/**
 * TypeScript keeps two timers: one rebuilds the program, and the other looks again for modules. tslab stops working if
 * both run at the same time, for example after `npm install` has changed a package that a cell imports.
 */
const timers = {
  before: `        if (rebuildTimer) {
            throw new Error("Unexpected pending rebuildTimer");
        }
        rebuildTimer = {
            callback: () => {
                callback();
                rebuildTimer = null;
            },
        };
        return rebuildTimer;`,
  after: `        const timer = { callback };
        pendingTimers.add(timer);
        rebuildTimer = {
            callback: () => {
                for (const one of pendingTimers) {
                    pendingTimers.delete(one);
                    one.callback();
                }
                rebuildTimer = null;
            },
        };
        return timer;`,
};
const pendingTimers = {
  before: 'let rebuildTimer = null;',
  after: 'let rebuildTimer = null; const pendingTimers = new Set();',
};
const clearedTimers = {
  before: `        if (rebuildTimer === timeoutId) {
            rebuildTimer = null;
            return;
        }
        throw new Error("clearing unexpected tiemr");`,
  after: '        pendingTimers.delete(timeoutId);',
};

/** Repairs the source of tslab's converter. @throws Error if the source is from another tslab version */
export function repairConverter(source) {
  const repairs = [names, types, parsed, compiledOnce, timers, pendingTimers, clearedTimers];
  return repairs.reduce((text, { before, after }) => {
    const parts = text.split(before);
    if (parts.length !== 2)
      throw new Error('The kernel needs tslab 1.0.22. Install it, or adapt lib/bin/kernel.mjs.');
    return parts.join(after);
  }, source);
}

// ---------------------------------------------------------------- cells: names, interrupts, last values, errors

/** The running cell. */
let cell = { number: 0, controller: new AbortController() };
/** The compiled lines of each cell, by the cell's name in stack traces. */
const linesOf = new Map();

/** Names each cell's code, so that stack traces say "cell [3]". */
function nameCells() {
  const runInThisContext = vm.runInThisContext;
  const wrapper = /^\((async )?function\(exports, require\) \{ /;
  vm.runInThisContext = (code, options) => {
    if (!wrapper.test(code)) return runInThisContext(code, options);
    const filename = `cell [${cell.number}]`;
    linesOf.set(filename, code.replace(wrapper, '').split('\n'));
    return runInThisContext(code, { ...options, filename });
  };
}

/**
 * Wraps tslab's executor. An interrupt first aborts the cell's signal. If no code listens to the signal, the cell ends
 * at once.
 */
function interruptible(executor) {
  return {
    ...executor,
    execute(source) {
      const controller = new AbortController();
      const status = (text) => showStatus(text);
      cell = { number: cell.number + 1, controller, signal: controller.signal, status };
      globalThis[Symbol.for('agora-lab.cell')] = cell;
      return executor.execute(source);
    },
    interrupt() {
      const { signal } = cell.controller;
      const isHeard = !signal.aborted && getEventListeners(signal, 'abort').length > 0;
      cell.controller.abort();
      if (!isHeard) executor.interrupt();
    },
  };
}

/** Returns the console that shows a cell's last value and its errors. */
const cellConsole = (jupyter) => ({
  log(value) {
    const data = value[Symbol.for('Jupyter.display')]?.();
    if (data === undefined) console.log(value);
    else jupyter.lastWriteDisplayData({ data, metadata: {}, transient: {} }, false);
  },
  error(first, ...rest) {
    console.error(first instanceof Error ? errorText(first) : first, ...rest);
  },
});

/** Formats an error: its message, the cell lines that led to it (innermost first), and its cause. */
export function errorText(error) {
  const stack = String(error.stack ?? error);
  // Node begins some stacks with an excerpt from the file that threw: a location, a line, and carets below it.
  const message = stack.split(/\n {4}at /, 1)[0].replace(/^\S.*:\d+\n.*\n[ \t]*\^+[ \t]*\n\n?/, '');
  const quoted = [];
  for (const [, caller = '', name, line] of stack.matchAll(
    /\n {4}at (?:(.*) \()?(?:async )?(cell \[\d+\]):(\d+):/g,
  )) {
    const code = linesOf
      .get(name)
      ?.[line - 1]?.replaceAll(/\bexports\.(tsLastExpr\d* = )?/g, '')
      .trim();
    if (code === undefined || code.startsWith('})(__tslab__')) continue;
    const within = caller.replace(/^(async )?(Proxy\.)?/, '');
    quoted.push(`\n    at ${within && `${within}, `}${name}: ${code}`);
  }
  const cause = error.cause instanceof Error ? `\ncaused by ${errorText(error.cause)}` : '';
  return message + quoted.join('') + cause;
}

// ---------------------------------------------------------------- outputs

let showStatus = () => {};

/** Executes a cell and sends its outputs, like tslab. When the cell ends, outputs marked `passing` are removed. */
async function handleExecute(socket, message) {
  const send = (to, type, content) => {
    const reply = message.createReply();
    reply.header.msg_type = type;
    reply.content = content;
    reply.signAndSend(this.connInfo.key, to);
  };
  const outputs = [];
  const put = (type, content) => {
    outputs.push({ type, content });
    send(this.iopub, type, content);
  };
  const display = (content, update) => put(update ? 'update_display_data' : 'display_data', content);
  let isShown = false;
  showStatus = (text) => {
    const transient = { display_id: `status-${message.header.msg_id}` };
    display({ data: { 'text/plain': text }, metadata: { passing: true }, transient }, isShown);
    isShown = true;
  };
  const result = await this.handler.handleExecute(
    message.content,
    (name, text) => put('stream', { name, text }),
    display,
  );
  const lasting = outputs.filter(({ content }) => content.metadata?.passing !== true);
  if (lasting.length < outputs.length) {
    send(this.iopub, 'clear_output', { wait: lasting.length > 0 });
    for (const { type, content } of lasting) send(this.iopub, type, content);
  }
  send(socket, 'execute_reply', result);
}

/**
 * Removes two limits that lose outputs. By default, a publisher drops messages if a reader is more than a thousand
 * messages behind. A socket also rejects messages while it pauses to let other tasks run. The first limit is removed
 * before binding, and the second after binding.
 */
function keepAllOutputs(server, { Publisher }) {
  const { bind } = Publisher.prototype;
  Object.defineProperty(Publisher.prototype, 'bind', {
    value(address) {
      this.sendHighWaterMark = 0; // no limit
      return bind.call(this, address);
    },
  });
  const { init } = server;
  server.init = async function () {
    await init.call(this);
    for (const socket of [this.iopub, this.shell, this.control]) socket.sendTimeout = 0;
  };
}

/** Ends the kernel when the Jupyter process that started it has ended, for any reason. */
function endWithParent(parent) {
  if (!(parent > 1)) return;
  const check = () => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(1);
    }
  };
  setInterval(check, 2_000).unref();
}

/** Returns a tooltip: the signature, the documentation, and the remarks on parameters, results and errors. */
export function tooltip({ displayParts = [], documentation = [], tags = [] }) {
  const textOf = (parts) => (parts ?? []).map(({ text }) => text).join('');
  const titles = { param: 'Parameter', returns: 'Returns', throws: 'Throws' };
  const remarks = tags.map(({ name, text }) => `${titles[name] ?? name}: ${textOf(text)}`);
  return [textOf(displayParts), textOf(documentation), remarks.join('\n')].filter(Boolean).join('\n\n');
}

function start(configPath) {
  const load = createRequire(import.meta.url);
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, file) {
    const isConverter = /[\\/]tslab[\\/]dist[\\/]converter\.js$/.test(file);
    return compile.call(this, isConverter ? repairConverter(source) : source, file);
  };
  const jupyter = load('tslab/dist/jupyter.js');
  jupyter.ZmqServer.prototype.handleExecute = handleExecute;
  keepAllOutputs(jupyter.ZmqServer.prototype, createRequire(load.resolve('tslab/dist/jupyter.js'))('zeromq'));
  load('tslab/dist/inspect.js').printQuickInfo = tooltip;
  const executors = load('tslab/dist/executor.js');
  const { createExecutor } = executors;
  executors.createExecutor = (folder, converters) =>
    interruptible(createExecutor(folder, converters, cellConsole(jupyter)));
  nameCells();
  endWithParent(Number(process.env.JPY_PARENT_PID));
  load('tslab/dist/main.js').startKernel({ configPath, enableFindLocal: false });
}

if (isProgram(import.meta.url)) start(process.argv[2]);
