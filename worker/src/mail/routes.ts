import { IdParam, Ok } from '@portal/contract/common'
import { ClientMail, DeliveriesPage, DeliveriesQuery, DeliveryCounts, MailSender, SaveMailSender, SentAgain } from '@portal/contract/mail'
import { MAX_JSON_BYTES } from '@portal/contract/limits'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { boundedText } from '../http/body.ts'
import { encodedJson } from '../http/encoded.ts'
import { getClientMail } from './client-mail.ts'
import { getSender } from './get-sender.ts'
import { countDeliveries, listDeliveries } from './list-deliveries.ts'
import { saveSender } from './save-sender.ts'
import { sendAgain, sendAllAgain, tryAddressAgain } from './send-again.ts'
import { takeReport } from './take-report.ts'

const access = 'bookkeeper'
const ok = { ok: true as const }

/** The firm's mail: who it is from, what of it waits or failed, and what the provider reports. */
export const firmMailRoutes = new Hono<AppTypes>()
  .get('/sender', endpoint({ summary: 'Who the firm’s mails are from', access, answer: MailSender, errors: ['not_found'] }), async (c) =>
    c.json(await getSender(c.var.ctx)),
  )
  .put(
    '/sender',
    endpoint({ summary: 'Changes who the firm’s mails are from', access, json: SaveMailSender, answer: MailSender, errors: ['not_found'] }),
    async (c) => c.json(await saveSender(c.var.ctx, c.req.valid('json'))),
  )
  .get(
    '/deliveries',
    endpoint({ summary: 'Mails to oneself and one’s clients that wait or failed', access, query: DeliveriesQuery, answer: DeliveriesPage }),
    async (c) => encodedJson(c, await listDeliveries(c.var.ctx, c.req.valid('query'))),
  )
  .get('/deliveries/counts', endpoint({ summary: 'How many mails wait or failed', access, answer: DeliveryCounts }), async (c) =>
    c.json(await countDeliveries(c.var.ctx)),
  )
  .post('/deliveries/send-again', endpoint({ summary: 'Tries all failed mails again', access, answer: SentAgain }), async (c) =>
    c.json(await sendAllAgain(c.var.ctx)),
  )
  .post(
    '/deliveries/:id/send-again',
    endpoint({ summary: 'Tries a mail again', access, param: IdParam, answer: Ok, errors: ['not_found'] }),
    async (c) => {
      await sendAgain(c.var.ctx, c.req.valid('param').id)
      return c.json(ok)
    },
  )
  .get(
    '/clients/:id',
    endpoint({ summary: 'Whether mail reaches a client', access, param: IdParam, answer: ClientMail, errors: ['not_found'] }),
    async (c) => c.json(await getClientMail(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/clients/:id/try-again',
    endpoint({
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
      summary: 'The mail provider reports a bounce or a complaint, signed',
      access: 'public',
      answer: Ok,
      errors: ['unauthenticated'],
    }),
    async (c) => {
      const body = await boundedText(c.req.raw, MAX_JSON_BYTES)
      const header = (name: string) => c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? ''
      await takeReport(c.var.ctx, { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }, body)
      return c.json(ok)
    },
  )
