import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AgoraError } from '../error';
import { experiment } from '../experiment/experiment';
import { naming, scripted, tinyQuiz } from '../testing/tiny';
import { recordedModel } from './recorded';

const quiet = { environment: tinyQuiz(), collaborations: 2, progress: false };

it('law: a stored run can be played again without its model, and a prompt that it does not contain is an error', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agora-recorded-'));
  try {
    const folder = join(home, 'run');
    const { model } = scripted(() => '{"letter": "B"}');
    const first = await experiment({ ...quiet, protocol: naming(), model, folder });
    const again = await experiment({
      ...quiet,
      protocol: naming(),
      model: recordedModel(folder),
      folder: join(home, 'again'),
    });
    expect([...again]).toEqual([...first]);
    expect(again.about).toMatchObject({ model: 'scripted', evidence: 'live' });
    const longer = {
      ...quiet,
      protocol: naming(3),
      model: recordedModel(folder),
      folder: join(home, 'longer'),
    };
    await expect(experiment(longer)).rejects.toBeInstanceOf(AgoraError);
    expect(() => recordedModel(home)).toThrow(AgoraError);

    const repaired = { ...quiet, protocol: naming(), folder: join(home, 'repaired') };
    const rejected = { text: 'too long', finish: 'refused', usage: { input: 0, output: 0 } } as const;
    await expect(experiment({ ...repaired, model: scripted(() => rejected).model })).rejects.toThrow();
    const resumed = await experiment({ ...repaired, model });
    const third = { ...repaired, model: recordedModel(repaired.folder), folder: join(home, 'third') };
    expect([...(await experiment(third))]).toEqual([...resumed]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
