/**
 * The rules on rankings of GEDI beside pref_voting and beside GEDI's own code, in one run: 10,000 random profiles of 10
 * voters and 4 options, and of 10 by 10, all drawn and checked before the clock starts. Then a profile of a million
 * ballots over 5 options, from plain ballots and from counts. Processor time, one core each, the best of several
 * passes, because other work on the machine only ever adds; every pass of ours has new profiles, so that nothing is
 * left over from the last one (pref_voting computes its margins when a profile is made, before the clock; ours are
 * computed on the clock).
 *
 * pref_voting is looked for in the Python that AGORA_BENCH_PYTHON names, else in the project's .venv
 * (`pip install pref_voting==1.18.2`); GEDI's code in the folder that AGORA_BENCH_GEDI names (its gedi.py). What is
 * missing is left out. `--profiles N` and `--peer-profiles N` change how many profiles are counted on either side.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { flag, inTemporaryFolder, loadLine, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const { RankingProfile } = require('../dist/voting/ranking-profile.js');
const voting = require('../dist/voting/index.js');
const papers = require('../dist/papers/index.js');
const { rankedPairsAsCoded } = papers.gedi;
const { Random } = require('../dist/random/index.js');
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const project = resolve(import.meta.dirname, '..', '..');
const bar = 1;
const profiles = Number(flag('profiles', '10000'));
const peerProfiles = Math.min(profiles, Number(flag('peer-profiles', '1000')));
const warmUps = 3;
const passes = 9;
const sizes = [
  { voters: 10, options: 4 },
  { voters: 10, options: 10 },
];

/** Our rule, pref_voting's function, GEDI's name. pref_voting's ranked_pairs takes for ever on most 10 by 10. */
const rows = [
  [voting.blindDictatorial, undefined, 'blind_dictatorial'],
  [voting.informedDictatorial],
  [voting.plurality({ on: 'rankings' }), 'plurality', 'plurality'],
  [voting.bucklin, 'bucklin', 'bucklin'],
  [voting.borda, 'borda', 'borda_count'],
  [voting.instantRunoff, 'instant_runoff', 'irv'],
  [voting.minimax, 'minimax', 'minimax'],
  [voting.minimax({ by: 'winning votes' }), 'minimax_support'],
  [voting.minimax({ by: 'opposition' }), 'minimax_scores'],
  [voting.rankedPairs, 'ranked_pairs', 'ranked_pairs'],
  [voting.rankedPairs({ ties: 'agenda' }), 'ranked_pairs_tb'],
  [rankedPairsAsCoded, undefined, 'ranked_pairs'],
];

await inTemporaryFolder(async (folder) => {
  const python = pythonWithPrefVoting();
  const lines = [
    ['rule', 'voters x options', 'ours us', 'pref_voting us', 'GEDI us', 'ratio', 'bar', '', 'differ'],
  ];
  for (const size of sizes) {
    const orders = Array.from({ length: profiles }, (_, number) => draw(size, number));
    const peer = python ? peerTimes(python, join(folder, 'orders.json'), orders.slice(0, peerProfiles)) : {};
    for (const [rule, prefVoting, gedi] of rows) {
      const { microseconds, winners } = await ours(rule, orders, size);
      const one = prefVoting && peer.prefVoting?.[prefVoting];
      const other = gedi && peer.gedi?.[gedi];
      const fastest = Math.min(one?.microseconds ?? Infinity, other?.microseconds ?? Infinity);
      const ratio = fastest / microseconds;
      const differ = one?.winners?.filter(
        (set, place) => set !== null && set.join() !== winners[place],
      ).length;
      lines.push([
        rule.name,
        `${size.voters} x ${size.options}`,
        microseconds.toFixed(2),
        one ? one.microseconds.toFixed(1) : '-',
        other ? other.microseconds.toFixed(1) : '-',
        Number.isFinite(ratio) ? ratio.toFixed(0) : '-',
        Number.isFinite(ratio) ? String(bar) : '-',
        Number.isFinite(ratio) ? (ratio >= bar ? 'met' : 'NOT met') : '',
        differ === undefined ? '' : String(differ),
      ]);
    }
    if (peer.versions) console.log(`${size.voters} x ${size.options}: ${peer.versions}`);
  }
  print(lines);
  console.log('"differ": profiles on which the winners are not those of pref_voting.\n');
  await million();
  console.log(loadLine());
});

function draw({ voters, options }, number) {
  const random = Random.from(4, options, number);
  const numbers = Array.from({ length: options }, (_, option) => option);
  return Array.from({ length: voters }, () => random.shuffle(numbers));
}

/** Results are looked at and let go, as in a simulation; keeping 10,000 of them would time the memory. */
async function ours(rule, orders, { options }) {
  const names = Array.from({ length: options }, (_, option) => String.fromCharCode(65 + option));
  const help = { random: Random.from(5) };
  const built = () => orders.map((one) => RankingProfile.ofOrders(names, one));
  const fresh = Array.from({ length: warmUps + passes }, built);
  collectGarbage();
  let tied = 0;
  const times = [];
  for (const profiles of fresh) {
    const { cpuSeconds } = await timed(() => {
      for (const profile of profiles) if (rule.count(profile, help).winners.length > 1) tied++;
    });
    times.push((cpuSeconds / orders.length) * 1e6);
  }
  const winners = fresh[0].map((profile) =>
    rule
      .count(profile, help)
      .winners.map((name) => names.indexOf(name))
      .join(),
  );
  return { microseconds: Math.min(...times.slice(warmUps)), winners, tied };
}

async function million() {
  const options = ['A', 'B', 'C', 'D', 'E'];
  const random = Random.from(6);
  const counted = new Map();
  const ballots = Array.from({ length: 1_000_000 }, () => {
    const order = random.shuffle(options);
    const key = order.join('');
    counted.set(key, (counted.get(key) ?? 0) + 1);
    return { kind: 'ranking', ranking: order };
  });
  const plain = { options, ballots, electorate: ballots.length };
  const counts = {
    options,
    ballots: [...counted.keys()].map((key) => ({ kind: 'ranking', ranking: [...key] })),
    counts: [...counted.values()],
    electorate: ballots.length,
  };
  for (const [what, profile] of [
    ['a million ballots', plain],
    [`${counts.ballots.length} distinct ballots with counts`, counts],
  ]) {
    const { seconds } = await timed(() => {
      const checked = RankingProfile.from(profile);
      return [voting.randomOrder, ...papers.gedi.rules].map((rule) => rule.count(checked, { random }));
    });
    const met = seconds < 1 ? 'met' : 'NOT met';
    console.log(
      `${what} over 5 options, checked once, all rules of the paper: ${seconds.toFixed(4)} s (bar 1 s: ${met})`,
    );
  }
}

function pythonWithPrefVoting() {
  const named = process.env.AGORA_BENCH_PYTHON;
  for (const python of [named, join(project, '.venv', 'bin', 'python')]) {
    if (!python || !existsSync(python)) continue;
    if (spawnSync(python, ['-c', 'import pref_voting']).status === 0) return python;
    if (python === named) console.log(`AGORA_BENCH_PYTHON (${named}) has no pref_voting.`);
  }
  console.log(
    'No Python with pref_voting was found: the comparison is left out (see the head of this file).',
  );
  return undefined;
}

function peerTimes(python, file, orders) {
  writeFileSync(file, JSON.stringify(orders));
  const program = join(import.meta.dirname, 'voting-peer.py');
  return JSON.parse(execFileSync(python, [program, file], { encoding: 'utf8', maxBuffer: 1 << 30 }));
}

function print(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    );
}
