#!/usr/bin/env node
/** The `agora` command. `explore` opens runs in a browser; `data` explains how to get the papers' data. */
'use strict';
const { existsSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { dataSets } = require('./data-sets.cjs');
const { fetchWeights, weights } = require('./weights.cjs');

const help = `agora explore NAME     opens a recorded set or a run folder in the browser (options: agora explore --help)
agora data [NAME]      lists data sets and weights; with NAME, explains how to get a data set, or downloads weights
`;

function fail(message) {
  process.stderr.write(`agora: ${message}\n`);
  process.exitCode = 1;
}

async function data([name]) {
  if (name === undefined) {
    for (const [each, { title, licence }] of Object.entries({ ...dataSets, ...weights }))
      process.stdout.write(`${each.padEnd(19)} ${title} (${licence})\n`);
    process.stdout.write(
      '\n"agora data NAME" explains how to get a data set, or downloads weights. data/README.md lists the data in this repository.\n',
    );
    return;
  }
  if (Object.hasOwn(weights, name)) {
    try {
      const say = (text) => process.stderr.write(`${text}\n`);
      const path = await fetchWeights(name, resolve('.agora', 'weights'), say);
      process.stdout.write(
        `${path}\nTo use the weights, run: npm install node-llama-cpp@3, then AGORA_MODEL=local:${path} npm run lab\n`,
      );
    } catch (error) {
      fail(error.message);
    }
    return;
  }
  const found = Object.hasOwn(dataSets, name) ? dataSets[name] : undefined;
  if (found === undefined)
    return fail(
      `There is no data set "${name}". Choose from ${Object.keys({ ...dataSets, ...weights }).join(', ')}.`,
    );
  const { title, licence, get, cite } = found;
  process.stdout.write(`${title}\nTo get it: ${get}.\nLicence: ${licence}\nCite: ${cite}\n`);
}

/** Runs `agora explore`, which is in the compiled library. */
function explore(args) {
  const compiled = join(__dirname, '..', 'dist', 'explorer', 'command.js');
  if (!existsSync(compiled))
    return fail('The library is not compiled. Run "npm run setup" in the project folder.');
  return require(compiled).explore(args);
}

const [command, ...args] = process.argv.slice(2);
if (command === 'explore') explore(args);
else if (command === 'data') void data(args);
else {
  process.stdout.write(help);
  if (command !== undefined && !/^(--help|-h|help)$/.test(command))
    fail(`There is no command "${command}". Use explore or data.`);
}
