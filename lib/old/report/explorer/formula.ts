import katex from 'katex';

/*
 * Formulas as MathML, which browsers draw themselves: no fonts, no styles, no HTML of a transcript's. It is a script
 * of its own, which only pages with formulas hold.
 */

/** A formula as MathML; null if it is none. */
function formula(tex: string, isBlock: boolean): string | null {
  try {
    const made = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 100,
      maxSize: 20,
    });
    return made.replace(/<annotation[^>]*>[^]*?<\/annotation>/g, '');
  } catch {
    return null;
  }
}

(globalThis as { agoraFormula?: typeof formula }).agoraFormula = formula;
