/**
 * The TypeScript kernel of the notebooks: tslab, with what it lacks. `node tslab-kernel.mjs CONNECTION_FILE`.
 *
 * - An interrupt reaches the library, which ends its runs in order; until then the cell stays busy.
 * - `({ model })` finds the `model` of an earlier cell, and `const { tokens: spent } = usage` its property.
 * - An output whose metadata say `passing` (progress) is gone when the cell ends.
 * - A last value that can show itself (a method `Symbol.for('Jupyter.display')`) is shown, not printed.
 * - What a cell finished before it failed stays declared.
 * - Errors quote the lines of the user's cells, and none of the kernel's.
 * - A cell is compiled once, with the declarations of Node and of what it imports: a fifth less work.
 * - No output is lost: after 512 messages the sockets' library waits a turn, and turns the next message away meanwhile;
 *   and a reader who is a thousand messages behind gets no more.
 * - Where notebooks are executed one after the other, each finds a kernel without names, and what the last one loaded.
 */
import Module, { createRequire } from 'node:module';
import vm from 'node:vm';
import { isProgram } from './project.mjs';

/** The version that the changes below were written for. Upgraded? Make kernel.test.mjs pass, then change this. */
export const tslabVersion = '1.0.22';

/**
 * tslab asks a shorthand property for its own symbol instead of for that of the variable it names; and it takes the name
 * of a property (`tokens` in `const { tokens: x } = spent`) for a variable where an earlier cell made the object.
 */
const names = {
  before: 'if (!ts.isIdentifier(node)) {',
  after: `const wrapped = (one) => ts.visitNode(one, wrapPrevIdentifier);
  const unlessPlain = (name) => (name && ts.isIdentifier(name) ? name : wrapped(name));
  if (ts.isBindingElement(node))
    return ts.factory.updateBindingElement(node, node.dotDotDotToken, unlessPlain(node.propertyName), wrapped(node.name),
      wrapped(node.initializer));
  if (ts.isPropertyAssignment(node))
    return ts.factory.updatePropertyAssignment(node, unlessPlain(node.name), wrapped(node.initializer));
  if (ts.isShorthandPropertyAssignment(node)) {
    const value = checker.getShorthandAssignmentValueSymbol(node);
    if (value && (value.declarations || []).some((one) => one.getSourceFile() === declsFile)) {
      const earlier = ts.factory.createPropertyAccessExpression(ts.factory.createIdentifier("exports"), node.name);
      const fallback = node.objectAssignmentInitializer;
      return ts.factory.createPropertyAssignment(node.name, fallback === undefined ? earlier
        : ts.factory.createAssignment(earlier, wrapPrevIdentifier(fallback)));
    }
  }
  if (!ts.isIdentifier(node)) {`,
};

/** tslab takes in every package of declarations that lies about (a browser's, a test library's): a cell needs Node's. */
const types = { before: 'typeRoots: getTypeRoots(),', after: 'typeRoots: getTypeRoots(), types: ["node"],' };

/** tslab compiles a cell twice, first only to learn which names it declares: one parsed file tells. */
const declared = {
  before: `        updateContent(prevDecl, src);
        let declsFile = builder.getSourceFile(declFilename);
        let srcFile = builder.getSourceFile(srcFilename);
        const locals = srcFile.locals;`,
  after: `        const alone = ts.createSourceFile(srcFilename, srcPrefix + src, transpileTarget, true);
        ts.bindSourceFile(alone, { target: transpileTarget, module: ts.ModuleKind.ESNext });
        const locals = alone.locals;`,
};

const compiled = {
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

/** The source of tslab's converter with the changes above. @throws Error when it is not the source that we know */
export function mendConverter(source) {
  return [names, types, declared, compiled].reduce((text, { before, after }) => {
    const parts = text.split(before);
    if (parts.length !== 2)
      throw new Error(
        `This is not tslab ${tslabVersion}: lib/tools/tslab-kernel.mjs has to be adapted to it.`,
      );
    return parts.join(after);
  }, source);
}

/** A cell that fails leaves nothing declared, although constants before the line that failed have their values. */
const failed = {
  before: 'console.error(e);\n',
  after: `console.error(e);
  prevDecl = globalThis[Symbol.for("agora-lab.declared")](prevDecl, converted.declOutput || "", exports);
`,
};

/** The source of tslab's executor with the change above. @throws Error when it is not the source that we know */
export function mendExecutor(source) {
  const parts = source.split(failed.before);
  if (parts.length !== 3)
    throw new Error(`This is not tslab ${tslabVersion}: lib/tools/tslab-kernel.mjs has to be adapted to it.`);
  return parts.join(failed.after);
}

/**
 * What is declared after a cell that failed: of the cell's own declarations those whose values there are, and in place
 * of others what was declared before.
 */
export function declaredAfter(before, after, values, ts) {
  const statements = (text) =>
    ts.createSourceFile('declared.d.ts', text, ts.ScriptTarget.ES2022, true).statements.map((one) => ({
      text: one.getFullText(),
      names: ts.isVariableStatement(one)
        ? one.declarationList.declarations.map(({ name }) => name.getText())
        : [],
    }));
  const hasValues = ({ names }) => names.every((name) => values[name] !== undefined);
  const old = statements(before);
  const known = new Set(old.map(({ text }) => text.trim()));
  const kept = statements(after).flatMap((one) => {
    if (hasValues(one) || known.has(one.text.trim())) return [one];
    return old.filter((other) => other.names.some((name) => one.names.includes(name)) && hasValues(other));
  });
  return [...new Set(kept.map(({ text }) => text))].join('');
}

/** Where an error is being looked for: the lines of each executed cell, by the cell's name in stack traces. */
const linesOf = new Map();

/** An error as its cell shows it: the message, and the lines of cells that led to it, innermost first. */
export function errorText(error, cells = linesOf) {
  const stack = String(error.stack ?? error);
  const [told] = stack.split(/\n {4}at /, 1);
  const message = withoutExcerpt(told);
  const frames = stack.matchAll(/\n {4}at (?:(.*) \()?(?:async )?(cell \[\d+\]):(\d+):\d+\)?/g);
  const quoted = [...frames].flatMap(([, caller = '', cell, line]) => {
    const code = cells
      .get(cell)
      ?.[line - 1]?.replaceAll(/\bexports\.(tsLastExpr\d* = )?/g, '')
      .trim();
    if (code === undefined || code.startsWith('})(__tslab__')) return [];
    const name = caller.replace(/^(async )?(Proxy\.)?/, '');
    return `\n    at ${name && `${name}, `}${cell}: ${code}`;
  });
  const cause = error.cause instanceof Error ? `\ncaused by ${errorText(error.cause, cells)}` : '';
  return message + quoted.join('') + cause;
}

/**
 * Node puts an excerpt of the file that threw before the message of some errors: "/…/lib/x.js:42", the line, a row of
 * carets and an empty line.
 */
function withoutExcerpt(text) {
  const excerpt = /^\S.*:\d+\n.*\n[ \t]*\^+[ \t]*\n\n?/;
  return text.replace(excerpt, '');
}

/** Gives the code of a cell the name under which stack traces speak of it. */
function nameCells(cell) {
  const run = vm.runInThisContext;
  const wrapper = /^\((async )?function\(exports, require\) \{ /;
  vm.runInThisContext = (code, options) => {
    if (!wrapper.test(code)) return run(code, options);
    const filename = `cell [${cell().number}]`;
    linesOf.set(filename, code.replace(wrapper, '').split('\n'));
    return run(code, { ...options, filename });
  };
}

/**
 * tslab's executor, but an interrupt tells the library first (lib/core/src/notebook.ts), whose runs then end by themselves;
 * the cell is busy until they have. A second interrupt, or one while no run is under way, ends the cell at once.
 */
function interruptible(executor) {
  let cell = { number: 0 };
  nameCells(() => cell);
  return {
    ...executor,
    reset() {
      executor.reset();
      linesOf.clear();
      cell = { number: 0 };
    },
    async execute(source) {
      const control = new AbortController();
      let leave;
      const left = new Promise((resolve) => (leave = resolve));
      cell = { number: cell.number + 1, control, leave, signal: control.signal, runs: new Set() };
      globalThis[Symbol.for('agora-lab.cell')] = cell;
      const own = cell;
      const ok = await executor.execute(source);
      const ends = (await Promise.race([left, own.ending])) ?? [];
      for (const { reason } of ends) if (reason?.code === 'interrupted') console.error(reason.message);
      return ok;
    },
    interrupt() {
      if (cell.runs === undefined) return;
      if (cell.runs.size === 0 || cell.ending !== undefined) {
        cell.leave();
        executor.interrupt();
      }
      cell.ending = Promise.allSettled([...cell.runs]);
      cell.control.abort();
    },
  };
}

/** How a cell's last value and its errors are shown. */
function cellConsole(jupyter) {
  return {
    log(value) {
      const bundle = value[Symbol.for('Jupyter.display')]?.();
      if (bundle === undefined) console.log(value);
      else jupyter.lastWriteDisplayData({ data: bundle, metadata: {}, transient: {} }, false);
    },
    error(first, ...rest) {
      if (first?.code === 'interrupted') return; // told when all runs have ended
      console.error(first instanceof Error ? errorText(first) : first, ...rest);
    },
  };
}

/** Executes a cell and sends what it puts out, as tslab does; at the end what was only passing is taken out again. */
async function handleExecute(socket, message) {
  executing.add(message);
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
  const fresh = /^%%fresh (?<variables>.*)$/.exec(message.content.code);
  if (fresh !== null && process.env.AGORA_KERNEL === 'shared') {
    beginAnew(this.handler, JSON.parse(fresh.groups.variables));
    executing.delete(message);
    send(socket, 'execute_reply', { status: 'ok', bytes: process.memoryUsage().rss });
    return;
  }
  const result = await this.handler.handleExecute(
    message.content,
    (name, text) => put('stream', { name, text }),
    (content, update) => put(update ? 'update_display_data' : 'display_data', content),
  );
  const lasting = outputs.filter(({ content }) => content.metadata?.passing !== true);
  if (lasting.length < outputs.length) {
    send(this.iopub, 'clear_output', { wait: lasting.length > 0 });
    for (const { type, content } of lasting) send(this.iopub, type, content);
  }
  executing.delete(message);
  send(socket, 'execute_reply', result);
}

/**
 * The kernel before its first cell, but for what was loaded: no name is declared, cells count from one, and the kit's
 * variables are those of the next notebook.
 */
function beginAnew(handler, variables) {
  handler.executor.reset();
  handler.execCount = 0;
  for (const name of Object.keys(process.env)) if (/^(AGORA|OPENAI)_/.test(name)) delete process.env[name];
  Object.assign(process.env, variables, { AGORA_KERNEL: 'shared' });
}

/** Requests to execute that have not been answered yet, the one under way first. */
const executing = new Set();

/** What is answered meanwhile (a completion, say) ends with "idle": then the kernel is said to be busy again. */
const statusWith = (publishStatus) =>
  function (status, parent) {
    publishStatus.call(this, status, parent);
    const [running] = executing;
    if (status === 'idle' && running !== undefined) publishStatus.call(this, 'busy', running);
  };

/** With a time-out of 0 a message is sent at once, or not at all; subscribers and routers never block. */
const initWithoutWaits = (init) =>
  async function () {
    await init.call(this);
    for (const socket of [this.iopub, this.shell, this.control]) socket.sendTimeout = 0;
  };

/**
 * Outputs wait for a reader who is slow (a busy machine), however many they are: by default a publisher keeps a thousand
 * messages and drops the others. The limit counts for addresses that are bound after it was set.
 */
function keepAllOutputs({ Publisher }) {
  const { bind } = Publisher.prototype;
  Object.defineProperty(Publisher.prototype, 'bind', {
    value(address) {
      this.sendHighWaterMark = 0; // no limit
      return bind.call(this, address);
    },
  });
}

function start(configPath) {
  const load = createRequire(import.meta.url);
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, file) {
    const isConverter = /[\\/]tslab[\\/]dist[\\/]converter\.js$/.test(file);
    const isExecutor = /[\\/]tslab[\\/]dist[\\/]executor\.js$/.test(file);
    const mended = isConverter ? mendConverter(source) : isExecutor ? mendExecutor(source) : source;
    return compile.call(this, mended, file);
  };
  const ts = createRequire(load.resolve('tslab/dist/converter.js'))('@tslab/typescript-for-tslab');
  globalThis[Symbol.for('agora-lab.declared')] = (before, after, values) =>
    declaredAfter(before, after, values, ts);
  const jupyter = load('tslab/dist/jupyter.js');
  const server = jupyter.ZmqServer.prototype;
  server.handleExecute = handleExecute;
  server.publishStatus = statusWith(server.publishStatus);
  server.init = initWithoutWaits(server.init);
  keepAllOutputs(createRequire(load.resolve('tslab/dist/jupyter.js'))('zeromq'));
  const executors = load('tslab/dist/executor.js');
  const { createExecutor } = executors;
  executors.createExecutor = (folder, converters) =>
    interruptible(createExecutor(folder, converters, cellConsole(jupyter)));
  load('tslab/dist/main.js').startKernel({ configPath, enableFindLocal: false });
}

if (isProgram(import.meta.url)) start(process.argv[2]);
