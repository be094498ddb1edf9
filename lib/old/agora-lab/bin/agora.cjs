#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const main = join(__dirname, '..', 'dist', 'cli', 'main.js');
if (!existsSync(main)) {
  process.stderr.write(
    'agora: the library is not built yet; run "npm run setup" in the project folder first.\n',
  );
  process.exit(1);
}
require(main).main(process.argv.slice(2));
