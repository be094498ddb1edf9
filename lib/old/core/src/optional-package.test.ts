import { describe, expect, it } from 'vitest';
import { missingPackage } from './optional-package';

const notFound = (name: string): Error =>
  Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });

describe('missingPackage', () => {
  it('known: one line says who needs what, and how to install it', () => {
    const error = missingPackage('report.frame', ['danfojs-node'], notFound('danfojs-node'));
    expect(error.code).toBe('missing-package');
    expect(error.message).toBe('report.frame needs the package danfojs-node: npm install danfojs-node');
  });

  it('known: packages that are of use only together are installed together', () => {
    const error = missingPackage('a figure', ['jsdom', 'plotly.js'], notFound('jsdom'), 'once');
    expect(error.message).toBe(
      'a figure needs the packages jsdom, plotly.js: npm install jsdom plotly.js (once)',
    );
  });

  it('contract: what goes wrong in a package that is there is not called missing', () => {
    const inside = notFound('another');
    expect(() => missingPackage('report.frame', ['danfojs-node'], inside)).toThrow(inside);
    const broken = new Error('danfojs-node is broken');
    expect(() => missingPackage('report.frame', ['danfojs-node'], broken)).toThrow(broken);
  });
});
