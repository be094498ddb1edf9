import { gedi } from '../gedi';
import type { Finding } from './finding';

/** How the paper names its models, tables and figures. */
export function gediNames(): Finding[] {
  return [names(), editions(), ...references()];
}

function names(): Finding {
  const of = (table: 'table2' | 'table5' | 'table3'): Record<string, string[]> => {
    const all: Record<string, string[]> = {};
    for (const row of gedi[table].rows) {
      const [model, printed] =
        'model' in row
          ? [row.model, row.label]
          : [String(row.setting?.['model']), String(row.setting?.['printedAs'])];
      all[model] = [...new Set([...(all[model] ?? []), printed])];
    }
    return all;
  };
  const [second, third, fifth] = [of('table2'), of('table3'), of('table5')];
  const odd = Object.keys(third).filter(
    (model) => new Set([...(second[model] ?? []), ...(third[model] ?? []), ...(fifth[model] ?? [])]).size > 1,
  );
  return {
    claim: 'the tables name a model alike',
    printed: 'Tables 2, 3 and 5',
    recomputed: odd
      .map(
        (model) =>
          `${second[model]?.join(' and ')} (Table 2), ${third[model]?.join()} (3), ${fifth[model]?.join(' and ')} (5)`,
      )
      .join('; '),
    agrees: odd.length === 0,
    note: 'Qwen2-72B and Qwen1.5-72B are different models. We hold them for one, as the text, Table 3 and Table 5 name only the latter.',
  };
}

function editions(): Finding {
  const odd = gedi.table3.rows.filter(
    ({ source, appendixA }) =>
      source.startsWith('https://huggingface.co/') && edition(source) !== appendixA.toLowerCase(),
  );
  return {
    claim: "Appendix A's names are those of the models that Table 3 links to",
    printed: 'Appendix A',
    recomputed: odd
      .map(({ source, appendixA }) => `${appendixA} links to ${source.split('/').at(-1)}`)
      .join('; '),
    agrees: odd.length === 0,
    note: 'Mistral-7B-v0.3 names the base model, the link its instruction-tuned edition. There is no Instruct edition of Qwen1.5; its tuned models are called Chat. The prefix "Meta-" is not counted as a difference.',
  };
}

const edition = (source: string): string =>
  (source.split('/').at(-1) ?? '').replace(/^Meta-/, '').toLowerCase();

function references(): Finding[] {
  const wrong = (claim: string, recomputed: string): Finding => ({
    claim,
    printed: 'the text',
    recomputed,
    agrees: false,
    note: 'A slip of numbering; nothing else rests on it.',
  });
  return [
    wrong(
      'models are specified in Appendix A, Table 5 (section 5.1)',
      'they are in Table 3; Table 5 counts valid profiles',
    ),
    wrong(
      'Figure 9 shows plurality violating IIA (section 3.2)',
      'Figure 8 does, by its caption; Figure 9 shows the violation of Condorcet',
    ),
  ];
}
