import * as decisions from './columns/decisions';
import * as deliberation from './columns/deliberation';
import * as economy from './columns/economy';
import * as elections from './columns/elections';
import * as language from './columns/language';
import * as strategies from './columns/strategies';
import * as tokens from './columns/tokens';

/** All columns, grouped by family, such as `columns.economy.fairness` and `columns.economy.auc(3)`. */
export const columns = { decisions, deliberation, economy, elections, language, strategies, tokens };

export {
  measure,
  type Column,
  type Columns,
  type Found,
  type Measured,
  type Part,
  type Row,
} from './measure';
export { summarise, type Summary } from './summarise';
export { contrast, type Effect } from './contrast';
export { bootstrap, estimate, type Estimate } from './estimate';
export { recount } from './recount';
