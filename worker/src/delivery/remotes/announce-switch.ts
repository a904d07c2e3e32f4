import type { Context } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'

/**
 * Returns a step that makes the tabs of all connected users read the registry within seconds. Part of every change of
 * what the registry returns.
 */
export const announceSwitch = (ctx: Pick<Context, 'now'>): Step => enqueue(ctx, 'tabs', 'registry', {})
