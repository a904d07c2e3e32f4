import { sql } from 'drizzle-orm'
import { check, type Step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'

/**
 * Returns a step that fails with `incompatible_remote` when a version has a page of another remote's live version or
 * canary. `requireFreeRoutes` names the page, but two remotes that claim one at the same time both pass it.
 */
export const claimPages = (name: string, version: string): Step => ({
  ...check(
    'incompatible_remote',
    sql`NOT EXISTS (
      SELECT 1 FROM
        (SELECT name, live_version AS version FROM remotes UNION ALL SELECT name, version FROM remote_canaries) AS used
        JOIN remote_versions AS other ON other.name = used.name AND other.version = used.version
        JOIN json_each(other.place, '$.routes') AS taken
      WHERE used.name <> ${name} AND taken.value IN (
        SELECT page.value FROM remote_versions AS own JOIN json_each(own.place, '$.routes') AS page
        WHERE own.name = ${name} AND own.version = ${version}))`,
  ),
  explain: async () =>
    new AppError('incompatible_remote', { detail: 'Another remote has claimed a page of this build.' }),
})
