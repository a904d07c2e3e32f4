import type { Client, InStatement } from '@libsql/client'
import { normalizeTexts } from './normalize-texts.ts'

/**
 * What SQL cannot do: reads the rows as they are before the pending migrations, and returns statements that run after
 * the SQL of its migration, in the same transaction. A worker may be running, so a statement must not change a row that
 * has changed since it was read.
 */
export type DataStep = (client: Client) => Promise<InStatement[]>

/** The data steps, by the name of their migration. An empty database needs none. */
export const DATA_STEPS: Readonly<Record<string, DataStep>> = { '0006_folded_names': normalizeTexts }
