import type { Dataset } from './dataset';

/** Real conversations of language models whose authors gave no permission to copy them. They are read if present, never fetched. */
export const conversations: readonly Dataset[] = [
  {
    name: 'mad-debates',
    title: '100 debates of gpt-3.5-turbo on translations (Liang et al.)',
    licence: 'GPL-3.0: analyse, do not redistribute with this kit',
    cite:
      'Tian Liang et al. 2024. Encouraging Divergent Thinking in Large Language Models through Multi-Agent ' +
      'Debate. EMNLP. https://github.com/Skytliang/Multi-Agents-Debate',
    size: '3 MB',
    files: [],
    holds: { ending: '.json', atLeast: 100 },
    fetch: null,
    byHand: fromRepository('Skytliang/Multi-Agents-Debate', '022a7a8eecda85844d336e9064cc556edb0445b3'),
    sharedFolder: 'mad-debates',
  },
  {
    name: 'elimination-game',
    title: '20 elimination games of eight language models (Mazur)',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'Lech Mazur. 2025. Elimination Game. https://github.com/lechmazur/elimination_game',
    size: '2 MB',
    files: [],
    holds: { ending: '.jsonl', atLeast: 1 },
    fetch: null,
    byHand: fromRepository('lechmazur/elimination_game', 'c6b29cbdacedb497bafa68f13624248e171a1662'),
    sharedFolder: 'elimination-game',
  },
  {
    name: 'llm-agora',
    title: 'Debates of three open models on GSM8K and MMLU (gauss5930)',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'gauss5930. 2023. LLM Agora. https://github.com/gauss5930/LLM-Agora',
    size: '2 MB',
    files: [],
    holds: { ending: '_result.json', atLeast: 2 },
    fetch: null,
    byHand: fromRepository('gauss5930/LLM-Agora', '311ac425079de72bc04e1eb5d270213bc4141b38'),
    sharedFolder: 'llm-agora',
  },
];

function fromRepository(repository: string, commit: string): string {
  return `Get its files by hand from https://github.com/${repository} at commit ${commit}`;
}
