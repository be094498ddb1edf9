import { filesOf, type Dataset } from './dataset';
import files from './llm-voting-files.json';

/**
 * Real ballots of GPT-4 and of students in a laboratory on 24 city projects, with published tallies
 * (`papers/llm-voting/read-elections.ts`). Its authors gave no permission to copy it. It is read if present, never fetched. The hashes are of
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
  files: filesOf(files),
};
