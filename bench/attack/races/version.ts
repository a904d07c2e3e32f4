import { rows } from '../../../worker/src/testing/work.ts'

/** The version of a section. */
export const versionOf = async (id: string): Promise<number> =>
  (await rows<{ version: number }>('SELECT version FROM book_client_workforms WHERE id = ?', id))[0]?.version ?? 0
