/** Whether tests that take long are made, and others on all that there is: `npm test -- --all`, and CI. */
export const isThorough = process.env['AGORA_THOROUGH'] === '1';

/** What the title of a test says that is left out otherwise. */
export const seldom = isThorough ? '' : ' [skipped: npm test -- --all]';
