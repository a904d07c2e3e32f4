import { IdParam, Ok } from '@portal/contract/common'
import {
  WebhookDeliveriesPage,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetail,
  NewWebhook,
  UpdateWebhook,
  WebhookSecret,
  Webhooks,
} from '@portal/contract/webhooks'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { encodedJson } from '../http/encoded.ts'
import { addWebhook } from './add-webhook.ts'
import { getDelivery, listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { removeWebhook } from './remove-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sendAgain } from './send-again.ts'
import { sendTest } from './send-test.ts'
import { updateWebhook } from './update-webhook.ts'

const access = 'bookkeeper'
const param = IdParam
const errors = ['not_found'] as const

/** What was sent, and what became of it. */
const deliveriesRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listWebhookDeliveries',
      summary: 'The log of webhook deliveries, the latest first',
      access,
      query: WebhookDeliveriesQuery,
      answer: WebhookDeliveriesPage,
    }),
    async (c) => encodedJson(c, await listDeliveries(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/:id',
    endpoint({
      id: 'getWebhookDelivery',
      summary: 'A webhook delivery with what was sent and answered',
      access,
      param,
      answer: WebhookDeliveryDetail,
      errors,
    }),
    async (c) => encodedJson(c, await getDelivery(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/resend',
    endpoint({
      id: 'resendWebhookDelivery',
      summary: 'Sends a webhook delivery again, under the same id',
      access,
      param,
      answer: Ok,
      errors: ['not_found', 'webhook_off', 'too_many_requests'],
    }),
    async (c) => c.json(await sendAgain(c.var.ctx, c.req.valid('param').id)),
  )

/** The addresses that a bookkeeper's events are sent to. */
export const webhooksRoutes = new Hono<AppTypes>()
  .get('/', endpoint({ id: 'listWebhooks', summary: 'Own webhook addresses', access, answer: Webhooks }), async (c) =>
    encodedJson(c, await listWebhooks(c.var.ctx)),
  )
  .post(
    '/',
    endpoint({
      id: 'createWebhook',
      summary: 'Adds a webhook address; the answer alone holds its signing secret',
      access,
      json: NewWebhook,
      answer: WebhookSecret,
      status: 201,
      errors: ['too_many_webhooks'],
    }),
    async (c) => c.json(await addWebhook(c.var.ctx, c.req.valid('json')), 201),
  )
  .route('/deliveries', deliveriesRoutes)
  .patch(
    '/:id',
    endpoint({
      id: 'updateWebhook',
      summary: 'Changes a webhook address, its events, or whether it is on',
      access,
      param,
      json: UpdateWebhook,
      answer: Ok,
      errors,
    }),
    async (c) => c.json(await updateWebhook(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'deleteWebhook',
      summary: 'Removes a webhook address with its log',
      access,
      param,
      answer: Ok,
      errors,
    }),
    async (c) => c.json(await removeWebhook(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/secret',
    endpoint({
      id: 'rotateWebhookSecret',
      summary: 'A new signing secret; the old one signs as well for a day',
      access,
      param,
      answer: WebhookSecret,
      errors,
    }),
    async (c) => c.json(await rotateSecret(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/test',
    endpoint({
      id: 'testWebhook',
      summary: 'Sends a test event at once and tells what came of it',
      access,
      param,
      answer: WebhookDeliveryDetail,
      errors: ['not_found', 'too_many_requests'],
    }),
    async (c) => c.json(await sendTest(c.var.ctx, c.req.valid('param').id)),
  )
