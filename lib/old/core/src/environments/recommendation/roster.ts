/** The three agents, named and ordered as in RoundTable's Figure 18: who holds which table. */
export const agentNames = {
  basicInfo: 'BasicInfo Agent',
  movieHistory: 'MovieHistory Agent',
  userHistory: 'UserHistory Agent',
} as const;

/** The name of a table, and of the field of an instance that holds it. */
export type TableName = keyof typeof agentNames;

export const tableNames: readonly TableName[] = ['basicInfo', 'movieHistory', 'userHistory'];
