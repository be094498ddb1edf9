import { AgoraError } from 'agora-voting';
import { shown } from 'agora-voting/internal';
import type { Choices, Environment, Prose } from './environment';

/** The parts of an environment in which a proposal is one of a case's labels. */
export interface LabelAnswers<Instance> extends Pick<
  Environment<Instance, string>,
  'proposalFormat' | 'readProposal' | 'proposalKey' | 'showProposal'
> {
  readonly choices: Choices<Instance, string>;
  readonly prose: Prose<Instance, string>;
}

/**
 * Answers that are one of a case's labels: as JSON the label itself, in prose the label in square brackets at the end.
 * Capitals do not matter.
 */
export function labelAnswers<Instance>(
  labelsOf: (instance: Instance) => readonly string[],
): LabelAnswers<Instance> {
  return {
    proposalFormat: (instance) => ({
      text: `"<one of ${labelsOf(instance).join(', ')}>"`,
      schema: () => ({ type: 'string', enum: labelsOf(instance) }),
    }),
    readProposal: (instance, value) => {
      const labels = labelsOf(instance);
      const plain = typeof value === 'string' ? value.trim().toLowerCase() : '';
      const found = labels.find((label) => label.toLowerCase() === plain);
      return found === undefined
        ? { ok: false, reason: `the answer must be one of ${labels.join(', ')}` }
        : { ok: true, value: found };
    },
    proposalKey: String,
    showProposal: (_, label) => label,
    choices: {
      list: labelsOf,
      proposal: (instance, choice) => {
        const labels = labelsOf(instance);
        if (labels.includes(choice)) return choice;
        throw new AgoraError(
          'setting',
          `choices.proposal needs one of ${labels.join(', ')} as choice, got ${shown(choice)}`,
        );
      },
    },
    prose: {
      ending: (instance) =>
        `Give your reasons first. End with your answer in square brackets, exactly one of ${labelsOf(instance).map(bracketed).join(', ')}.`,
      form: () => '[answer]',
      state: (_, label) => bracketed(label),
      read: (instance, text) => {
        const labels = labelsOf(instance);
        const last = statedIn(labels, text).at(-1);
        return last === undefined
          ? { ok: false, reason: `the answer must end in one of ${labels.map(bracketed).join(', ')}` }
          : { ok: true, value: last };
      },
      stated: (instance, text) => [...new Set(statedIn(labelsOf(instance), text))],
    },
  };
}

const bracketed = (label: string): string => `[${label}]`;

/** The labels in square brackets in a text, in order. */
function statedIn(labels: readonly string[], text: string): string[] {
  const known = new Map(labels.map((label) => [label.toLowerCase(), label]));
  return [...text.matchAll(/\[([^[\]]*)\]/g)].flatMap(
    ([, inner = '']) => known.get(inner.trim().toLowerCase()) ?? [],
  );
}
