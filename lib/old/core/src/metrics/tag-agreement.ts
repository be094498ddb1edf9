import { AgoraError } from 'agora-voting';
import { check, text } from 'agora-voting/internal';
import { cohensKappa, type Kappa } from '../statistics/cohens-kappa';
import { readAnnotations, type Collaboration } from '../transcripts';

/** How far two readers gave a tag to the same messages. */
export interface TagAgreement extends Kappa {
  readonly tag: string;
  readonly readers: readonly [string, string];
}

/**
 * How far two readers agree on a tag: Cohen's kappa over all messages of the collaborations in which both noted
 * something. A message that a reader left without the tag counts as untagged by that reader.
 * @param run - a run, or recorded collaborations
 * @param readers - two names. Default: those who noted something, if there are two
 * @throws AgoraError 'setting' when there are not two readers, or no collaboration that both read
 * @example
 * const agreed = (run) => metrics.tagAgreement(run, 'concession').kappa;
 */
export function tagAgreement(
  run: Iterable<Collaboration> & ({ readonly folder: string } | { readonly name: string }),
  tag: string,
  readers?: readonly [string, string],
): TagAgreement {
  check('tagAgreement', text(100), tag);
  const all = readAnnotations(run);
  const [one, other, third] = readers ?? [...new Set(all.map(({ reader }) => reader))];
  if (one === undefined || other === undefined || third !== undefined)
    throw new AgoraError(
      'setting',
      `tagAgreement needs two readers, found ${[one, other, third].filter((name) => name !== undefined).join(', ') || 'none'}: name two as readers`,
    );
  const of = (reader: string) => all.filter((annotation) => annotation.reader === reader);
  const [first, second] = [of(one), of(other)];
  const both = new Set(first.map(({ collaboration }) => collaboration));
  const read = new Set(second.flatMap(({ collaboration: index }) => (both.has(index) ? [index] : [])));
  const labels: [string[], string[]] = [[], []];
  for (const { index, events } of run) {
    if (!read.has(index)) continue;
    for (const [event, { type }] of events.entries())
      if (type === 'message')
        for (const [place, own] of [first, second].entries())
          labels[place]!.push(
            own.some(
              (each) => each.collaboration === index && each.event === event && each.tags.includes(tag),
            )
              ? 'tagged'
              : 'not tagged',
          );
  }
  if (labels[0].length === 0)
    throw new AgoraError('setting', `tagAgreement finds no collaboration that both ${one} and ${other} read`);
  return { tag, readers: [one, other], ...cohensKappa(labels[0], labels[1]) };
}
