import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../tools/project.mjs';

const shared = process.env.AGORA_SHARED_DATA ?? join(root, '../shared/data');
const there = existsSync(join(shared, 'recorded'));
const isThorough = process.env.AGORA_THOROUGH === '1';
const seldom = isThorough ? '' : ' [skipped: npm test -- --all]';
const why = there ? '' : ' (SKIPPED: no recorded/ in AGORA_SHARED_DATA)';

it.skipIf(!there || !isThorough)(
  `reference: the originals give data/recorded again, to the last byte${why || seldom}`,
  { timeout: 120_000 },
  () => {
    const target = mkdtempSync(join(tmpdir(), 'agora-packed-'));
    try {
      const script = join(root, 'lib/papers/makers/pack-recorded.mjs');
      const { status, stderr } = spawnSync(process.execPath, [script, target], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(status).toBe(0);
      const made = readdirSync(target, { recursive: true }).filter((name) => /\.(gz|json)$/.test(name));
      expect(made.length).toBeGreaterThan(10);
      const hash = (folder, name) =>
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex');
      for (const name of made) expect(hash(target, name), name).toBe(hash(join(root, 'data/recorded'), name));
    } finally {
      rmSync(target, { recursive: true });
    }
  },
);
