import { MailLinkQuery, MailLinkState, MailSetting, MailSettings } from '@portal/contract/mail-settings'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { followMailLink, getMailLink } from './mail-link.ts'
import { getMailSettings, setMailSetting } from './mail-settings.ts'

/** Routes of a user's mail settings. */
export const mailRoutes = new Hono<AppTypes>()
  .get(
    '/settings',
    endpoint({
      id: 'getMailSettings',
      summary: 'Get the email settings of the signed-in user',
      access: 'user',
      links: 'allowed',
      response: MailSettings,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getMailSettings(c.var.ctx)),
  )
  .put(
    '/settings',
    endpoint({
      id: 'changeMailSetting',
      summary: 'Switch a kind of email on or off',
      access: 'user',
      links: 'allowed',
      json: MailSetting,
      response: MailSettings,
      errors: ['not_found'],
    }),
    async (c) => c.json(await setMailSetting(c.var.ctx, c.req.valid('json'))),
  )
  .get(
    '/link',
    endpoint({
      id: 'getMailLink',
      summary: 'Get the kinds of email that a mailed link switches off',
      access: 'public',
      query: MailLinkQuery,
      response: MailLinkState,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getMailLink(c.var.ctx, c.req.valid('query').token)),
  )
  .post(
    '/link/off',
    endpoint({
      id: 'switchMailOff',
      summary: 'Switch off the kinds of email of a mailed link',
      access: 'public',
      query: MailLinkQuery,
      response: MailLinkState,
      errors: ['not_found'],
    }),
    async (c) => c.json(await followMailLink(c.var.ctx, c.req.valid('query').token, false)),
  )
  .post(
    '/link/on',
    endpoint({
      id: 'switchMailOn',
      summary: 'Switch on the kinds of email of a mailed link',
      access: 'public',
      query: MailLinkQuery,
      response: MailLinkState,
      errors: ['not_found'],
    }),
    async (c) => c.json(await followMailLink(c.var.ctx, c.req.valid('query').token, true)),
  )

/**
 * One-click unsubscribe (RFC 8058): mail clients POST to the link's own URL. GET of the same URL is a page of the
 * shell.
 */
export const oneClickRoutes = new Hono<AppTypes>().post(
  '/',
  endpoint({ id: 'unsubscribe', summary: 'Unsubscribe with one click', access: 'public', query: MailLinkQuery }),
  async (c) => {
    await followMailLink(c.var.ctx, c.req.valid('query').token, false)
    return c.text('You will get no more of these emails.')
  },
)
