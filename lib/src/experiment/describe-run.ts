import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type JsonObject } from '../json';
import type { ChatModel } from '../models';
import { recordSchemaVersion, type RunDescription } from '../transcripts';
import { codeFingerprint } from './code-fingerprint';
import type { ExperimentOptions } from './experiment';

/**
 * What run.json says. The id names the run's folder: it holds a digest of every choice that shapes the course of a
 * collaboration, so that another choice is another run. The number of collaborations is not one of them.
 */
export function describeRun<I, P>(
  options: ExperimentOptions<I, P>,
  model: ChatModel,
  seed: number,
  collaborations: number,
): RunDescription {
  const { environment, protocol, stop } = options;
  const name = options.name ?? `${environment.name} ${protocol.name}`;
  const code = codeFingerprint();
  const shape = {
    environment: part(environment),
    protocol: part(protocol),
    model: { ...part(model), evidence: model.evidence },
    stop: stop === undefined ? null : part(stop),
    sampling: { ...protocol.sampling, ...options.sampling } as JsonObject,
    seed,
  };
  // The code of a simulated model is the model. A live run may outlast a release; its prompts are checked one by one.
  const identity = canonicalJson({ ...shape, code: model.evidence === 'simulated' ? code : null });
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 10);
  return {
    schema: recordSchemaVersion,
    id: `${fileName(name)}-${digest}`,
    name,
    ...shape,
    collaborations,
    versions: { 'agora-lab': ownVersion(), node: process.versions.node },
    code,
    created: new Date().toISOString(),
  };
}

function part({ name, settings }: { readonly name: string; readonly settings: JsonObject }) {
  return { name, settings };
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain === '' ? 'run' : plain.slice(0, 60);
}

function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
