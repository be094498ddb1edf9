export { agreement, fitToAnswers, type Agreement, type FittedToAnswers } from './from-answers';
export { parametersOf } from './parameters';
