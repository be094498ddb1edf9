import { inspect } from 'node:util';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { jupyterDisplay } from '../../core/src/notebook';
import { compare } from './compare';
import { comparisonTable, signedText } from './comparison-table';
import { errorText, escapeHtml, numberText, table, textTable, wrap } from './table';

const cell = (value: number, standardError: number | null = null) => ({ value, standardError });
const comparison = compare(
  {
    paper: 'RoundTable',
    item: 'Table 1',
    caption: 'Rules & <results>',
    unit: 'percent',
    columns: ['@3', '@10'],
    rows: [
      { label: 'Unanimous', cells: { '@3': cell(10, 1), '@10': cell(40) } },
      { label: 'Majority', cells: { '@3': cell(20, 2) } },
    ],
  },
  [
    { label: 'Unanimous', column: '@3', ...cell(12.5, 0.5), evidence: 'simulated' },
    { label: 'Majority', column: '@3', ...cell(19, 0.25), evidence: 'simulated' },
    { label: 'Majority', column: '@10', ...cell(70), evidence: 'simulated' },
  ],
  { fitted: ['Majority'] },
);

describe('errorText', () => {
  it('known: an error that is not zero shows its first digit', () => {
    expect([0, 0.004, 0.0052, 0.00096, 1.234].map((error) => errorText(error))).toEqual([
      '0.00',
      '0.004',
      '0.01',
      '0.0010',
      '1.23',
    ]);
    expect(errorText(0.03, 1)).toBe('0.03');
  });

  it('known: a comparison shows it, in text and HTML', () => {
    const { paper, item, caption, unit } = comparison;
    const printed = { label: 'A', cells: { share: cell(0.9, 0.0003) } };
    const published = { paper, item, caption, unit, columns: ['share'], rows: [printed] };
    const ours = { label: 'A', column: 'share', ...cell(0.8, 0.004), evidence: 'simulated' } as const;
    const { text, html } = comparisonTable(compare(published, [ours]));
    expect(text).toContain('0.80 (0.004)');
    expect(text).toContain('0.90 (0.0003)');
    expect(html).toContain('(0.004)');
    expect(html).not.toContain('(0.00)');
  });
});

describe('comparisonTable', () => {
  const { html, text } = comparisonTable(comparison);
  const { document } = new JSDOM(html).window;

  it('known: the text has published over ours over their difference, aligned', () => {
    expect(text).toBe(
      [
        'RoundTable, Table 1 (percent)',
        'The paper: Rules & <results>',
        '',
        '           fitted / held out  evidence                         @3      @10',
        '---------  -----------------  ---------  ----------  ------------  -------',
        'Unanimous  held out           simulated  published   10.00 (1.00)    40.00',
        '                                         ours        12.50 (0.50)  missing',
        '                                         difference         +2.50',
        'Majority   fitted             simulated  published   20.00 (2.00)  missing',
        '                                         ours        19.00 (0.25)    70.00',
        '                                         difference         -1.00',
        '',
        '3 published cells, 3 of ours (in brackets: standard errors), 2 compared (1 held out); 1 published',
        'without ours, 1 of ours without published. Absolute difference: median 2.50, largest 2.50',
        '(Unanimous, @3). Without any run, the fitted row copied would differ by a median of 10.00.',
      ].join('\n'),
    );
  });

  it('known: a cell of the HTML holds ours, published and their difference', () => {
    const cells = [...document.querySelectorAll('td')].map((td) => td.innerHTML);
    expect(cells[0]).toBe('<b>12.50</b> (0.50)<br>10.00 (1.00)<br>+2.50');
    expect(cells[1]).toBe('<i>ours missing</i><br>40.00');
    expect(cells).toContain('<b>70.00</b><br><i>none published</i>');
    expect(html).toContain(
      'Unanimous<br><span style="font-weight:normal;font-size:85%">simulated, held out</span>',
    );
  });

  it('contract: only compared cells are coloured, and each brings its text colour; the deepest is the largest', () => {
    const coloured = [...document.querySelectorAll('td')].filter((td) => td.style.backgroundColor !== '');
    expect(coloured.map((td) => td.style.backgroundColor)).toEqual([
      'rgb(253, 174, 107)',
      'rgb(191, 218, 234)',
    ]);
    expect(coloured.every((td) => td.style.color !== '')).toBe(true);
    const elsewhere = [...document.querySelectorAll('th, table')].filter(
      (element) => (element as HTMLElement).style.color !== '',
    );
    expect(elsewhere).toEqual([]);
  });

  it('contract: words from outside are text, never markup, and there is no script and no style sheet', () => {
    expect(document.body.textContent).toContain('Rules & <results>');
    expect(document.querySelectorAll('results, script, style, link')).toHaveLength(0);
  });

  it('contract: the column for fitting is only there when a row has to do with it', () => {
    const without = comparisonTable({
      ...comparison,
      rows: comparison.rows.map((row) => ({ ...row, use: null })),
    });
    expect(without.text).not.toContain('held out');
    expect(without.html).not.toContain('held out');
  });
});

describe('table', () => {
  it('known: a number that is not zero never reads as zero; zero itself does', () => {
    const rows = [0.00004, 0, -0.00004, 0.00006, 0.5, -0].map((p) => ({ p: p }));
    const { text, html } = table(rows, [{ key: 'p', decimals: 4 }]);
    const cells = ['< 0.0001', '0.0000', '> -0.0001', '0.0001', '0.5000', '0.0000'];
    expect(text.split('\n').slice(2)).toEqual(cells.map((cell) => cell.padStart(9)));
    expect(html).toContain('>&lt; 0.0001</td>');
    expect(rows[0]).toEqual({ p: 0.00004 });
    const whole = table([{ n: 0.2 }, { n: -0.2 }], [{ key: 'n', decimals: 0 }]);
    expect(whole.text.split('\n').slice(2)).toEqual([' < 1', '> -1']);
  });

  it('known: numbers stand to the right, what is missing is a dash, long cells are broken', () => {
    const shown = table(
      [
        { name: 'greed', value: 0.25, reason: 'kept' },
        { name: 'noise', value: 12, reason: null },
      ],
      [{ key: 'name', title: 'parameter' }, 'value', 'reason'],
      'Parameters',
    );
    expect(shown.text).toBe(
      [
        'Parameters',
        '',
        'parameter  value  reason',
        '---------  -----  ------',
        'greed       0.25  kept',
        'noise         12  –',
      ].join('\n'),
    );
    const rows = [...new JSDOM(shown.html).window.document.querySelectorAll('tbody tr')];
    expect(rows.map((row) => row.textContent)).toEqual(['greed0.25kept', 'noise12–']);
  });

  it('contract: columns are those of all rows unless stated, and no row is no error', () => {
    expect(table([{ a: 1 }, { b: 2 }]).text.split('\n')[0]).toBe('a  b');
    expect(table([], ['a']).text).toBe('a\n-');
    expect(() => table([{ rule: 'Borda', value: 1 }], ['rul', 'value'])).toThrow(
      'table finds no row with the column "rul" (did you mean "rule"?). There are: rule, value',
    );
    expect(table([{ a: 1 }, { a: 2, b: null }], ['b']).text).toContain('b'); // some row has it
  });

  it('known: what is nested is written out, to a depth of four', () => {
    const round: Record<string, unknown> = {};
    round['again'] = round;
    const cellOf = (a: unknown) => table([{ a }]).text.split('\n').slice(2).join(' ');
    expect(cellOf({ apples: 3, bread: 4.5 })).toBe('apples: 3, bread: 4.5');
    expect(cellOf([1, [2, 3], { x: null }])).toBe('1, (2, 3), (x: –)');
    expect(cellOf([true, new Map([[1, 2]])])).toBe('true, Map(1) { 1 => 2 }');
    expect(cellOf(round)).toMatch(/^again: \(again: \(again: \(again: .*Circular/);
  });

  it('known: a table and a comparison show themselves, and print as text', () => {
    const shown = table([{ a: 1 }]);
    const bundle = (shown as unknown as Record<symbol, () => unknown>)[jupyterDisplay]?.();
    expect(bundle).toEqual({ 'text/html': shown.html, 'text/plain': shown.text });
    expect(inspect(shown)).toBe('a\n-\n1');
    expect(inspect(comparison)).toBe(comparisonTable(comparison).text);
  });

  it('known: markup is escaped', () => {
    expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
    expect(table([{ a: '<script>' }]).html).not.toContain('<script>');
    // Only what is larger than a page scrolls by itself.
    const wide = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`column ${place}`, 'a value']));
    const isLarge = (rows: readonly Record<string, string>[]) => table(rows).html.includes('agora-large');
    expect([[wide], Array(31).fill({ a: 'b' }), Array(30).fill({ a: 'b' })].map(isLarge)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('text', () => {
  it('known: words are wrapped, and a word longer than the line stands alone', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a extraordinary b', 5)).toEqual(['a', 'extraordinary', 'b']);
    expect(wrap('one\ntwo', 99)).toEqual(['one', 'two']);
  });

  it('known: a broken cell takes lines, the others stay empty beneath', () => {
    const text = textTable([{ title: 'x' }, { title: 'y', width: 4 }], [['1', 'ab cd ef']]);
    expect(text).toBe('x  y\n-  --\n1  ab\n   cd\n   ef');
  });

  it('known: zero has no sign, a difference has', () => {
    expect(numberText(-0.001)).toBe('0.00');
    expect([signedText(0.5, 1), signedText(-0.5, 1), signedText(0.01, 1)]).toEqual(['+0.5', '-0.5', '0.0']);
  });

  it('known: whole numbers are written in full, however long', () => {
    const { text } = table([{ day: 19970923, share: 0.123456789 }]);
    expect(text).toContain('19970923');
    expect(text).toContain('0.123457');
  });
});
