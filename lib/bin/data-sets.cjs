/** Lists the papers' data sets that are not part of the kit, with their licences and instructions for getting them. */
'use strict';

const github = (repository, commit) => `https://github.com/${repository} at commit ${commit}`;

exports.dataSets = {
  'ml-100k': {
    title: 'MovieLens-100k: 100,000 ratings of 1,682 movies by 943 users',
    licence: 'research use only, with citation; no redistribution',
    get: 'unpack https://files.grouplens.org/datasets/movielens/ml-100k.zip (5 MB)',
    cite: 'Harper and Konstan 2015, https://doi.org/10.1145/2827872',
  },
  mmlu: {
    title: 'MMLU: 14,042 test and 285 development questions in 57 subjects',
    licence: 'MIT',
    get: 'unpack https://people.eecs.berkeley.edu/~hendrycks/data.tar (166 MB)',
    cite: 'Hendrycks et al. 2021, https://github.com/hendrycks/test',
  },
  'mmlu-pro': {
    title: 'MMLU-Pro: 12,032 questions in 14 disciplines',
    licence: 'Apache-2.0',
    get: 'save the splits of https://huggingface.co/datasets/TIGER-Lab/MMLU-Pro as test.jsonl and validation.jsonl (worked examples)',
    cite: 'Wang et al. 2024, https://github.com/TIGER-AI-Lab/MMLU-Pro',
  },
  'arc-challenge': {
    title: 'ARC-Challenge: 1,172 science test questions',
    licence: 'CC BY-SA 4.0',
    get: 'download ARC-V1-Feb2018 from https://allenai.org/data/arc and use its folder ARC-Challenge (worked examples: ARC-Challenge-Dev.jsonl)',
    cite: 'Clark et al. 2018, https://arxiv.org/abs/1803.05457',
  },
  gpqa: {
    title: 'GPQA: 448 graduate-level questions',
    licence: 'CC BY 4.0; the authors ask that no question be published openly',
    get: 'unpack dataset.zip from https://github.com/idavidrein/gpqa with the password in its README',
    cite: 'Rein et al. 2023, https://arxiv.org/abs/2311.12022',
  },
  gsm8k: {
    title: 'GSM8K: 1,319 school mathematics test questions',
    licence: 'MIT',
    get: `copy grade_school_math/data from ${github('openai/grade-school-math', '3101c7d5072418e28b9008a6636bde82a006892c')}`,
    cite: 'Cobbe et al. 2021, https://arxiv.org/abs/2110.14168',
  },
  math: {
    title: 'MATH: 5,000 competition mathematics test problems, and the 500 problems in MATH-500',
    licence: 'MIT',
    get: `copy data/math and data/math_oai from ${github('ZubinGou/math-evaluation-harness', 'db77bc6bb2a17c90ed2d63e88ebd8c40a82858c5')}`,
    cite: 'Hendrycks et al. 2021, https://github.com/hendrycks/math; Lightman et al. 2023, https://github.com/openai/prm800k',
  },
  ambifc: {
    title: 'AmbiFC: claims with Wikipedia sections, labelled by people',
    licence: 'none stated: analyse, do not redistribute',
    get: `copy 2021-version from ${github('CambridgeNLIP/verification-real-world-info-needs', '0b7250210bbbb3d9abd7e6075872943c48894450')}`,
    cite: 'Glockner et al. 2024, https://arxiv.org/abs/2104.00640',
  },
  'climate-fever': {
    title: 'CLIMATE-FEVER: 1,535 climate claims with labelled Wikipedia sentences',
    licence: 'none stated for the labels, CC BY-SA for the sentences: analyse, do not redistribute',
    get: `copy dataset/climate-fever.jsonl from ${github('tdiggelm/climate-fever-dataset', '03de61617b10a5c1935f8e08bb0e8ac1ee775356')}`,
    cite: 'Diggelmann et al. 2020, https://arxiv.org/abs/2012.00614',
  },
  'mimic-iii': {
    title: 'MIMIC-III: notes from hospital stays',
    licence: 'PhysioNet Credentialed Health Data License: training and a signed agreement are required',
    get: 'apply at https://physionet.org/content/mimiciii/1.4/ and use NOTEEVENTS.csv.gz',
    cite: 'Johnson et al. 2016, https://doi.org/10.1038/sdata.2016.35',
  },
};
