import { Ok } from '@portal/contract/common'
import { MarkRead, Notifications, NotificationsPage, NotificationsQuery } from '@portal/contract/notifications'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { listForBookkeeper, pageForBookkeeper } from './list-for-bookkeeper.ts'
import { listForClient, pageForClient } from './list-for-client.ts'
import { markRead } from './mark-read.ts'

/** Routes of the notification bell of both portals. */
export const notificationsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listNotifications',
      summary: 'List the notifications of the bell, newest first',
      access: 'user',
      response: Notifications,
    }),
    async (c) => {
      const { ctx } = c.var
      const { role, clientId } = ctx.actor
      return c.json(await (role === 'client' ? listForClient(ctx, clientId ?? '') : listForBookkeeper(ctx)))
    },
  )
  .get(
    '/all',
    endpoint({
      id: 'listAllNotifications',
      summary: 'List all notifications of the signed-in user, or the unread ones, newest first',
      access: 'user',
      query: NotificationsQuery,
      response: NotificationsPage,
    }),
    async (c) => {
      const { ctx } = c.var
      const query = c.req.valid('query')
      const { role, clientId } = ctx.actor
      return c.json(
        await (role === 'client' ? pageForClient(ctx, clientId ?? '', query) : pageForBookkeeper(ctx, query)),
      )
    },
  )
  .post(
    '/read',
    endpoint({
      id: 'markNotificationsRead',
      summary: 'Mark notifications as read',
      access: 'user',
      json: MarkRead,
      response: Ok,
    }),
    (c) => okAfter(c, markRead(c.var.ctx, c.req.valid('json').ids)),
  )
