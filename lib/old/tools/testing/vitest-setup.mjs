import { ownTemporaryFolder, release } from '../processes.mjs';
import { places } from '../project.mjs';

/** Before the first test and after the last: nothing that a test writes lies in the machine's temporary folder. */
export default function setup() {
  const folder = ownTemporaryFolder(places());
  return () => release(folder);
}
