import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { canonicalJson, codeFolder, type JsonObject } from 'agora-voting/internal';
import type { ChatModel } from '../models';
import { ownCode, ownRule } from '../own-code';
import { homeFolder } from '../project';
import { recordSchemaVersion, type RunDescription } from '../transcripts/run-description';
import type { ExperimentOptions } from './experiment-options';
import { samplingOf } from './sampling';

/**
 * The contents of run.json. The id names the run's folder. It contains a digest of every choice that affects the
 * course of a collaboration, so that a different choice makes a different run. The number of collaborations and the
 * shard are not part of it.
 */
export function describeRun<I, P>(
  options: ExperimentOptions<I, P>,
  model: ChatModel,
  seed: number,
  collaborations: number,
): RunDescription {
  const { environment, protocol, stop } = options;
  const sampling = samplingOf(protocol, model, options.sampling);
  const name = options.name ?? `${environment.name} ${protocol.name}`;
  const code = codeFingerprint();
  const shape = {
    environment: part(environment),
    protocol: part(protocol),
    model: { ...part(model), evidence: model.evidence },
    stop: stop === undefined ? null : part(stop),
    sampling: { ...sampling.usual, ...sampling.set } as JsonObject,
    seed,
  };
  // For a simulated model, the code is the model. A live run may outlast a release; its prompts are checked one by
  // one.
  const own = ownParts(options);
  const identity = canonicalJson({
    ...shape,
    code: model.evidence === 'simulated' ? code : null,
    ...(own === undefined ? {} : { own: own }),
  });
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 10);
  return {
    schema: recordSchemaVersion,
    id: `${fileName(name)}-${digest}`,
    name,
    ...shape,
    collaborations,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    versions: { 'agora-lab': ownVersion(), node: process.versions.node },
    code,
    ...(own === undefined ? {} : { own: own }),
    created: new Date().toISOString(),
  };
}

/** Digests of the parts that a user wrote, by part; undefined if there are none. */
function ownParts<I, P>({ environment, protocol, stop }: ExperimentOptions<I, P>) {
  const rules = (protocol.rules ?? []).map((rule) => [`rule ${rule.name}`, ownRule(rule)]);
  const parts = [
    ['environment', ownCode(environment)],
    ['protocol', ownCode(protocol)],
    ['stop', stop === undefined ? undefined : ownCode(stop)],
    ...rules,
  ].filter(([, digest]) => digest !== undefined);
  return parts.length === 0 ? undefined : (Object.fromEntries(parts) as Record<string, string>);
}

/** The folder of a run: the experiment's `folder`, or else a separate folder under AGORA_HOME. */
export function runFolder<I, P>({ folder }: ExperimentOptions<I, P>, { id, shard }: RunDescription): string {
  const name = shard === undefined ? id : `${id}.part-${shard.part}-of-${shard.of}`;
  return resolve(folder ?? join(homeFolder(), 'runs', name));
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

let known: string | undefined;

/**
 * A digest of the code that determines a run (that of agora-voting and agora-core), 12 hexadecimal digits. For a
 * simulated model, the code is the model, so different code makes a different run. Computed once per process.
 */
function codeFingerprint(): string {
  if (known !== undefined) return known;
  const extension = __filename.endsWith('.ts') ? '.ts' : '.js';
  const hash = createHash('sha256');
  for (const folder of [codeFolder, join(__dirname, '..')]) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(extension) && !file.includes('.test.'))
      .sort();
    for (const file of files)
      hash
        .update(relative('.', file))
        .update('\0')
        .update(readFileSync(join(folder, file)))
        .update('\0');
  }
  known = hash.digest('hex').slice(0, 12);
  return known;
}
