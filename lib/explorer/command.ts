import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { recorded } from '../experiment/recorded';
import { openRun, type Run } from '../experiment/run';
import { eventsOf, type Collaboration } from '../protocols/protocol';
import { escapeHtml } from '../report/display';
import { transcript } from '../report/transcript';

/**
 * A plain reader of transcripts: a table of the collaborations of a run or a recorded set, and a page for each. It serves
 * this machine alone, answers only GET, and its pages run no script.
 */
export function explore(args: readonly string[]): void {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.length !== 1) {
    process.stderr.write('agora explore takes the folder of a run, or the name of a recorded set.\n');
    process.exitCode = 1;
    return;
  }
  try {
    const server = serve(openSet(names[0]!));
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      process.stdout.write(`http://127.0.0.1:${port}/  (Ctrl-C ends it)\n`);
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
  } catch (error) {
    process.stderr.write(`agora: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

const openSet = (name: string): Run => (existsSync(join(name, 'run.json')) ? openRun(name) : recorded(name));

/** A server of the pages of a run. It does not listen yet. */
export function serve(run: Run): Server {
  const all = [...run];
  return createServer((request, response) => {
    const page = isLocal(request) ? pageOf(run, all, request.url ?? '/') : null;
    if (page === null)
      send(response, 404, 'Not found', '<p>There is no such page. <a href="/">All collaborations</a></p>');
    else send(response, 200, page.title, page.body);
  });
}

/** Another host name would be a page of somebody else's that points here. */
const isLocal = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '');

function pageOf(
  run: Run,
  all: readonly Collaboration[],
  url: string,
): { title: string; body: string } | null {
  const { name } = run.about;
  if (url === '/') return { title: name, body: tableOf(run, all) };
  const place = /^\/(\d+)$/.exec(url)?.[1];
  const one = place === undefined ? undefined : all[Number(place)];
  if (one === undefined) return null;
  const others = [Number(place) - 1, Number(place) + 1].filter((other) => all[other] !== undefined);
  const links = ['<a href="/">all</a>', ...others.map((other) => `<a href="/${other}">${other}</a>`)].join(
    ' · ',
  );
  return { title: `${name}, ${place}`, body: `<nav>${links}</nav>${transcript(one).html}` };
}

function tableOf({ about }: Run, all: readonly Collaboration[]): string {
  const rows = all.map((one, place) => {
    const condition = String(one.labels?.condition ?? '');
    const unusable = eventsOf(one, 'unusable').length;
    const tokens = one.calls.reduce((sum, { input, output }) => sum + input + output, 0);
    const outcome = one.outcome === null ? 'undecided' : JSON.stringify(one.outcome).slice(0, 60);
    const cells = [one.case, condition, one.rounds, one.cause, outcome, one.events.length, unusable, tokens];
    return `<tr><td><a href="/${place}">${place}</a></td>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`;
  });
  const titles = ['', 'case', 'condition', 'rounds', 'end', 'decision', 'events', 'unusable', 'tokens'];
  const undecided = all.filter(({ outcome }) => outcome === null).length;
  return `<p>${escapeHtml(`${all.length} collaborations of ${about.model} (${about.evidence}), ${undecided} undecided.`)}</p>
<table><thead><tr>${titles.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .7rem;border-bottom:1px solid #8884;vertical-align:top}`;

function send(response: ServerResponse, status: number, title: string, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style><main><h1>${escapeHtml(title)}</h1>${body}</main></html>`,
  );
}
