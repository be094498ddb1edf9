// Chooses the generated cases of joint decisions and computes their optima: lib/environments/data/chosen-cases.json.
// Run after a build: node data/makers/choose-joint-decisions.mjs [MENUS TO TRY] [TASK ALLOCATIONS TO TRY A FIELD].
// With fewer candidates than the default it prints its choice and writes nothing.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const library = process.env.AGORA_DIST ?? '../../lib/dist';
const { bestPlan } = require(`${library}/environments/joint-case.js`);
const { generateMenu } = require(`${library}/environments/menu.js`);
const { generateTasks, taskDomains } = require(`${library}/environments/task-allocation.js`);

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The candidates with the highest priority. `judge` returns null for a case that is left out. */
async function choose(candidates, count, generate, judge) {
  const ranked = [];
  for (let number = 0; number < candidates; number++) {
    const one = generate(number);
    const { plan, value } = await bestPlan(one, one.truth);
    const priority = judge(one, plan, value);
    if (priority !== null) ranked.push({ number, optimum: value, priority });
  }
  ranked.sort((a, b) => b.priority - a.priority || a.number - b.number);
  return ranked.slice(0, count).map(({ number, optimum }) => ({ number, optimum }));
}

/** Appendix A.1.4, with the weights of the official code. */
function judgeMenu(one, plan, value) {
  const available = ([name, amount]) => (one.truth.shared[name] ?? 0) >= amount;
  const possible = one.items.filter((dish) => Object.entries(one.needs[dish]).every(available));
  if (plan.length < 3 || possible.length < 5) return null;
  const amounts = Object.values(one.truth.shared);
  const used = sum(plan.flatMap(({ item }) => Object.values(one.needs[item])));
  const inStock = amounts.filter((amount) => amount > 0).length / amounts.length;
  return used / sum(amounts) + 0.1 * inStock + 0.05 * possible.length - 0.01 * plan.length + 0.01 * value;
}

/** Appendix A.2.3, with the weights of the official code. */
function judgeTasks(one, plan) {
  if (plan.length < 3) return null;
  const usage = (name, available, items) =>
    available > 0 ? [Math.min(1, sum(items.map(({ item }) => one.needs[item][name] ?? 0)) / available)] : [];
  const shares = [
    ...one.resources.shared.flatMap((name) => usage(name, one.truth.shared[name], plan)),
    ...one.doers.flatMap((doer) => {
      const own = plan.filter((given) => given.doer === doer);
      return one.resources.own.flatMap((name) => usage(name, one.truth.own[doer][name], own));
    }),
  ];
  return 0.1 * (plan.length / one.items.length) + sum(shares) / shares.length;
}

const [menus = 10_000, tasks = 1_000] = process.argv.slice(2).map(Number);
const chosen = { menu: await choose(menus, 60, (number) => generateMenu(number, 1), judgeMenu) };
for (const domain of taskDomains)
  chosen[domain] = await choose(tasks, 20, (number) => generateTasks(domain, number, 1), judgeTasks);
const text = JSON.stringify(chosen);
if (menus < 10_000 || tasks < 1_000) console.log(text);
else writeFileSync(new URL('../../lib/environments/data/chosen-cases.json', import.meta.url), text);
