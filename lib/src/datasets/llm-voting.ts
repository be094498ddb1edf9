import type { Dataset } from './dataset';

/**
 * Real ballots of GPT-4 and of students in a laboratory on 24 city projects, with published tallies
 * (`papers/llm-voting/read-elections.ts`). Its authors gave no leave to copy it: read where present, never fetched. The hashes are of
 * the commit named below.
 */
export const llmVoting: Dataset = {
  name: 'llm-voting',
  title: 'Ballots of GPT-4 and of students on city projects, with tallies (ETH Zurich)',
  licence: 'no licence is stated: analyse, do not redistribute',
  cite:
    'Joshua C. Yang, Damian Dailisan, Marcin Korecki, Carina I. Hausladen, and Dirk Helbing. 2024. LLM Voting: Human ' +
    'Choices and AI Collective Decision-Making. AIES 7(1). https://github.com/ethz-coss/LLM_voting',
  size: '5 MB',
  holds: null,
  fetch: null,
  byHand:
    'Get its files by hand from https://github.com/ethz-coss/LLM_voting at commit 1c84f600b3ea10b86ab9c0c3308681844d60ebe5',
  sharedFolder: 'llm-voting',
  files: [
    {
      name: 'data/zurich_lab.csv',
      bytes: 1508,
      sha256: 'b5b444969cfa213c4cbc1b1f101860e30dec508d9d832a6f7ea9bfb285ead5a9',
    },
    {
      name: 'outcome/gpt_vote/outcome_appr.csv',
      bytes: 1646,
      sha256: '7f93d53f025f455edcf556d841bbafb4d04c907dcb737cbbb1c6ff6f204f5424',
    },
    {
      name: 'outcome/gpt_vote/outcome_cumu.csv',
      bytes: 1652,
      sha256: 'eac22265a23c335734f3ef1dd9d7b742af67fa93e1b7de58257cd7874b54d7dc',
    },
    {
      name: 'outcome/gpt_vote/outcome_cumu_corrected.csv',
      bytes: 1653,
      sha256: 'b382324acaa50fd63f734f0dbd1226831fca1a6016a3f6cf31c667997a7f8ef1',
    },
    {
      name: 'outcome/gpt_vote/outcome_kapp.csv',
      bytes: 1648,
      sha256: '78bcd8dd72706d77aa1b7ff89112d677642d9a62fcb3f245a2b32281a379a084',
    },
    {
      name: 'outcome/gpt_vote/outcome_rank.csv',
      bytes: 1659,
      sha256: '97e727c4c9f2ac33c7cdaaadeab94d52e43888298de3d036af4485a601b66c60',
    },
    {
      name: 'outcome/gpt_vote/outcome_reversed_id.csv',
      bytes: 1648,
      sha256: '74ccf54870b3649954eee8cdbd702781ca32e4052bae6dcc02a574f783530c78',
    },
    {
      name: 'outcome/gpt_vote/outcome_reversed_order.csv',
      bytes: 1651,
      sha256: 'c66aef260dd204694ddb3d7bcf091ea950349eedbc6842585964b9e2f447417a',
    },
    {
      name: 'outcome/gpt_vote/votes_appr.json',
      bytes: 427416,
      sha256: '7c9d196ae0bff72a38fbd3293c53be52f58fa3adb8876395ce68dab5ead1f416',
    },
    {
      name: 'outcome/gpt_vote/votes_cumu.json',
      bytes: 524201,
      sha256: 'fa64c1d5df319eed8042bd71b1922b1a71c3daabee93569a5e096e040ae48566',
    },
    {
      name: 'outcome/gpt_vote/votes_cumu_corrected.json',
      bytes: 525971,
      sha256: 'daebdfe545d05a4168e8285d913370c55139b8ec388c9053f81e00417fa40404',
    },
    {
      name: 'outcome/gpt_vote/votes_kapp.json',
      bytes: 428810,
      sha256: 'c44ad7bcab373d7373df56cc9b6580430e4b059fb86acbebc4a918e69322d88c',
    },
    {
      name: 'outcome/gpt_vote/votes_rank.json',
      bytes: 530490,
      sha256: 'fc6a817803465e855cbae05f41a2378942b273098f03100805275b8d1ab8b37d',
    },
    {
      name: 'outcome/gpt_vote/votes_reversed_id.json',
      bytes: 429726,
      sha256: 'da2852f63147209c73ea207bfe3ee9bc12fce32aedfabb5cb6ac1c9ca7c9444b',
    },
    {
      name: 'outcome/gpt_vote/votes_reversed_order.json',
      bytes: 431141,
      sha256: 'ffb76c43efe60efd6d0bb4cf91f5ff841fd8465eed41d9a1663eb020a085beac',
    },
    {
      name: 'outcome/lab_vote/outcome_lab_appr.csv',
      bytes: 1662,
      sha256: '7339bed49e0700ea08cc8811661896b6ee519fb79b4576b71ad6a2ee069316d2',
    },
    {
      name: 'outcome/lab_vote/outcome_lab_cumu.csv',
      bytes: 1663,
      sha256: '64aae8b8ac030cdf8626ebb3ba72ecd871775716057986826fcede0d5ae1c155',
    },
    {
      name: 'outcome/lab_vote/outcome_lab_kapp.csv',
      bytes: 1653,
      sha256: '681fc3c576356c7f52a6b4940c8bf6d3d854b59bceebc36fbd811fdda290581c',
    },
    {
      name: 'outcome/lab_vote/outcome_lab_rank.csv',
      bytes: 1668,
      sha256: 'b47ebd9c9cf2d304532d8b8ff3e831c1550099f6bbc9cd471d275bac7885742e',
    },
    {
      name: 'outcome/lab_vote/responses.json',
      bytes: 1269306,
      sha256: '083a0ac64f8bccb495da03d4f15c49d09765b8ceb2282cfcc3ae163d15ee8865',
    },
    {
      name: 'outcome/lab_vote/votes_appr.json',
      bytes: 41581,
      sha256: 'ff8c1d369b12e5812783f393dd68765f80cff16bd7877c02cca341304d4991b6',
    },
    {
      name: 'outcome/lab_vote/votes_cumu.json',
      bytes: 26499,
      sha256: '09a1be965514bfcec7030d3e13ddf136025bf28ae8e0686d6ecc7ea31e46502d',
    },
    {
      name: 'outcome/lab_vote/votes_kapp.json',
      bytes: 25824,
      sha256: '6b38353b978322a5c75cdfba036db4b85e09e14dc52fc45d2425b0bf8f5d48ba',
    },
    {
      name: 'outcome/lab_vote/votes_rank.json',
      bytes: 25756,
      sha256: 'c2457d8c4d1f9839d432f91aeb3f545c31390bb2a13bbaa58f1e2911624744c9',
    },
  ],
};
