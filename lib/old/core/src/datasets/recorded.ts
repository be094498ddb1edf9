import type { Dataset } from './dataset';

/**
 * Recorded replies of real models, and talk of people. The first ten are in the repository (data/recorded, each with its
 * licence), as far as their licences allow; `transcripts.recorded` reads them. For the others only numbers may be
 * committed: they are read if present, as one JSON object on each line, made from their authors' files.
 */
export const recordedSets: readonly Dataset[] = [
  described({
    name: 'llm-deliberation',
    title: '647 negotiations of gpt-4, gpt-3.5, llama and mixtral with known utilities (Abdelnabi et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'Sahar Abdelnabi et al. 2024. Cooperation, Competition, and Maliciousness: LLM-Stakeholders Interactive Negotiation. NeurIPS.',
    from: [
      'S-Abdelnabi/LLM-Deliberation',
      '78e11e04ba89b9d888cb006f57bad696584a32f1',
      'logs and games_descriptions',
    ],
    size: '5 MB',
  }),
  described({
    name: 'dylan',
    title: 'Debates of gpt-3.5-turbo on MATH (Liu et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'Zijun Liu et al. 2023. Dynamic LLM-Agent Network. https://arxiv.org/abs/2310.02170',
    from: ['SALT-NLP/DyLAN', '572341b56a0fdf1db07935295f177ae9d10986bb', 'exp/MATH'],
    size: '3 MB',
  }),
  described({
    name: 'gpqa-debates',
    title: '198 debates of claude-sonnet-4-6 on GPQA diamond (Sedoc)',
    licence:
      'MIT; GPQA is CC BY 4.0, and its authors ask that no question be shown in the open: here without any text',
    cite: 'João Sedoc. 2026. Prover-verifier deliberation.',
    from: [
      'jsedoc/prover-verifier-deliberation',
      'fd64491f05c3ce0f342b77cf449c8aaecb810af4',
      'data/gpqa_results_debate.json',
    ],
    size: '0.03 MB',
  }),
  described({
    name: 'mmlu-rater-probabilities',
    title: 'LLaMA-13B asked in ten ways on 2,886 questions of MMLU (Kumar et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'Bhawesh Kumar et al. 2023. Conformal Prediction with Large Language Models for Multi-Choice Question Answering. https://arxiv.org/abs/2305.18404',
    from: ['bhaweshiitk/ConformalLLM', '5419c301b7aeb5c76684e0de0e401ac0258ea0ff', 'llm_probs_gpt.zip'],
    size: '0.4 MB',
  }),
  described({
    name: 'mmlu-redux-votes',
    title: 'Fourteen models on 5,700 questions of MMLU-Redux, with human flags of wrong keys (Gema et al.)',
    licence: 'CC BY 4.0: may be used and shared with attribution',
    cite: 'Aryo Pradipta Gema et al. 2024. Are We Done with MMLU? https://arxiv.org/abs/2406.04127',
    from: ['aryopg/mmlu-redux', '4563cfa79b659d76716e5b6019f46bba85fa02db', 'outputs/multi_expert_helm'],
    size: '0.9 MB',
  }),
  described({
    name: 'zeroeval',
    title: 'Answers of 57 models to GSM8K and MATH level 5 (Lin)',
    licence: 'Apache-2.0: may be used and shared with its notice',
    cite: 'Bill Yuchen Lin. 2024. ZeroEval: A Unified Framework for Evaluating Language Models.',
    from: [
      'WildEval/ZeroEval',
      '8c1485edf12c6efb5f69135a562927c5ad484059',
      'result_dirs/gsm and result_dirs/math-l5',
    ],
    size: '1 MB',
  }),
  described({
    name: 'prd-peer-rank',
    title: 'Five models and people on pairs of nine models’ answers to 80 questions (Li et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'Ruosen Li, Teerth Patel, and Xinya Du. 2023. PRD: Peer Rank and Discussion Improve Large Language Model based Evaluations. https://arxiv.org/abs/2307.02762',
    from: ['bcdnlp/PRD', '35fb99e5d5c7a2f3535811f1edbe417da7563957', 'data/vicuna80'],
    size: '0.06 MB',
  }),
  described({
    name: 'gpt4-votes-tree-of-thoughts',
    title: '200 elections of five GPT-4 votes on texts (Yao et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'Shunyu Yao et al. 2023. Tree of Thoughts: Deliberate Problem Solving with Large Language Models. NeurIPS.',
    from: ['princeton-nlp/tree-of-thought-llm', 'ab400345c5ea39d28ea6d7d3be0e417b11113c87', 'logs/text'],
    size: '0.3 MB',
  }),
  described({
    name: 'drift-eval',
    title: '158 excerpts of debates that drift off, labelled by people (Becker et al.)',
    licence: 'Apache-2.0: may be used and shared with its notice',
    cite: 'Jonas Becker et al. 2025. Stay Focused: Problem Drift in Multi-Agent Debate. https://arxiv.org/abs/2502.19559',
    from: ['jonas-becker/problem-drift', '0a38cc9ed52a472eb2eceee5e40c55d4c6799eda', 'data/DRIFTEval'],
    size: '0.3 MB',
  }),
  described({
    name: 'casino-negotiations',
    title: '1,030 negotiations of people, 396 with strategies by utterance (Chawla et al.)',
    licence: 'CC BY 4.0: may be used and shared with attribution',
    cite: 'Kushal Chawla et al. 2021. CaSiNo: A Corpus of Campsite Negotiation Dialogues for Automatic Negotiation Systems. NAACL.',
    from: ['kushalchawla/CaSiNo', '2f6ed4a6a55110152a7699fbaa8150d6036314be', 'data/split'],
    size: '0.5 MB',
  }),
  described({
    name: 'gpqa-debates-with-texts',
    title: 'The same debates on GPQA diamond, with questions and replies (Sedoc)',
    licence:
      'MIT; GPQA is CC BY 4.0, and its authors ask that no question be shown in the open: read, never republish',
    cite: 'João Sedoc. 2026. Prover-verifier deliberation.',
    from: [
      'jsedoc/prover-verifier-deliberation',
      'fd64491f05c3ce0f342b77cf449c8aaecb810af4',
      'data/gpqa_results_debate.json',
    ],
    size: '0.7 MB',
    shared: 'gpqa-debates',
  }),
  described({
    name: 'slm-debates',
    title: '588 debates of one to seven small models on GSM8K and MMLU (lferreiraMD)',
    licence: 'its README says MIT, and it has no licence file: analyse, do not redistribute',
    cite: 'lferreiraMD. Multi-agent debate of small models, read in 2026.',
    from: [
      'lferreiraMD/slm_multiagent_debate',
      'f535f16a826139856945eac4537889bb3ebedfda',
      'experiments/linux_single',
    ],
    size: '2 MB',
  }),
  described({
    name: 'du-debates-unlicensed',
    title: '799 debates of three agents by Du et al.’s script on GSM8K and MMLU',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'Yilun Du et al. 2023. Improving Factuality and Reasoning in Language Models through Multiagent Debate. https://arxiv.org/abs/2305.14325',
    from: [
      'tt6746690/llm_multiagent_debate',
      'e140be8cdfa5d461bc340190d4137db491f0eff8',
      'gsm and mmlu (also jankwong705/llm_multiagent_debate at 1da8a6f, BorowskiKacper/llm_multiagent_debate at f453130)',
    ],
    size: '1 MB',
  }),
  described({
    name: 'group-discussion-gsm8k',
    title: '127 discussions of two groups of gpt-3.5-turbo on GSM8K (Wang et al.)',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'Qineng Wang et al. 2024. Rethinking the Bounds of LLM Reasoning: Are Multi-Agent Discussions the Key? ACL.',
    from: ['HKUST-KnowComp/LLM-discussion', '6b2a0e24c5ebb42845a243e1d0a6f59c0b997436', 'logs'],
    size: '0.2 MB',
  }),
  described({
    name: 'ford-roundtable-unlicensed',
    title: '2,155 round tables of three models on questions with two options (Xiong et al.)',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'Kai Xiong et al. 2023. Examining Inter-Consistency of Large Language Models Collaboration. EMNLP Findings.',
    from: ['Waste-Wood/FORD', '14988c95791d2009cd84c32a4bfdea8b1e944799', 'output'],
    size: '1 MB',
  }),
  described({
    name: 'council-governance',
    title: '60 councils of four models under four ways to decide (andybhall)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'andybhall. LLM council governance, read in 2026.',
    from: ['andybhall/llm-council-governance', '9791db8bbfd43b7ede9ca62d129a1083373d14e5', 'experiments'],
    size: '0.2 MB',
  }),
  described({
    name: 'evidence-debates-small-models-unlicensed',
    title: '1,430 debates of small models on claims and evidence',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'ValenByteTar. Small-model deliberation, read in 2026.',
    from: [
      'ValenByteTar/small-model-deliberation',
      'b1954e45c7e6417a896dbd4eca1f2bfe5e11e989',
      'results and benchmarks',
    ],
    size: '0.2 MB',
  }),
  described({
    name: 'mmlu-rankings-no-gold',
    title: '25 models’ rankings of the options of 10,000 questions of MMLU, without the key (Ye et al.)',
    licence: 'MIT: may be used and shared with its notice',
    cite: 'Fanghua Ye et al. 2024. Benchmarking LLMs via Uncertainty Quantification. NeurIPS.',
    from: [
      'smartyfh/LLM-Uncertainty-Bench',
      '5d189dcc54dbde7f6a327e7139142aa41ff7c42c',
      'outputs_base and outputs_chat_v1',
    ],
    size: '0.6 MB',
  }),
  described({
    name: 'self-consistency-last-letters-unlicensed',
    title: '40 chains of gpt-3.5 on each of 500 puzzles (Li et al.)',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'Yiwei Li et al. 2024. Escape Sky-high Cost: Early-stopping Self-Consistency for Multi-step Reasoning. ICLR.',
    from: ['Yiwei98/ESC', '799157a4d21e6d97e86fcd541f5c85d8e3daae0a', 'GPT3.5_result/last_letters'],
    size: '0.1 MB',
  }),
  described({
    name: 'mrda-dialogue-acts',
    title: 'Meetings of people, each utterance with its act (ICSI, Shriberg et al.)',
    licence: 'GPL-3.0 (its repository): analyse, do not redistribute with this kit',
    cite: 'Elizabeth Shriberg et al. 2004. The ICSI Meeting Recorder Dialog Act (MRDA) Corpus. SIGdial. Read in 2020 by Nathan Duran.',
    from: ['NathanDuran/MRDA-Corpus', '58006b32d4e36ca518e365899924cd56035466a2', 'mrda_data'],
    size: '2 MB',
  }),
  described({
    name: 'delidata-groups',
    title: '500 groups of two to five people on the Wason task (Karadzhov et al.)',
    licence:
      'no licence in the repository, the corpus itself is given on request: analyse, do not redistribute',
    cite: 'Georgi Karadzhov, Tom Stafford, and Andreas Vlachos. 2023. DeliData: A Dataset for Deliberation in Multi-party Problem Solving. CSCW.',
    from: ['samanthagold/INFO6742_DeliData', 'b2ac7d7512aa0d69a2515f6a7408fcb7ff69c13b', 'create_corpus.zip'],
    size: '0.4 MB',
  }),
  described({
    name: 'ambifc-excerpts',
    title: '261 claims with sections of Wikipedia, labelled by people (Glockner et al.)',
    licence: 'no licence is stated: analyse, do not redistribute',
    cite: 'Max Glockner et al. 2024. AmbiFC: Fact-Checking Ambiguous Claims with Evidence. TACL.',
    from: [
      'CambridgeNLIP/verification-real-world-info-needs',
      '0b7250210bbbb3d9abd7e6075872943c48894450',
      '2021-version (and s65b40/collaboration_MAS at 6a7d65a, fact_data)',
    ],
    size: '0.4 MB',
    ending: '.jsonl',
  }),
];

function described({
  from: [repository, commit, paths],
  ending = '.jsonl.gz',
  shared,
  cite,
  ...about
}: Pick<Dataset, 'name' | 'title' | 'licence' | 'cite' | 'size'> & {
  readonly from: readonly [repository: string, commit: string, paths: string];
  readonly ending?: string;
  /** Its folder's name among shared recorded data. Default: its own. */
  readonly shared?: string;
}): Dataset {
  return {
    ...about,
    cite: `${cite} https://github.com/${repository}`,
    files: [],
    holds: { ending, atLeast: 1 },
    fetch: null,
    byHand: `Get ${paths} of https://github.com/${repository} at commit ${commit}, as files ${ending} with one JSON object a line`,
    sharedFolder: `recorded/${shared ?? about.name}`,
  };
}
