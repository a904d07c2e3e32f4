import { TAGS_PER_CLIENT, TAGS_PER_FIRM } from '@portal/contract/limits'
import { foldText } from '@portal/contract/search-text'
import { and, inArray, sql } from 'drizzle-orm'
import { auditEach } from '../../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../../context.ts'
import { clientTags, tags } from '../../../platform/db/schema/index.ts'
import { check, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { foldedIfNeeded } from '../../../platform/search/fold-text.ts'
import { isTagNamed } from '../client-filter.ts'
import type { ChangedClient, ChangeOf, PlannedChange } from './planned-change.ts'

const CLIENT_FULL = `This client already has ${TAGS_PER_CLIENT} tags.`
const FIRM_FULL = `Your firm already has ${TAGS_PER_FIRM} tags.`

/** Returns whether a client has a tag, in any case and accent. */
const hasTag = ({ tags: names }: ChangedClient, tag: string): boolean =>
  names.some((name) => foldText(name) === foldText(tag))

const auditOf = (ctx: BookkeeperContext, clients: readonly ChangedClient[], action: string, tag: string) =>
  auditEach(
    ctx,
    clients.map(({ id }) => ({ action, subjectType: 'client', subjectId: id, clientId: id, detail: { tag } })),
  )

/** Returns a condition: neither these clients nor the firm have too many tags. */
const isWithinLimits = ({ actor }: BookkeeperContext, ids: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${clientTags} WHERE client_id IN (SELECT value FROM json_each(${ids}))
      GROUP BY client_id HAVING count(*) > ${TAGS_PER_CLIENT})
    AND (SELECT count(*) FROM ${tags} WHERE firm_id = ${actor.firmId}) <= ${TAGS_PER_FIRM}`

/**
 * Plans to add a tag to clients. The steps fail with `stale` if other tags have been added in the meantime and are too
 * many.
 * @param firmTags number of the firm's other tags
 */
export function planTag(
  ctx: BookkeeperContext,
  clients: readonly ChangedClient[],
  { tag }: ChangeOf<'tag'>,
  firmTags: number,
): PlannedChange {
  const untagged = clients.filter((client) => !hasTag(client, tag))
  const reasonFor = ({ tags: names }: ChangedClient): string | undefined =>
    firmTags >= TAGS_PER_FIRM ? FIRM_FULL : names.length >= TAGS_PER_CLIENT ? CLIENT_FULL : undefined
  const refused = new Map(
    untagged.flatMap((client): [string, string][] => {
      const reason = reasonFor(client)
      return reason ? [[client.id, reason]] : []
    }),
  )
  const changed = untagged.filter(({ id }) => !refused.has(id))
  const ids = JSON.stringify(changed.map(({ id }) => id))
  const named = ctx.db.select({ id: tags.id }).from(tags).where(isTagNamed(ctx, tag)).orderBy(tags.id).limit(1)
  return {
    refused,
    changed,
    steps: () => [
      step(sql`INSERT INTO ${tags} (id, firm_id, name, folded_name)
        SELECT ${uuidv7()}, ${ctx.actor.firmId}, ${tag}, ${foldedIfNeeded(tag)} WHERE NOT EXISTS ${named}
        ON CONFLICT DO NOTHING`),
      step(sql`INSERT INTO ${clientTags} (client_id, tag_id)
        SELECT c.id, ${named} FROM json_each(${ids}) i
          JOIN book_clients c ON c.id = i.value AND c.bookkeeper_id = ${ctx.actor.userId}
        WHERE true ON CONFLICT DO NOTHING`),
      check('stale', isWithinLimits(ctx, ids)),
      auditOf(ctx, changed, 'client.tagged', tag),
    ],
  }
}

export function planUntag(
  ctx: BookkeeperContext,
  clients: readonly ChangedClient[],
  { tag }: ChangeOf<'untag'>,
): PlannedChange {
  const changed = clients.filter((client) => hasTag(client, tag))
  const ofTag = ctx.db.select({ id: tags.id }).from(tags).where(isTagNamed(ctx, tag))
  return {
    refused: new Map(),
    changed,
    steps: () => [
      step(
        ctx.db.delete(clientTags).where(
          and(
            inArray(clientTags.tag_id, ofTag),
            inArray(
              clientTags.client_id,
              changed.map(({ id }) => id),
            ),
          ),
        ),
      ),
      auditOf(ctx, changed, 'client.untagged', tag),
    ],
  }
}
