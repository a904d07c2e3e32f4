import type { OwnSession } from '@portal/contract/sessions'
import { and, desc, eq } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { sessions } from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { describeUserAgent } from './describe-user-agent.ts'
import { isLive } from '../../../platform/access/require-session.ts'

/** The longest list. The current session is always in it. */
const SHOWN_MAX = 50

/**
 * Lists the sessions of the signed-in user: the current one first, then by last use.
 * @throws AppError `unauthenticated` when the current session has ended
 */
export async function listSessions({ db, actor, now }: SignedIn): Promise<{ items: OwnSession[] }> {
  const rows = await db
    .select({
      id: sessions.id,
      agent: sessions.user_agent,
      createdAt: sessions.created_at,
      lastUsedAt: sessions.last_used_at,
      byLink: sessions.by_link,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, actor.userId), isLive({ now })))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.last_used_at), desc(sessions.id))
    .limit(SHOWN_MAX)
  if (rows[0]?.id !== actor.sessionId) throw new AppError('unauthenticated')
  const items = rows.map(({ id, agent, createdAt, lastUsedAt, byLink }) => ({
    id,
    browser: describeUserAgent(agent),
    created_at: createdAt,
    last_used_at: lastUsedAt,
    by_link: byLink,
    current: id === actor.sessionId,
  }))
  return { items }
}
