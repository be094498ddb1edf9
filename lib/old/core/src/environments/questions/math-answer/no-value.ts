const adverb =
  '(?:still|also|indeed|already|definitely|clearly|actually|completely|absolutely|probably|partially|therefore|most likely|in fact) ';
const verdict = new RegExp(
  `^(?:${adverb})*(?:(?:in)?correct|right|wrong|(?:the )?same|(?:in)?accurate|(?:in)?valid|reasonable|consistent|clear|obvious|` +
    'simple|straightforward|confirmed|verified|missing|unchanged|as follows|(?:given |shown |as )?(?:above|below)|' +
    'in (?:the|this) (?:form|format|box)|based on|found)(?: (?:too|again|now|here|already|as well|by|as|in|and).{0,40})?$',
  'i',
);
const refusal =
  /^(?:(?:I )?(?:(?:do not|don['’]t|cannot|can['’]t|can not) (?:know|tell|say|answer|solve|determine)|(?:am |['’]m )?(?:not sure|unsure))|I['’]m (?:not sure|unsure)|(?:still |also |currently )?(?:unknown|unclear|uncertain|undetermined|indeterminable)|no idea|n\/a$|not (?:known|clear|determined|enough)|can ?not|can['’]t|could not|couldn['’]t|impossible to|unable to|it depends|insufficient)(?![\p{L}])/iu;
const refused =
  /(?:\banswers?["*_]{0,3}(?:\s(?:is|was)|\s?[:=：])|^[\s>*_#-]{0,10}A\s?:)[\s*_"]{0,5}([^\n]{1,60})|\banswer\s((?:can ?not|can['’]t|could not|couldn['’]t)\s+be\s)/gimu;

/** A judgement on an answer in the place of the answer itself: "correct", "the same", "also wrong". */
export function isVerdict(sentence: string): boolean {
  return verdict.test(sentence.replace(/\s+/g, ' '));
}

/** Words that decline to answer: "I don't know", "unclear", "cannot be determined". */
export function isRefusal(sentence: string): boolean {
  return refusal.test(sentence);
}

/** Whether the last statement of a text about its answer declines to give one. */
export function declines(text: string): boolean {
  const [, said, cannot] = [...text.matchAll(refused)].at(-1) ?? [];
  return cannot !== undefined || (said !== undefined && isRefusal(said));
}
