/*
 * Makes the runs of this folder: node make.cjs PATH/lib/agora-lab/dist/index.js FOLDER, with the library as it was built when what a
 * live run asks was last changed on purpose (sampling, memory, prompts). Each file holds run.json in its first line and the
 * events of an uncut run in the others. `stale.jsonl.gz` is a run of the version before that, which does not go on;
 * so is `simulated.jsonl.gz`, whose file is kept as it was (git checkout) when the others are made anew.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { gzipSync } = require('node:zlib');

const [, , library, folder] = process.argv;
const { environments, experiment, models, protocols, voting } = require(library);

/** Simulated agents under the name of a live model: another version goes on with a live run. */
const simulated = models.simulated({ malformedRate: 0.15 });
const scripted = underAnotherName(simulated);
function underAnotherName(model) {
  const named = {
    name: 'scripted',
    evidence: 'live',
    settings: {},
    chat: (request, options) => model.chat(request, options),
  };
  const answeringAs = (agent) => underAnotherName(model.answeringAs(agent));
  return model.answeringAs === undefined
    ? named
    : Object.defineProperty(named, 'answeringAs', { value: answeringAs });
}
const set = environments.generateQuestions({ count: 2, seed: 3 });
const sums = (agents) =>
  environments.questions({ set: environments.generateArithmetic({ count: 2, seed: 3 }), agents });
const rules = [voting.borda, voting.plurality];
const twoRounds = { rounds: 2, memory: 'whole debate' };
const groups = { rounds: 3, intraRounds: 2, groups: 2 };
const conditions = {
  'round table': [
    environments.exchangeEconomy(),
    protocols.roundTable({ rule: rules[0], rounds: 2, ties: 'none' }),
  ],
  election: [
    environments.questions({ set, agents: 3, shots: 2 }),
    protocols.election({ rules, dictator: ['informed', 'mis-informed'], unreliable: 1 }),
  ],
  'choice debate': [environments.questions({ set, as: 'debaters', agents: 3 }), protocols.mad(twoRounds)],
  mad: [sums(3), protocols.mad(twoRounds)],
  s2mad: [sums(4), protocols.s2mad(groups)],
  'group debate': [sums(4), protocols.groupDebate(groups)],
  'self-consistency': [sums(1), protocols.selfConsistency({ paths: 3 })],
  simulated: [
    environments.exchangeEconomy(),
    protocols.roundTable({ rule: rules[0], rounds: 1, ties: 'none' }),
    simulated,
  ],
};

(async () => {
  for (const [name, [environment, protocol, model = scripted]] of Object.entries(conditions)) {
    const home = join(folder, 'runs', name);
    const setting = { environment, protocol, model, collaborations: 2, seed: 5, name, folder: home };
    await experiment({ ...setting, cache: false, concurrency: 1, maxFailures: 1, progress: 'none' });
    const description = JSON.stringify(JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')));
    const events = readFileSync(join(home, 'events.jsonl'), 'utf8');
    writeFileSync(
      join(folder, `${name.replace(' ', '-')}.jsonl.gz`),
      gzipSync(`${description}\n${events}`, { level: 9 }),
    );
  }
})();
