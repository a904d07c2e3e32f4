import { ChatMessage, ChatMessagesPage, ChatMessagesQuery, ChatThreads, ChatThreadsQuery, SendMessage } from '@portal/contract/chat'
import { IdParam } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { listMessages } from './list-messages.ts'
import { listThreads } from './list-threads.ts'
import { sendMessage } from './send-message.ts'

/** Chat between a bookkeeper and their clients, for both sides. */
export const chatRoutes = new Hono<AppTypes>()
  .get(
    '/threads',
    endpoint({ summary: 'Own conversations, the latest first', access: 'user', query: ChatThreadsQuery, answer: ChatThreads }),
    async (c) => c.json(await listThreads(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/threads/:id/messages',
    endpoint({
      summary: 'Messages of a conversation: the newest page first, each page in order of time',
      access: 'user',
      param: IdParam,
      query: ChatMessagesQuery,
      answer: ChatMessagesPage,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listMessages(c.var.ctx, c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/threads/:id/messages',
    endpoint({
      summary: 'Write a message',
      access: 'user',
      param: IdParam,
      json: SendMessage,
      status: 201,
      answer: ChatMessage,
      errors: ['not_found'],
    }),
    async (c) => c.json(await sendMessage(c.var.ctx, c.req.valid('param').id, c.req.valid('json').message), 201),
  )
