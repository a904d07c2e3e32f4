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
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
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

/** Routes of webhook deliveries. */
const deliveriesRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listWebhookDeliveries',
      summary: 'List webhook deliveries',
      access,
      query: WebhookDeliveriesQuery,
      response: WebhookDeliveriesPage,
    }),
    async (c) => c.json(await listDeliveries(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/:id',
    endpoint({
      id: 'getWebhookDelivery',
      summary: 'Get a webhook delivery with its request and response',
      access,
      param,
      response: WebhookDeliveryDetail,
      errors,
    }),
    async (c) => c.json(await getDelivery(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/resend',
    endpoint({
      id: 'resendWebhookDelivery',
      summary: 'Resend a webhook delivery with the same id',
      access,
      param,
      response: Ok,
      errors: ['not_found', 'webhook_off', 'too_many_requests'],
    }),
    (c) => okAfter(c, sendAgain(c.var.ctx, c.req.valid('param').id)),
  )

export const webhooksRoutes = new Hono<AppTypes>()
  .get('/', endpoint({ id: 'listWebhooks', summary: 'List webhooks', access, response: Webhooks }), async (c) =>
    c.json(await listWebhooks(c.var.ctx)),
  )
  .post(
    '/',
    endpoint({
      id: 'createWebhook',
      summary: 'Add a webhook; only this response contains its signing secret',
      access,
      json: NewWebhook,
      response: WebhookSecret,
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
      summary: 'Update a webhook',
      access,
      param,
      json: UpdateWebhook,
      response: Ok,
      errors,
    }),
    (c) => okAfter(c, updateWebhook(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'deleteWebhook',
      summary: 'Delete a webhook and its deliveries',
      access,
      param,
      response: Ok,
      errors,
    }),
    (c) => okAfter(c, removeWebhook(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/secret',
    endpoint({
      id: 'rotateWebhookSecret',
      summary: 'Rotate the signing secret; the old one stays valid for a day',
      access,
      param,
      response: WebhookSecret,
      errors,
    }),
    async (c) => c.json(await rotateSecret(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/test',
    endpoint({
      id: 'testWebhook',
      summary: 'Send a test event and return the outcome',
      access,
      param,
      response: WebhookDeliveryDetail,
      errors: ['not_found', 'too_many_requests'],
    }),
    async (c) => c.json(await sendTest(c.var.ctx, c.req.valid('param').id)),
  )
