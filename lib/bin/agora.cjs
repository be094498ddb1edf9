#!/usr/bin/env node
/** The `agora` command. `explore` opens runs in a browser; `data` says where to get the papers' data. */
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { dataSets } = require('./data-sets.cjs');

const help = `agora explore NAME     opens the explorer on a recorded set, or on the folder of a run (--help for its options)
agora data [NAME]      lists the data sets of the papers, or says how to get one
`;

function fail(message) {
  process.stderr.write(`agora: ${message}\n`);
  process.exitCode = 1;
}

function data([name]) {
  if (name === undefined) {
    for (const [each, { title, licence }] of Object.entries(dataSets))
      process.stdout.write(`${each.padEnd(15)} ${title} (${licence})\n`);
    process.stdout.write(
      '\n"agora data NAME" says how to get one. What is shipped is listed in data/README.md.\n',
    );
    return;
  }
  const found = dataSets[name];
  if (found === undefined)
    return fail(`There is no data set "${name}". There are: ${Object.keys(dataSets).join(', ')}.`);
  const { title, licence, get, cite } = found;
  process.stdout.write(`${title}\nTo get it: ${get}.\nLicence: ${licence}\nCite: ${cite}\n`);
}

/** The explorer's own command line is in the compiled library. */
function explore(args) {
  const compiled = join(__dirname, '..', 'dist', 'explorer', 'command.js');
  if (!existsSync(compiled))
    return fail('The library is not compiled. Run "npm run setup" in the project folder.');
  return require(compiled).explore(args);
}

const [command, ...args] = process.argv.slice(2);
if (command === 'explore') explore(args);
else if (command === 'data') data(args);
else {
  process.stdout.write(help);
  if (command !== undefined && !/^(--help|-h|help)$/.test(command)) fail(`There is no command "${command}".`);
}
