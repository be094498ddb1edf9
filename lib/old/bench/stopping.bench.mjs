/**
 * How fast the dialogue-act method learns when to stop: for six rules x two environments x five folds, a regression
 * on 100 collaborations of 3 agents and 10 rounds and all 180 settings of its grid, beside a Python script with
 * statsmodels and numpy (stopping-peer.py) that does the same on the same trajectories. Both must come to the same
 * coefficients, signals and settings.
 * `node stopping.bench.mjs [--collaborations 100] [--repeats 5]`
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { flag, inTemporaryFolder, pythonWith, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const stopping = require('../core/dist/stopping/index.js');
const { foldsOf } = require('../core/dist/stopping/cross-validate.js');
const { dialogueActs } = require('../core/dist/language/dialogue-act.js');
const { Random } = require('../voting/dist/random/index.js');
const collaborations = Number(flag('collaborations', '100'));
const repeats = Number(flag('repeats', '5'));
const agents = ['A', 'B', 'C'];
const rounds = 10;

const conditions = ['unanimous', 'majority', 'plurality', 'rated', 'ranked', 'cumulative'].flatMap((rule) =>
  [
    { environment: 'economy', direction: 'maximize', undecided: 0 },
    { environment: 'recommendation', direction: 'minimize', undecided: null },
  ].map((environment) => ({
    rule,
    ...environment,
    trajectories: trajectoriesOf(rule, environment.environment),
  })),
);
const folds = foldsOf(collaborations, 5, 1);

const ours = [];
for (let repeat = 0; repeat < repeats; repeat++) ours.push(await timed(learnAll));
const peer = await runPeer();
const task = `learning when to stop: ${conditions.length} conditions x ${folds.length} folds, ${collaborations} collaborations`;
const row = { task, ours: median(ours.map(({ cpuSeconds }) => cpuSeconds)) };
report([peer ? { ...row, peer: median(peer.cpuSeconds), against: peer.versions } : row]);
if (peer) compare(ours[0].result, peer.results);

/** From trajectories to settings: every fold counts the pairs anew. */
function learnAll() {
  return conditions.flatMap(({ trajectories, direction, undecided }) =>
    folds.map((test) =>
      stopping.dialogueAct().fit(
        trajectories.filter((_, place) => !test.includes(place)),
        { direction, undecided },
      ),
    ),
  );
}

async function runPeer() {
  const python = pythonWith('statsmodels');
  if (python === undefined) return undefined;
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'trajectories.json');
    await writeFile(file, JSON.stringify({ acts: dialogueActs, folds, conditions, repeats }));
    const script = join(import.meta.dirname, 'stopping-peer.py');
    // One thread: on designs of this size more of them slow numpy down, and one is what the library uses.
    const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
    const { stdout } = await promisify(execFile)(python, [script, file], { env, maxBuffer: 1 << 28 });
    return JSON.parse(stdout);
  });
}

/** Throws where the two disagree. */
function compare(fits, results) {
  let largest = 0;
  for (const [place, fit] of fits.entries()) {
    const theirs = results[place];
    const { top, pValue, countPerRound, score } = fit.setting;
    same(`the setting of fit ${place}`, [top, pValue, countPerRound, score], theirs.setting);
    same(
      `the signals of fit ${place}`,
      fit.chosen.map(({ pair }) => pair),
      theirs.chosen,
    );
    same(`the number of pairs of fit ${place}`, fit.signals.length, Object.keys(theirs.signals).length);
    const scale = Math.max(...Object.values(theirs.signals).map(([coefficient]) => Math.abs(coefficient)));
    for (const { pair, coefficient, pValue: p } of fit.signals) {
      const [theirCoefficient, theirP] = theirs.signals[pair];
      largest = Math.max(largest, Math.abs(coefficient - theirCoefficient) / scale, Math.abs(p - theirP));
    }
  }
  if (!(largest < 1e-8)) throw new Error(`coefficients or p-values differ by ${largest}, more than 1e-8`);
  console.log(
    `Same settings and signals in all ${fits.length} fits; coefficients and p-values within ${largest.toExponential(1)}.`,
  );
}

function same(name, a, b) {
  if (JSON.stringify(a) !== JSON.stringify(b))
    throw new Error(`${name}: ${JSON.stringify(a)} here, ${JSON.stringify(b)} in Python`);
}

/**
 * Synthetic trajectories: performance rises and then drifts; acts drift from asking to accepting with it, unevenly, so that
 * pairs carry a signal and noise. Some early rounds have no decision.
 */
function trajectoriesOf(rule, environment) {
  const random = Random.from(11, rule, environment);
  return Array.from({ length: collaborations }, (_, collaboration) => {
    let standing = false;
    return {
      collaboration,
      agents,
      rounds: Array.from({ length: rounds }, (_, place) => {
        const ripe = 1 - Math.exp(-place / (1 + 2 * random.uniform()));
        standing ||= random.chance(0.3 + 0.5 * ripe);
        const acts = Object.fromEntries(agents.map((agent) => [agent, drawActs(random, ripe)]));
        const quality = 60 + 25 * ripe - place + 8 * random.normal();
        const value = environment === 'economy' ? quality : Math.abs(90 - quality) / 30;
        return {
          round: place + 1,
          selected: standing,
          agreed: standing,
          proposals: 1,
          performance: standing ? value : null,
          distance: 0.2,
          acts,
          tokens: 900,
        };
      }),
    };
  });
}

function drawActs(random, ripe) {
  const late = ['Accept', 'Confirm', 'Summarize', 'Evaluate', 'Compromise'];
  const acts = new Set();
  const wanted = 1 + random.below(3);
  while (acts.size < wanted) acts.add(random.pick(random.chance(0.6 * ripe) ? late : dialogueActs));
  return [...acts];
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
