import { locateDataset } from '../../../datasets';

/** Where a real data set is on this machine, or null: tests that need it skip, and their titles say why. */
export function realData(name: string): { readonly folder: string | null; readonly why: string } {
  return { folder: locateDataset(name), why: `(skipped where ${name} is absent: npx agora data ${name})` };
}
