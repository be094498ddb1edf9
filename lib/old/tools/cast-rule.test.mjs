import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { castRule } from './cast-rule.mjs';

const isThorough = process.env.AGORA_THOROUGH === '1';
const seldom = isThorough ? '' : ' [skipped: npm test -- --all]';

const folder = mkdtempSync(join(tmpdir(), 'agora-casts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the rule says of an expression, given `list: readonly (number | undefined)[]` and `value: unknown`. */
function saidOf(expression) {
  const file = join(folder, 'cast.ts');
  const code = `export const f = (list: readonly (number | undefined)[], value: unknown, text: string | null) => ${expression};`;
  writeFileSync(file, code);
  const program = ts.createProgram([file], { strict: true, noEmit: true });
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
    plugins: { agora: { rules: { casts: castRule } } },
    rules: { 'agora/casts': 'error' },
  };
  const messages = new Linter({ cwd: folder }).verify(code, config, { filename: file });
  return messages.map(({ message }) => message.split(':')[0]);
}

describe('casts', () => {
  it.skipIf(!isThorough)(
    `known: what lies at a place of a list may be said to be there; what is unchecked may not be said to be anything${seldom}`,
    () => {
      expect(saidOf('list[0] as number')).toEqual([]);
      expect(saidOf('value as number')).toEqual(['unknown is not checked']);
      expect(saidOf('text as string')).toEqual(['string | null is not checked']);
      expect(saidOf('value as { a: 1 }')).toEqual([]);
    },
  );
});
