import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { AgoraError } from 'agora-voting';
import { escapeHtml } from '../table';
import type { Detail, Explored } from './data';
import type { Source } from './sources';

/** The page's own code, which the build makes of lib/report/explorer. */
function asset(name: string): string {
  const file = [__dirname, join(__dirname, '../../dist/explorer')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  if (file === undefined) throw new AgoraError('not-built', `The explorer is not built: run "npm run build"`);
  return readFileSync(file, 'utf8');
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** JSON that is safe inside a script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Whether somebody wrote what may be a formula. */
const hasFormula = ({ events }: Detail): boolean =>
  events.some((event) => {
    const text = event.type === 'message' ? event.text : 'reason' in event ? (event.reason ?? '') : '';
    return /\$[^$\n]+\$|\$\$|\\[([]/.test(text);
  });

/**
 * The explorer as one HTML text. It fetches nothing and runs only its own code, with any content of the transcripts.
 * @param inside - the collaborations, each compressed; omitted if a server sends them
 */
export function pageOf(explored: Omit<Explored, 'inside'>, inside?: readonly Source[]): string {
  const [script, style] = [asset('explorer.bundle'), asset('explorer.css')];
  const all = (inside ?? []).map((source) =>
    source.run.collaborations.map(({ index }) => ({ index, detail: source.detail(index) })),
  );
  // The script that draws formulas is most of the page: only pages that may need it hold it.
  const needsFormulas =
    inside === undefined ||
    all.some((own) => own.some(({ detail }) => detail !== null && hasFormula(detail)));
  const formulas = needsFormulas ? asset('formula.bundle') : '';
  const connect = inside === undefined ? "'self'" : "'none'";
  const policy = `default-src 'none'; script-src ${digest(script)}${formulas === '' ? '' : ` ${digest(formulas)}`}; style-src ${digest(style)}; connect-src ${connect}; base-uri 'none'; form-action 'none'`;
  const details = all.flatMap((own, run) =>
    own.map(({ index, detail }) => {
      // Not by Node's zlib, whose bytes differ between versions and processors: notebooks are committed with them.
      const packed = gzipSync(strToU8(JSON.stringify(detail)), { mtime: 0 });
      return `<script type="text/plain" id="detail-${run}-${index}">${Buffer.from(packed).toString('base64')}</script>`;
    }),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(explored.title)}</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="explored">${inScript({ ...explored, inside: inside !== undefined })}</script>
${details.join('\n')}
${formulas === '' ? '' : `<script>${formulas}</script>\n`}<script>${script}</script>
</body>
</html>
`;
}
