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
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { boundedText } from '../http/body.ts'
import { encodedJson } from '../http/encoded.ts'
import { getClientMail } from './client-mail.ts'
import { confirmReplyTo } from './confirm-reply-to.ts'
import { getSender } from './get-sender.ts'
import { countDeliveries, listDeliveries } from './list-deliveries.ts'
import { saveSender } from './save-sender.ts'
import { sendAgain, sendAllAgain, tryAddressAgain } from './send-again.ts'
import { receiveReport } from './receive-report.ts'

const access = 'bookkeeper'
const ok = { ok: true as const }

/** The firm's mail: who it is from, what of it waits or failed, and what the provider reports. */
export const firmMailRoutes = new Hono<AppTypes>()
  .get(
    '/sender',
    endpoint({
      id: 'getSender',
      summary: 'Who the firm’s mails are from',
      access,
      answer: MailSender,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getSender(c.var.ctx)),
  )
  .put(
    '/sender',
    endpoint({
      id: 'changeSender',
      summary: 'Changes who the firm’s mails are from',
      access,
      json: SaveMailSender,
      answer: MailSender,
      errors: ['not_found', 'too_many_requests', 'client_refused'],
    }),
    async (c) => c.json(await saveSender(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/reply-to/confirm',
    endpoint({
      id: 'confirmReplyTo',
      summary: "Confirm a firm's reply address with the link mailed to it",
      access: 'public',
      json: ConfirmReplyTo,
      answer: Ok,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => {
      await confirmReplyTo(c.var.ctx, c.req.valid('json').token)
      return c.json(ok)
    },
  )
  .get(
    '/deliveries',
    endpoint({
      id: 'listMailDeliveries',
      summary: 'Mails to oneself and one’s clients that wait or failed',
      access,
      query: MailDeliveriesQuery,
      answer: MailDeliveriesPage,
    }),
    async (c) => encodedJson(c, await listDeliveries(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/deliveries/counts',
    endpoint({
      id: 'countMailDeliveries',
      summary: 'How many mails wait or failed',
      access,
      answer: MailDeliveryCounts,
    }),
    async (c) => c.json(await countDeliveries(c.var.ctx)),
  )
  .post(
    '/deliveries/send-again',
    endpoint({ id: 'resendAllMail', summary: 'Tries all failed mails again', access, answer: ResendResult }),
    async (c) => c.json(await sendAllAgain(c.var.ctx)),
  )
  .post(
    '/deliveries/:id/send-again',
    endpoint({
      id: 'resendMail',
      summary: 'Tries a mail again',
      access,
      param: IdParam,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      await sendAgain(c.var.ctx, c.req.valid('param').id)
      return c.json(ok)
    },
  )
  .get(
    '/clients/:id',
    endpoint({
      id: 'getMailHealth',
      summary: 'Whether mail reaches a client',
      access,
      param: IdParam,
      answer: ClientMail,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getClientMail(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/clients/:id/try-again',
    endpoint({
      id: 'retryClientMail',
      summary: 'Sends mail to a client again whose address did not take it',
      access,
      param: IdParam,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      await tryAddressAgain(c.var.ctx, c.req.valid('param').id)
      return c.json(ok)
    },
  )
  .post(
    '/reports',
    endpoint({
      id: 'reportMail',
      summary: 'The mail provider reports a bounce or a complaint, signed',
      access: 'public',
      answer: Ok,
      errors: ['unauthenticated'],
    }),
    async (c) => {
      const header = (name: string) => c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? ''
      await receiveReport(
        c.var.ctx,
        { id: header('id'), timestamp: header('timestamp'), signature: header('signature') },
        () => boundedText(c.req.raw, MAX_JSON_BYTES),
      )
      return c.json(ok)
    },
  )
