import { IdParam, Ok } from '@portal/contract/common'
import {
  ClientMail,
  ConfirmReplyTo,
  MailDeliveriesPage,
  MailDeliveriesQuery,
  MailDeliveryCounts,
  MailSender,
  SaveMailSender,
  ResendResult,
} from '@portal/contract/mail'
import { MAX_JSON_BYTES } from '@portal/contract/limits'
import { SwitchOneTapLinks } from '@portal/contract/one-tap'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { readTextUpTo } from '../../platform/http/body.ts'
import { getClientMail } from '../../platform/mail/client-mail.ts'
import { confirmReplyTo } from './confirm-reply-to.ts'
import { getSender } from './get-sender.ts'
import { countDeliveries, listDeliveries } from './list-deliveries.ts'
import { saveSender } from './save-sender.ts'
import { sendAgain, sendAllAgain, tryAddressAgain } from './send-again.ts'
import { receiveReport } from './receive-report.ts'
import { switchOneTapLinks } from './switch-one-tap-links.ts'

const access = 'bookkeeper'

/** Routes of the firm's mail: its sender, deliveries, and reports of the mail provider. */
export const firmMailRoutes = new Hono<AppTypes>()
  .get(
    '/sender',
    endpoint({
      id: 'getSender',
      summary: 'Get the sender of the firm’s email',
      access,
      response: MailSender,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getSender(c.var.ctx)),
  )
  .put(
    '/sender',
    endpoint({
      id: 'changeSender',
      summary: 'Change the sender of the firm’s email',
      access,
      json: SaveMailSender,
      response: MailSender,
      errors: ['not_found', 'too_many_requests', 'client_refused'],
    }),
    async (c) => c.json(await saveSender(c.var.ctx, c.req.valid('json'))),
  )
  .put(
    '/one-tap-links',
    endpoint({
      id: 'switchOneTapLinks',
      summary: 'Turn one-tap links in the emails to the firm’s clients on or off',
      access,
      json: SwitchOneTapLinks,
      response: Ok,
    }),
    (c) => okAfter(c, switchOneTapLinks(c.var.ctx, c.req.valid('json').on)),
  )
  .post(
    '/reply-to/confirm',
    endpoint({
      id: 'confirmReplyTo',
      summary: 'Confirm a firm’s reply address with the token mailed to it',
      access: 'public',
      json: ConfirmReplyTo,
      response: Ok,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    (c) => okAfter(c, confirmReplyTo(c.var.ctx, c.req.valid('json').token)),
  )
  .get(
    '/deliveries',
    endpoint({
      id: 'listMailDeliveries',
      summary: 'List waiting or failed email to the bookkeeper and their clients',
      access,
      query: MailDeliveriesQuery,
      response: MailDeliveriesPage,
    }),
    async (c) => c.json(await listDeliveries(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/deliveries/counts',
    endpoint({
      id: 'countMailDeliveries',
      summary: 'Count waiting and failed email',
      access,
      response: MailDeliveryCounts,
    }),
    async (c) => c.json(await countDeliveries(c.var.ctx)),
  )
  .post(
    '/deliveries/send-again',
    endpoint({ id: 'resendAllMail', summary: 'Resend all failed email', access, response: ResendResult }),
    async (c) => c.json(await sendAllAgain(c.var.ctx)),
  )
  .post(
    '/deliveries/:id/send-again',
    endpoint({
      id: 'resendMail',
      summary: 'Resend an email',
      access,
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, sendAgain(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/clients/:id',
    endpoint({
      id: 'getMailHealth',
      summary: 'Get the delivery problem of a client’s address',
      access,
      param: IdParam,
      response: ClientMail,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getClientMail(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/clients/:id/try-again',
    endpoint({
      id: 'retryClientMail',
      summary: 'Clear the delivery problem of a client’s address and resend held email',
      access,
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, tryAddressAgain(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/reports',
    endpoint({
      id: 'reportMail',
      summary: 'Receive a signed report of a bounce or complaint from the email provider',
      access: 'public',
      response: Ok,
      errors: ['unauthenticated'],
    }),
    async (c) => {
      // The provider signs with Svix, whose headers have names of their own.
      const header = (name: string) => c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? ''
      const headers = {
        'webhook-id': header('id'),
        'webhook-timestamp': header('timestamp'),
        'webhook-signature': header('signature'),
      }
      return okAfter(
        c,
        receiveReport(c.var.ctx, headers, () => readTextUpTo(c.req.raw, MAX_JSON_BYTES)),
      )
    },
  )
