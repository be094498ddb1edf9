import { createRequire } from 'node:module';
import { missingPackage } from 'agora-core/internal';

const here = createRequire(__filename);

/** What draws figures: Plotly in a page without a browser, with fonts of its own. Installed by those who draw. */
const packages = ['plotly.js', 'jsdom', '@napi-rs/canvas', '@resvg/resvg-js', 'dejavu-fonts-ttf'] as const;

/** One of them, loaded at first use. @throws AgoraError 'missing-package' with the line that installs all */
export function loadForDrawing(name: (typeof packages)[number]): unknown {
  try {
    return here(name);
  } catch (error) {
    throw missingPackage('a figure', packages, error);
  }
}

/** The path of a file in one of them. @throws AgoraError 'missing-package' with the line that installs all */
export function fileForDrawing(path: string): string {
  try {
    return here.resolve(path);
  } catch (error) {
    throw missingPackage('a figure', packages, error);
  }
}
