import { MailLinkQuery, MailLinkState, MailSetting, MailSettings } from '@portal/contract/mail-settings'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { followMailLink, getMailLink } from './mail-link.ts'
import { getMailSettings, setMailSetting } from './mail-settings.ts'

/** Which mail a person gets. */
export const mailRoutes = new Hono<AppTypes>()
  .get(
    '/settings',
    endpoint({
      id: 'getMailSettings',
      summary: 'Which kinds of mail one gets',
      access: 'user',
      answer: MailSettings,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getMailSettings(c.var.ctx)),
  )
  .put(
    '/settings',
    endpoint({
      id: 'changeMailSetting',
      summary: 'Switch a kind of mail on or off',
      access: 'user',
      json: MailSetting,
      answer: MailSettings,
      errors: ['not_found'],
    }),
    async (c) => c.json(await setMailSetting(c.var.ctx, c.req.valid('json'))),
  )
  .get(
    '/link',
    endpoint({
      id: 'getMailLink',
      summary: 'What the link of a mail would switch off',
      access: 'public',
      query: MailLinkQuery,
      answer: MailLinkState,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getMailLink(c.var.ctx, c.req.valid('query').token)),
  )
  .post(
    '/link/off',
    endpoint({
      id: 'switchMailOff',
      summary: 'Switch off the mail that a link is about',
      access: 'public',
      query: MailLinkQuery,
      answer: MailLinkState,
      errors: ['not_found'],
    }),
    async (c) => c.json(await followMailLink(c.var.ctx, c.req.valid('query').token, false)),
  )
  .post(
    '/link/on',
    endpoint({
      id: 'switchMailOn',
      summary: 'Switch it on again',
      access: 'public',
      query: MailLinkQuery,
      answer: MailLinkState,
      errors: ['not_found'],
    }),
    async (c) => c.json(await followMailLink(c.var.ctx, c.req.valid('query').token, true)),
  )

/** Where a mail program posts for its user (RFC 8058): the address of the link itself. GET of it is a page of the shell. */
export const oneClickRoutes = new Hono<AppTypes>().post(
  '/',
  endpoint({ id: 'unsubscribe', summary: 'One-click unsubscribe', access: 'public', query: MailLinkQuery }),
  async (c) => {
    await followMailLink(c.var.ctx, c.req.valid('query').token, false)
    return c.text('You will get no more of these e-mails.')
  },
)
