/**
 * Voting rules beside pref_voting (`pip install pref_voting==1.18.2`) and GEDI's own code (AGORA_BENCH_GEDI names the
 * folder with its gedi.py): random profiles of 10 voters, then a profile of a million ballots over 5 options. Processor
 * time, one core each, the best of several passes, because other work on the machine only ever adds. Profiles are drawn before
 * the clock starts, and every pass of ours has new ones, so that nothing is left over from the last one (pref_voting
 * computes its margins when a profile is made, before the clock; ours are computed on the clock). The million are checked
 * (ours) or put into a profile (theirs) on the clock. `node voting.bench.mjs [--profiles 5000] [--peer-profiles 300]`
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { askPeer, flag, inTemporaryFolder, pythonWith, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const { RankingProfile } = require('../voting/dist/ranking-profile.js');
const { papers, Random, voting } = require('../agora-lab/dist/index.js');
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const profiles = Number(flag('profiles', '5000'));
const peerProfiles = Math.min(profiles, Number(flag('peer-profiles', '300')));
const warmUps = 2;
const passes = 5;

/** Our rule, pref_voting's function, GEDI's name. pref_voting's ranked_pairs takes for ever on most 10 by 10. */
const rules = [
  [voting.blindDictatorial, undefined, 'blind_dictatorial'],
  [voting.plurality({ on: 'rankings' }), 'plurality', 'plurality'],
  [voting.bucklin, 'bucklin', 'bucklin'],
  [voting.borda, 'borda', 'borda_count'],
  [voting.instantRunoff, 'instant_runoff', 'irv'],
  [voting.minimax, 'minimax', 'minimax'],
  [voting.minimax({ by: 'winning votes' }), 'minimax_support'],
  [voting.minimax({ by: 'opposition' }), 'minimax_scores'],
  [voting.rankedPairs, 'ranked_pairs', 'ranked_pairs'],
  [voting.rankedPairs({ ties: 'agenda' }), 'ranked_pairs_tb'],
  [papers.gedi.rankedPairsAsCoded, undefined, 'ranked_pairs'],
];

await inTemporaryFolder(async (folder) => {
  const python = pythonWith('pref_voting');
  const peerOn = (orders) => {
    if (python === undefined) return {};
    const file = join(folder, 'orders.json');
    writeFileSync(file, JSON.stringify(orders));
    const program = join(import.meta.dirname, 'voting-peer.py');
    return askPeer('pref_voting', python, [program, file]) ?? {};
  };
  const rows = [];
  for (const options of [4, 10]) {
    const orders = Array.from({ length: profiles }, (_, number) => draw(10, options, number));
    const peer = peerOn(orders.slice(0, peerProfiles));
    if (peer.versions) console.log(`10 x ${options}: ${peer.versions}`);
    for (const [rule, prefVoting, gedi] of rules) {
      const { microseconds, winners } = await ours(rule, orders, options);
      const one = prefVoting && peer.prefVoting?.[prefVoting];
      const differ = one?.winners?.filter(
        (set, place) => set !== null && set.join() !== winners[place],
      ).length;
      if (differ > 0) throw new Error(`${rule.name}: other winners than pref_voting's on ${differ} profiles`);
      const task = `${rule.name}, 10 voters x ${options} options`;
      for (const [against, found] of [
        ['pref_voting', one],
        ["GEDI's code", gedi && peer.gedi?.[gedi]],
      ])
        if (found) rows.push({ task, ours: microseconds, peer: found.microseconds, unit: 'us', against });
    }
  }
  rows.push(...(await million(peerOn)));
  report(rows);
});

function draw(voters, options, number) {
  const random = Random.from(4, options, number);
  const numbers = Array.from({ length: options }, (_, option) => option);
  return Array.from({ length: voters }, () => random.shuffle(numbers));
}

/** Results are looked at and let go, as in a simulation; keeping them all would time the memory. */
async function ours(rule, orders, options) {
  const names = Array.from({ length: options }, (_, option) => String.fromCharCode(65 + option));
  const help = { random: Random.from(5) };
  const built = () => orders.map((one) => RankingProfile.ofOrders(names, one));
  const fresh = Array.from({ length: warmUps + passes }, built);
  collectGarbage();
  const times = [];
  for (const drawn of fresh) {
    const { cpuSeconds } = await timed(
      () => drawn.filter((one) => rule.count(one, help).winners.length > 1).length,
    );
    times.push((cpuSeconds / orders.length) * 1e6);
  }
  const winnersOf = (profile) =>
    rule
      .count(profile, help)
      .winners.map((name) => names.indexOf(name))
      .join();
  return { microseconds: Math.min(...times.slice(warmUps)), winners: fresh[0].map(winnersOf) };
}

/** A million ballots: checked and counted by Borda, as pref_voting does it, and by all rules of GEDI's paper. */
async function million(peerOn) {
  const options = ['A', 'B', 'C', 'D', 'E'];
  const random = Random.from(6);
  const orders = Array.from({ length: 1_000_000 }, () => random.shuffle([0, 1, 2, 3, 4]));
  const ballots = orders.map((order) => ({ kind: 'ranking', ranking: order.map((place) => options[place]) }));
  const profile = { options, ballots, electorate: ballots.length };
  const borda = [];
  for (let pass = 0; pass < 3; pass++)
    borda.push((await timed(() => voting.borda.count(profile))).cpuSeconds);
  const all = await timed(() => {
    const checked = RankingProfile.from(profile);
    return [voting.randomOrder, ...papers.gedi.rules].map((rule) => rule.count(checked, { random }));
  });
  const { million } = peerOn([orders]);
  return [
    {
      task: 'a million ballots checked and counted by Borda',
      ours: Math.min(...borda),
      ...(million && { peer: million, against: 'pref_voting' }),
    },
    { task: 'the same by all rules of GEDI', ours: all.cpuSeconds, peer: 1, against: 'bar' },
  ];
}
