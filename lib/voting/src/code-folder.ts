/** Where the code of this package lies: who keeps simulated runs takes a digest of it. */
export const codeFolder = __dirname;
