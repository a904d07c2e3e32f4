import type { Context } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { actorOf, auditAccount } from '../accounts.ts'
import { consumeLink, withLink } from '../email-links.ts'
import { rememberDevice } from '../sessions/devices.ts'

/**
 * Makes this browser known to the account of a mailed link, so that it is counted separately from those of strangers.
 * It signs nobody in.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export const useBrowser = (ctx: Context, token: string): Promise<void> =>
  withLink(ctx, 'browser', token, async (link) => {
    await commit(ctx, [
      consumeLink(ctx, link),
      ...rememberDevice(ctx, link.userId),
      auditAccount(actorOf(link.userId, link.role, link.firmId), 'account.browser_added'),
    ])
  })
