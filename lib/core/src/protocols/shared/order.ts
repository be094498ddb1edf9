/** Who answers when: all at the same time, or one after the other, each with what was just said before it. */
export type Order = 'simultaneous' | 'in turn';

/**
 * Asks all members, and hands their answers on in the order of the roster, whoever answered first.
 * @param take - gets the answers of those who answered at the same time
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
