import { Ok } from '@portal/contract/common'
import { MarkRead, Notifications, NotificationsPage, NotificationsQuery } from '@portal/contract/notifications'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { listForBookkeeper, pageForBookkeeper } from './list-for-bookkeeper.ts'
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
  .get(
    '/all',
    endpoint({
      summary: "All of a bookkeeper's notifications, or those not read yet, newest first",
      access: 'bookkeeper',
      query: NotificationsQuery,
      answer: NotificationsPage,
    }),
    async (c) => c.json(await pageForBookkeeper(c.var.ctx, c.req.valid('query'))),
  )
  .post('/read', endpoint({ summary: 'Mark notifications as read', access: 'user', json: MarkRead, answer: Ok }), async (c) =>
    c.json(await markRead(c.var.ctx, c.req.valid('json').ids)),
  )
