import type { Dataset } from './dataset';
import mmluFiles from './mmlu-files.json';

const carrier = 'd92730e8bacd7b3a61e551e015e40588e10234b4';

/** Multiple-choice questions. Where a small sample may be shipped, it is in data/questions/ and needs none of these. */
export const questionSets: readonly Dataset[] = [
  {
    name: 'mmlu',
    title: 'MMLU: 14,042 test and 285 development questions on 57 subjects (Hendrycks et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite:
      'Dan Hendrycks et al. 2021. Measuring Massive Multitask Language Understanding. ICLR. ' +
      'https://github.com/hendrycks/test',
    size: '7 MB',
    holds: null,
    // A copy with headers at a fixed commit; the authors' own archive (data.tar) has no published hash.
    fetch: {
      filesAt: `https://raw.githubusercontent.com/HaeChan0305/MLILAB-FedLLM/${carrier}/data/mmlu/`,
    },
    byHand:
      `Get data/mmlu of https://github.com/HaeChan0305/MLILAB-FedLLM at commit ${carrier} (the authors' own ` +
      'https://people.eecs.berkeley.edu/~hendrycks/data.tar has the same questions in other files: give its folder to readMmlu)',
    sharedFolder: 'mmlu',
    files: (mmluFiles as [string, number, string][]).map(([name, bytes, sha256]) => ({
      name,
      bytes,
      sha256,
    })),
  },
  {
    name: 'mmlu-pro',
    title: 'MMLU-Pro: 12,032 questions of 14 disciplines (Wang et al.)',
    licence: 'Apache-2.0 (its repository): may be used and shared with its notice',
    cite:
      'Yubo Wang et al. 2024. MMLU-Pro: A More Robust and Challenging Multi-Task Language Understanding Benchmark. ' +
      'NeurIPS. https://github.com/TIGER-AI-Lab/MMLU-Pro',
    size: '10 MB',
    files: [],
    // Published as Parquet and inside the outputs of models: what the kit reads is made of either, so no hash is fixed.
    holds: { ending: '.jsonl', atLeast: 1 },
    fetch: null,
    byHand:
      'Save the test split of https://huggingface.co/datasets/TIGER-Lab/MMLU-Pro as test.jsonl (one question a line: ' +
      'question_id, question, options, answer, answer_index, category)',
    sharedFolder: 'mmlu-pro',
  },
  {
    name: 'arc-challenge',
    title: 'ARC-Challenge: 1,172 test questions of science (Clark et al.)',
    licence:
      'CC BY-SA 4.0 by its authors; carriers do not repeat it: read, do not redistribute with this kit',
    cite:
      'Peter Clark et al. 2018. Think you have Solved Question Answering? Try ARC, the AI2 Reasoning Challenge. ' +
      'https://arxiv.org/abs/1803.05457',
    size: '0.4 MB',
    files: [],
    holds: { ending: '.jsonl', atLeast: 1 },
    fetch: null,
    byHand:
      'Get ARC-V1-Feb2018 from https://allenai.org/data/arc and take its folder ARC-Challenge ' +
      '(ARC-Challenge-Test.jsonl is what is read)',
    sharedFolder: 'arc-challenge',
  },
  {
    name: 'gpqa',
    title: 'GPQA: 448 graduate-level questions (Rein et al.)',
    licence: 'CC BY 4.0, and its authors ask that no question be shown in the open: read, never republish',
    cite:
      'David Rein et al. 2023. GPQA: A Graduate-Level Google-Proof Q&A Benchmark. ' +
      'https://github.com/idavidrein/gpqa',
    size: 'a few MB',
    files: [],
    holds: { ending: '.csv', atLeast: 1 },
    fetch: null,
    byHand: 'Unpack dataset.zip of https://github.com/idavidrein/gpqa with the password in its README',
    sharedFolder: 'gpqa',
  },
];
