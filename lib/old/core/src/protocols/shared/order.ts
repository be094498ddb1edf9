/** The order of answers: all at the same time, or one after the other, each seeing the answers before it. */
export type Order = 'simultaneous' | 'in turn';

/**
 * Asks all members, and passes their answers on in roster order, not in the order of arrival.
 * @param take - receives the answers of members who answered at the same time
 */
export async function takeTurns<Member, Answer>(
  order: Order,
  members: readonly Member[],
  ask: (member: Member) => Promise<Answer>,
  take: (answers: readonly { readonly member: Member; readonly answer: Answer }[]) => void | Promise<void>,
): Promise<void> {
  const together = order === 'simultaneous' ? [members] : members.map((member) => [member]);
  for (const group of together)
    await take(await Promise.all(group.map(async (member) => ({ member, answer: await ask(member) }))));
}
