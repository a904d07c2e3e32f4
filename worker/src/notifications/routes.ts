import { Ok } from '@portal/contract/common'
import { MarkRead, Notifications } from '@portal/contract/notifications'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { listForBookkeeper } from './list-for-bookkeeper.ts'
import { listForClient } from './list-for-client.ts'
import { markRead } from './mark-read.ts'

/** The notification bell of both portals. */
export const notificationsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({ summary: 'Notifications of the signed-in user, newest first', access: 'user', answer: Notifications }),
    async (c) => {
      const { ctx } = c.var
      const { role, clientId } = ctx.actor
      return c.json(await (role === 'client' ? listForClient(ctx, clientId ?? '') : listForBookkeeper(ctx)))
    },
  )
  .post('/read', endpoint({ summary: 'Mark notifications as read', access: 'user', json: MarkRead, answer: Ok }), async (c) =>
    c.json(await markRead(c.var.ctx, c.req.valid('json').ids)),
  )
