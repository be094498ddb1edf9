import type { z } from 'zod';
import { ConversationImportError } from './source-text';

/** Checks a value against a schema. @throws ConversationImportError naming the field, what it needs, and what it got */
export function checked<T>(schema: z.ZodType<T>, value: unknown, file: string, line: number | null): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new ConversationImportError(file, line, `${where}${issue?.message ?? 'unknown shape'}`);
}
