#!/usr/bin/env node
/** The `agora` command: explores a run in a browser, or tells where the kit's data lie. */
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const main = join(__dirname, '..', 'dist', 'explorer', 'command.js');
if (!existsSync(main)) {
  process.stderr.write('agora: the library is not compiled. Run "npm run setup" in the project folder.\n');
  process.exit(1);
}
require(main).main(process.argv.slice(2));
