export { deliberation, type DeliberationOptions } from './deliberation';
