export { Random, type StreamName } from './random';
