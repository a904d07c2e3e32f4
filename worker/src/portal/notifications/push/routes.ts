import { PushSetting, PushSettings, PushSubscription } from '@portal/contract/push'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { getPushSettings, setPushSetting } from './push-settings.ts'
import { subscribe, unsubscribe } from './subscribe.ts'

/** Routes of push messages to the browsers of the signed-in user. */
export const pushRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'getPushSettings',
      summary: 'Get the push settings of the signed-in user and this session',
      access: 'user',
      links: 'allowed',
      response: PushSettings,
    }),
    async (c) => c.json(await getPushSettings(c.var.ctx)),
  )
  .put(
    '/',
    endpoint({
      id: 'changePushSetting',
      summary: 'Switch push for a kind of news on or off',
      access: 'user',
      links: 'allowed',
      json: PushSetting,
      response: PushSettings,
    }),
    async (c) => c.json(await setPushSetting(c.var.ctx, c.req.valid('json'))),
  )
  .put(
    '/subscription',
    endpoint({
      id: 'subscribeToPush',
      summary: 'Send push messages to the browser of this session until the session ends',
      access: 'user',
      links: 'allowed',
      json: PushSubscription,
      response: PushSettings,
      errors: ['not_found'],
    }),
    async (c) => c.json(await subscribe(c.var.ctx, c.req.valid('json'))),
  )
  .delete(
    '/subscription',
    endpoint({
      id: 'unsubscribeFromPush',
      summary: 'End push messages to the browser of this session',
      access: 'user',
      links: 'allowed',
      response: PushSettings,
    }),
    async (c) => c.json(await unsubscribe(c.var.ctx)),
  )
