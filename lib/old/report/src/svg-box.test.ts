import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { ASCENT, DESCENT, textWidth } from './figure-fonts';
import { svgBox, svgBoxOnPage } from './svg-box';
import { pathLength, pathPoints, pointAlong } from './svg-path';

const plain = { bold: false, italic: false };

function element(markup: string, select: string): Element {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  const found = new JSDOM(svg, { contentType: 'image/svg+xml' }).window.document.querySelector(select);
  if (!found) throw new Error(`no ${select}`);
  return found;
}

describe('textWidth', () => {
  it("known: DejaVu Sans' own advances, of 2048 units to the em", () => {
    // From the font's hmtx table: A is 1401 wide, M is 1767; bold A is 1585.
    expect(textWidth('A', plain) * 2048).toBe(1401);
    expect(textWidth('M', plain) * 2048).toBe(1767);
    expect(textWidth('A', { bold: true, italic: false }) * 2048).toBe(1585);
  });
});

describe('svgBox', () => {
  const width = 20 * textWidth('Round', plain);

  it('known: a text stands on its baseline, an ascent above and a descent below', () => {
    const box = svgBox(element('<text x="10" y="50" style="font-size: 20px">Round</text>', 'text'));
    expect(box?.left).toBe(10);
    expect(box?.right).toBeCloseTo(10 + width, 10);
    expect(box?.top).toBeCloseTo(50 - 20 * ASCENT, 10);
    expect(box?.bottom).toBeCloseTo(50 + 20 * DESCENT, 10);
  });

  it('known: middle and end anchors shift a text by half and all of its width', () => {
    const at = (anchor: string): number | undefined =>
      svgBox(element(`<text x="100" y="0" font-size="20" text-anchor="${anchor}">Round</text>`, 'text'))
        ?.left;
    expect(at('middle')).toBeCloseTo(100 - width / 2, 10);
    expect(at('end')).toBeCloseTo(100 - width, 10);
  });

  it('known: a second line begins where its x says, 1.3 em further down', () => {
    const lines = '<tspan x="5" dy="0em">Round</tspan><tspan x="5" dy="1.3em">Round</tspan>';
    const box = svgBox(element(`<text x="5" y="0" font-size="20">${lines}</text>`, 'text'));
    expect(box?.right).toBeCloseTo(5 + width, 10);
    expect(box?.bottom).toBeCloseTo(26 + 20 * DESCENT, 10);
  });

  it('known: a subscript is smaller and follows on the line', () => {
    const box = svgBox(
      element('<text font-size="20">H<tspan style="font-size: 70%" dy="0.3em">2</tspan></text>', 'text'),
    );
    expect(box?.right).toBeCloseTo(20 * textWidth('H', plain) + 14 * textWidth('2', plain), 10);
  });

  it('known: transforms of the element and of those around it apply from the inside out', () => {
    // (0..10, 0..4) turned by 90 degrees is (-4..0, 0..10); moved by (100, 50) and doubled: (192..200, 100..120).
    const markup =
      '<g transform="scale(2)"><rect width="10" height="4" transform="translate(100,50) rotate(90)"/></g>';
    const box = svgBoxOnPage(element(markup, 'rect'));
    expect(box?.left).toBeCloseTo(192, 10);
    expect(box?.right).toBeCloseTo(200, 10);
    expect(box?.top).toBeCloseTo(100, 10);
    expect(box?.bottom).toBeCloseTo(120, 10);
  });

  it('known: rotation about a point leaves that point where it is', () => {
    const box = svgBoxOnPage(
      element('<circle cx="30" cy="40" r="2" transform="rotate(-90,30,40)"/>', 'circle'),
    );
    expect([box?.left, box?.top].map((value) => Math.round(value ?? 0))).toEqual([28, 38]);
  });

  it('contract: a group is as large as what it shows, and nothing has no box', () => {
    const group =
      '<g><rect x="1" y="2" width="3" height="4"/><text></text><rect width="99" height="99" style="display: none"/></g>';
    expect(svgBox(element(group, 'g'))).toEqual({ left: 1, top: 2, right: 4, bottom: 6 });
    expect(svgBox(element('<g><text> </text><defs/></g>', 'defs'))).toBeUndefined();
  });
});

describe('paths', () => {
  it('known: relative and absolute commands name the same points', () => {
    expect(pathPoints('M1,2L4,6H10V0')).toEqual([1, 2, 4, 6, 10, 6, 10, 0]);
    expect(pathPoints('M1,2l3,4h6v-6')).toEqual([1, 2, 4, 6, 10, 6, 10, 0]);
    expect(pathPoints('M1.5-2.5L.5.25')).toEqual([1.5, -2.5, 0.5, 0.25]);
  });

  it('known: after a closing Z, relative commands start from where the path began', () => {
    expect(pathPoints('M1,1h4v4Zl2,0').slice(-2)).toEqual([3, 1]);
  });

  it('known: the length of straight lines, and a point along them', () => {
    const points = pathPoints('M0,0L3,4L3,10');
    expect(pathLength(points)).toBe(11);
    expect(pointAlong(points, 8)).toEqual({ x: 3, y: 7 });
    expect(pointAlong(points, 99)).toEqual({ x: 3, y: 10 });
  });
});
