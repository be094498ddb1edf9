export * from './language/columns';
export * from './metrics/columns';
