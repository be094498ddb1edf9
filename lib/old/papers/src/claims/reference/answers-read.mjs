// The answers that the kit's reader reads in du-debates-unlicensed: [debate][round][agent], null where it reads none.
// A right answer is "right". node answers-read.mjs FOLDER > answers.json; needs the compiled packages.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { recorded } = require('../../../../core/dist/transcripts/index.js');
const { answerOf } = require('../../../dist/recomputed/round-debates.js');
const { debateOf } = require('../../../dist/claims/debates.js');

const nameOf = (answer) => (answer?.correct ? 'right' : (answer?.key ?? null));
const debates = [...recorded('du-debates-unlicensed', { folder: process.argv[2] })];
const answers = debates.map((one) => debateOf(one, answerOf).answers.map((round) => round.map(nameOf)));
console.log(JSON.stringify(answers));
