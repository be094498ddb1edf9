import type { Dataset } from './dataset';

/** Claims with labelled sentences of evidence: `environments.readClaims` reads them. */
export const claimSets: readonly Dataset[] = [
  {
    name: 'climate-fever',
    title:
      'CLIMATE-FEVER: 1,535 claims on climate, each with five labelled sentences of Wikipedia (Diggelmann et al.)',
    licence: 'no licence is stated for its labels, its sentences are CC BY-SA: analyse, do not redistribute',
    cite: 'Thomas Diggelmann et al. 2020. CLIMATE-FEVER: A Dataset for Verification of Real-World Climate Claims. https://arxiv.org/abs/2012.00614',
    size: '3 MB',
    holds: null,
    fetch: null,
    byHand:
      'Get dataset/climate-fever.jsonl of https://github.com/tdiggelm/climate-fever-dataset at commit 03de61617b10a5c1935f8e08bb0e8ac1ee775356',
    sharedFolder: 'climate-fever',
    files: [
      {
        name: 'climate-fever.jsonl',
        bytes: 3152039,
        sha256: '8a4b9032d861be482ffb49dddfd283ffa6089e654f1e968040011882c5eb6e0b',
      },
    ],
  },
  {
    name: 'fever-symmetric',
    title: 'FEVER-symmetric: 1,420 pairs of a claim and a sentence (Schuster et al.)',
    licence: 'CC BY-SA 3.0: may be shared under the same licence, with attribution',
    cite: 'Tal Schuster et al. 2019. Towards Debiasing Fact Verification Models. EMNLP. https://github.com/TalSchuster/FeverSymmetric',
    size: '1 MB',
    holds: null,
    fetch: {
      filesAt:
        'https://raw.githubusercontent.com/TalSchuster/FeverSymmetric/fa25d17e73ea0694edc78133ec654b9f32f6db73/symmetric_v0.2/',
    },
    byHand:
      'Get symmetric_v0.2 of https://github.com/TalSchuster/FeverSymmetric at commit fa25d17e73ea0694edc78133ec654b9f32f6db73',
    sharedFolder: 'fever-symmetric',
    files: [
      {
        name: 'fever_symmetric_dev.jsonl',
        bytes: 466743,
        sha256: '1d43d016da9264de2139cd10edd459ffbeac84f1fd85d60b70ab6ef63d283f81',
      },
      {
        name: 'fever_symmetric_test.jsonl',
        bytes: 485280,
        sha256: 'b2ff560615bd3337c858bc5b09256d04f39aaa034aaae2351bb2d6345c110f83',
      },
    ],
  },
  {
    name: 'wice',
    title: 'WiCE: 358 claims of Wikipedia against the articles that they cite (Kamoi et al.)',
    licence:
      'labels ODC-BY, texts CC BY-SA and under the terms of Common Crawl: analyse, do not redistribute with this kit',
    cite: 'Ryo Kamoi et al. 2023. WiCE: Real-World Entailment for Claims in Wikipedia. EMNLP. https://github.com/ryokamoi/wice',
    size: '4 MB',
    holds: null,
    fetch: null,
    byHand:
      'Get data/entailment_retrieval/claim/test.jsonl of https://github.com/ryokamoi/wice at commit ddeb6c183665e2a20c5f03c5aa07f03888b9870f, as claim_test.jsonl',
    sharedFolder: 'wice',
    files: [
      {
        name: 'claim_test.jsonl',
        bytes: 3624529,
        sha256: '4c91b9e9590cfcd8f8a0f7288b5ff315af8ade946d7bf26f50fbd671bb86dbe8',
      },
    ],
  },
];
