/** The folder of this package's code. Records of simulated runs contain a digest of it. */
export const codeFolder = __dirname;
