import { filesOf, type Dataset } from './dataset';
import mmluFiles from './mmlu-files.json';

const carrier = 'd92730e8bacd7b3a61e551e015e40588e10234b4';
const gsm8kCommit = '3101c7d5072418e28b9008a6636bde82a006892c';
const mathCarrier = 'db77bc6bb2a17c90ed2d63e88ebd8c40a82858c5';

/** Questions, multiple-choice and mathematical. Where a small sample may be shipped, it is in data/questions/ and needs none of these. */
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
      'https://people.eecs.berkeley.edu/~hendrycks/data.tar has the same questions in other files: give its folder to environments.readQuestions)',
    sharedFolder: 'mmlu',
    files: filesOf(mmluFiles),
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
  {
    name: 'gsm8k',
    title:
      'GSM8K: 1,319 test questions of school mathematics, and the solutions of four models (Cobbe et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite:
      'Karl Cobbe et al. 2021. Training Verifiers to Solve Math Word Problems. ' +
      'https://github.com/openai/grade-school-math',
    size: '3 MB',
    files: filesOf([
      ['test.jsonl', 749738, '3730d312f6e3440559ace48831e51066acaca737f6eabec99bccb9e4b3c39d14'],
      [
        'example_model_solutions.jsonl',
        2563513,
        '4bc62db838f8418365d51c627bd66294cbdca9fb7f01519cb13f0dce8c51580b',
      ],
    ]),
    holds: null,
    fetch: {
      filesAt: `https://raw.githubusercontent.com/openai/grade-school-math/${gsm8kCommit}/grade_school_math/data/`,
    },
    byHand: `Get grade_school_math/data of https://github.com/openai/grade-school-math at commit ${gsm8kCommit}`,
    sharedFolder: 'gsm8k',
  },
  {
    name: 'math',
    title: 'MATH: 5,000 test problems of competition mathematics, and the 500 of MATH-500 (Hendrycks et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite:
      'Dan Hendrycks et al. 2021. Measuring Mathematical Problem Solving With the MATH Dataset. NeurIPS. ' +
      "https://github.com/hendrycks/math. MATH-500: Hunter Lightman et al. 2023. Let's Verify Step by Step. " +
      'https://github.com/openai/prm800k',
    size: '5 MB',
    files: filesOf([
      ['math500_test.jsonl', 446564, '35dc41080a3680858b27fa7e0533d2d547825316fc5dafe5d316f4ccc5a06132'],
      ['test.jsonl', 4101364, '3371949f33dd702d04b43fddd7d53a028de0aaca0e76abb1b875a050297b3aa4'],
    ]),
    holds: null,
    // The carrier has both under one name in two folders, and no address gives both the names that they have here.
    fetch: null,
    byHand:
      `Of https://github.com/ZubinGou/math-evaluation-harness at commit ${mathCarrier}, save data/math_oai/test.jsonl ` +
      'as math500_test.jsonl and data/math/test.jsonl as test.jsonl, in one folder',
    sharedFolder: 'math',
  },
];
