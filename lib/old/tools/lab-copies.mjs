import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { listNotebooks } from './notebooks.mjs';

/** The start of a Markdown link up to the # of its target, with or without angle brackets; in a notebook's JSON, too. */
const link = /(\]\(\s*<?)([^\s)>"\\#]+)/g;

/**
 * What the lab's folder holds: the shipped notebooks in shipped/, and in shipped/pages/ the files of the project to which
 * they link, directly or through other pages, since the lab opens no file outside its folder. Links are rewritten to lead
 * there. Of a folder that is linked, its files are copied, and the link leads to the first of README.md and index.ts.
 * @returns {{ source: string, place: string, content: string | Buffer }[]} each file's path, its path in the lab's folder,
 * and what is to be there; notebooks first
 */
export function labCopies(at) {
  const sources = listNotebooks(at).filter((path) => existsSync(path));
  const copies = [];
  // Pages are added to the list while it is gone through.
  for (let next = 0; next < sources.length; next++) {
    const source = sources[next];
    const place = placeOf(at, source);
    if (!/\.(ipynb|md)$/.test(source)) {
      copies.push({ source, place, content: readFileSync(source) });
      continue;
    }
    const content = readFileSync(source, 'utf8').replace(link, (whole, start, target) => {
      const linked = fileLinked(at, source, target);
      if (linked === null) return whole;
      for (const path of linked.files) if (!sources.includes(path)) sources.push(path);
      return start + encodeURI(slashes(relative(dirname(place), placeOf(at, linked.file))));
    });
    copies.push({ source, place, content });
  }
  return copies;
}

/** A file's path in the lab's folder. */
function placeOf(at, source) {
  return listNotebooks(at).includes(source)
    ? join('shipped', basename(source))
    : join('shipped', 'pages', relative(at.project, source));
}

/** The file that a link opens, and all files to be copied for it; null where it leads to no file of the project. */
function fileLinked(at, source, target) {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(target)) return null;
  const path = resolve(dirname(source), decoded(target));
  if (!existsSync(path) || relative(at.project, path).startsWith('..')) return null;
  if (!statSync(path).isDirectory()) return { file: path, files: [path] };
  const entries = readdirSync(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(path, name));
  const file = ['README.md', 'index.ts'].map((name) => join(path, name)).find((one) => files.includes(one));
  return file === undefined ? null : { file, files };
}

function decoded(target) {
  try {
    return decodeURI(target);
  } catch {
    return target; // a % that is none of a code
  }
}

function slashes(path) {
  return path.split(sep).join('/');
}
