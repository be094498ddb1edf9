/*
 * Many workers that share a run: a queue (BullMQ) hands out its collaborations, a journal (PostgreSQL) keeps their
 * answers. Read `worker.ts` first.
 */
export type { AnyExperiment } from './configuration';
export type { SharedRun } from './journal';
export { type Pulled, pullRun } from './pull-run';
export { type Shared, shareRun } from './share';
export { type SharedStatus, sharedStatus, type WorkerStatus } from './shared-status';
export { work, type WorkEnd, type WorkerSetting } from './worker';
