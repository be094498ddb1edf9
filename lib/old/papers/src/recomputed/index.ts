export { recompute, recomputed, recomputedNames, type RecomputedName } from './recomputed';
