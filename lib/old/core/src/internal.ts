/*
 * What the packages of this kit share. It is not public: it may change with any version.
 */
export { basedOn, basesOf, type Basis, basisText } from './basis';
export { type DownloadProgress } from './datasets/download';
export { fetchDataset } from './datasets/fetch';
export { inRepository } from './datasets/locate';
export { placeWhole } from './datasets/place-whole';
export { dataset, datasets } from './datasets/registry';
export { takeDataset } from './datasets/take';
export { environmentGiven } from './environments/environment';
export { caseGiven } from './environments/joint-decision/case-given';
export { readModelPredictions } from './environments/questions/model-predictions';
export { readChoiceText } from './environments/questions/read-choice-text';
export { readGsm8kSolutions } from './environments/questions/read-gsm8k';
export { presentRecorded } from './environments/presentations';
export { auditExampleRows } from './environments/recommendation/audit-example-rows';
export * as publishedExamples from './environments/recommendation/published-examples';
export { batchesText, mayBeLong } from './experiment/estimate';
export { shardSize } from './experiment/shard';
export { withLockNow } from './file-lock';
export { acts, distance, words } from './language/columns';
export { cueActs } from './language/cue-labeller';
export {
  answers,
  type AnswerScoring,
  debates,
  economy,
  elections,
  hiddenProfiles,
  ratings,
} from './metrics/columns';
export { deliberations } from './metrics/columns/deliberations';
export { utilityByRound } from './metrics/columns/economy';
export { unsharedMentioned } from './metrics/columns/hidden-profiles';
export { remembered } from './metrics/columns/remembered';
export { replayFilter } from './metrics/debates/replay';
export { pluralityOf, standingAnswers } from './metrics/debates/standing-answers';
export { recordedDifferences } from './metrics/recorded-conditions';
export { fetchWeights, inMegabytes, isReady } from './models/local/weights/fetch-weights';
export { catalogue, modelsFolder, namedWeights } from './models/local/weights/weights';
export { batchesFileName } from './models/batch/batch-book';
export { type Rate } from './models/call-limiter';
export { aModel } from './models/chat-model';
export { modelToEstimate } from './models/model-to-estimate';
export { costOf, inBatches, knownPrices, pricesOf, pricesSettings } from './models/prices';
export { displayBundle, jupyterDisplay, type MimeBundle } from './notebook';
export { missingPackage } from './optional-package';
export { roundDistanceBelow } from './stopping/policies';
export { visible } from './visible';
export { homeFolder, makeFolder, projectFolder, shippedFolder } from './project';
export { annotationSchema, annotationsFolderOf, writeAnnotation } from './transcripts/annotations';
export { readLines } from './read-lines';
export { estimateOver, fieldsOf, needFields, rowsGiven } from './row';
export { collaborationGiven, collaborationsGiven } from './transcripts/collaboration';
export { packedRecords } from './transcripts/importers/packed-records';
export {
  packedAsked,
  packedRuns,
  readPackedIndex,
  readPackedPrompts,
  readPackedRun,
} from './transcripts/importers/packed-runs';
export { recordedNames } from './transcripts/importers/recorded';
export { repairRun } from './transcripts/repair-run';
export { lockRun } from './transcripts/run-lock';
export { runsMeant } from './transcripts/runs-meant';
export { readCounts } from './transcripts/run-counts';
export {
  endOf,
  factsOf,
  type IndexedCollaboration,
  numbersOf,
  readIndex,
  readIndexed,
  readIndexedPrompts,
  valueDigest,
} from './transcripts/run-index';
export {
  type AnyExperiment,
  pullRun,
  type SharedRun,
  type SharedStatus,
  sharedStatus,
  shareRun,
  work,
  type WorkEnd,
  type WorkerSetting,
} from './workers';
