/**
 * Asks the registry what is known against the packages that ship, and fails when SECURITY.md does not answer it.
 * `npm run audit`. Needs the network, so it is no part of `npm test`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from './setup-node.mjs';
import { run, tail } from './processes.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';

/** The advisories of "npm audit --json", each once: { id, name, title }, the id as GitHub has it. */
export function advisories({ vulnerabilities }) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause === 'object'),
  );
  const found = all.map(({ url, name, title }) => ({ id: url.split('/').at(-1), name, title }));
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const at = places();
    const [npm, first, shell] = npmCommand();
    const args = [...first, 'audit', '--omit=dev', '--json'];
    const { stdout, output } = await run(npm, args, { cwd: at.project, shell });
    const report = JSON.parse(stdout || '{}');
    if (report.vulnerabilities === undefined)
      throw new ScriptError(
        `npm audit gave no answer, so nothing was checked:\n${tail(report.message ?? output)}`,
      );
    const answers = readFileSync(join(at.project, 'SECURITY.md'), 'utf8');
    const found = advisories(report);
    const open = found.filter(({ id }) => !answers.includes(id));
    for (const { id, name, title } of open) process.stdout.write(`${id}  ${name}: ${title}\n`);
    process.stdout.write(`${found.length} findings, ${open.length} without an answer in SECURITY.md\n`);
    return open.length === 0 ? 0 : 1;
  });
}
