/** Answers as small numbers, model by model: 0 is none, 1 the right one, others from 2 on. */
export class CodedAnswers {
  private readonly columns: readonly Uint32Array[];
  private readonly stride: number;
  private readonly questions: number;

  constructor(answers: readonly (readonly (string | null)[])[], gold: readonly string[], models: number) {
    this.questions = answers.length;
    this.columns = Array.from({ length: models }, () => new Uint32Array(answers.length));
    let most = 1;
    answers.forEach((row, question) => {
      const codes = new Map([[gold[question] as string, 1]]);
      row.forEach((answer, model) => {
        if (answer === null) return;
        const code = codes.get(answer) ?? codes.size + 1;
        codes.set(answer, code);
        (this.columns[model] as Uint32Array)[question] = code;
      });
      most = Math.max(most, codes.size);
    });
    this.stride = most + 1;
  }

  /** Plurality as models join one by one: the percent of the questions that are right with the first 1, 2, ... of them. */
  accuracies(order: readonly number[], ties: 'expected' | 'none'): number[] {
    const { questions, stride } = this;
    const counts = new Uint32Array(questions * stride);
    const top = new Uint32Array(questions);
    /** How many answers are on the top count. */
    const onTop = new Uint32Array(questions);
    return order.map((model) => {
      const column = this.columns[model] as Uint32Array;
      let right = 0;
      for (let question = 0; question < questions; question++) {
        const code = column[question] as number;
        if (code > 0) {
          const place = question * stride + code;
          const count = (counts[place] as number) + 1;
          counts[place] = count;
          if (count > (top[question] as number)) {
            top[question] = count;
            onTop[question] = 1;
          } else if (count === top[question]) onTop[question] = (onTop[question] as number) + 1;
        }
        const own = counts[question * stride + 1] as number;
        if (own === 0 || own < (top[question] as number)) continue;
        const tied = onTop[question] as number;
        if (tied === 1 || ties === 'expected') right += 1 / tied;
      }
      return (100 * right) / questions;
    });
  }
}
