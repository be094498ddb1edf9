import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listNotebooks } from './notebooks.mjs';
import { hashTexts, readStamp, writeAtomically, writeStamp } from './stamps.mjs';

/**
 * Makes the folder in which the lab opens, which git ignores, with copies of the shipped notebooks, so that trying things
 * out changes nothing that is committed. A copy follows the shipped one until the user changes it.
 * @returns {{ isNew: boolean, behind: string[], made: string[] }} the copies that the user changed before the shipped one
 * did, and the paths of those made now
 */
export function prepareMyNotebooks(at) {
  const isNew = !existsSync(at.myNotebooks);
  const copies = join(at.myNotebooks, 'shipped');
  mkdirSync(copies, { recursive: true });
  const [behind, made] = [[], []];
  for (const path of listNotebooks(at).filter((shipped) => existsSync(shipped))) {
    const [name, text] = [basename(path), readFileSync(path, 'utf8')];
    const copy = join(copies, name);
    const copied = readStamp(at.stamps, `copy-${name}`);
    if (copied === hashTexts(text) && existsSync(copy)) continue;
    if (existsSync(copy) && copied !== hashTexts(readFileSync(copy, 'utf8'))) behind.push(name);
    else {
      writeAtomically(copy, text);
      writeStamp(at.stamps, `copy-${name}`, hashTexts(text));
      made.push(copy);
    }
  }
  return { isNew, behind, made };
}
