/** A sentence with gaps, which can be written and read back. */
export interface Phrase {
  readonly write: (gaps: Readonly<Record<string, string | number>>) => string;
  /** What stands in the gaps, at the first place in a text where the sentence occurs; null when it does not. */
  readonly read: (text: string) => Readonly<Record<string, string>> | null;
}

/** What may stand in a gap, by the gap's name. */
const gapPatterns: Readonly<Record<string, string>> = {
  value: '[+-]?\\d+(?:\\.\\d+)?',
  count: '\\d+',
  age: '\\d+',
  gender: '\\w+',
  occupation: '[^.,;]+?',
  genres: '[^.;]+?',
  name: '\\w+ Agent',
};

/** Makes a phrase, with at least one gap, of "The user gives {value} on average.": what is written and what is read cannot drift apart. */
export function phrase(template: string): Phrase {
  const source = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, gap: string) => `(?<${gap}>${gapPatterns[gap] ?? '.+?'})`);
  const pattern = new RegExp(source);
  // Looking for the longest fixed part first is much faster than the pattern, which is seldom there.
  const [anchor = ''] = template.split(/\{\w+\}/).sort((a, b) => b.length - a.length);
  return {
    write: (gaps) => template.replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap])),
    read: (text) => (text.includes(anchor) ? (pattern.exec(text)?.groups ?? null) : null),
  };
}

export const phrases = (...templates: readonly string[]): readonly Phrase[] => templates.map(phrase);
