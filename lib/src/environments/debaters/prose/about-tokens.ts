/**
 * About how many tokens a text has: one for a word, one for each three digits in a row and for a space before them, one
 * for any other mark. For the texts written here it is within a few percent of the o200k encoding (the tests measure
 * it), and far quicker.
 */
export function aboutTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  let isSpaced = false;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    const isDigit = code >= 48 && code <= 57;
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (isDigit) tokens += (digits % 3 === 0 ? 1 : 0) + (isSpaced ? 1 : 0);
    else if (isLetter) tokens += letters === 0 ? 1 : 0;
    else if (code !== 32 && code !== 10) tokens++;
    digits = isDigit ? digits + 1 : 0;
    letters = isLetter ? letters + 1 : 0;
    isSpaced = code === 32;
  }
  return tokens;
}
