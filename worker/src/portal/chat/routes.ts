import {
  ChatMessage,
  ChatMessagesPage,
  ChatMessagesQuery,
  ChatPresence,
  ChatSections,
  ChatThreads,
  ChatThreadsQuery,
  ChatUnread,
  EditMessage,
  MarkChatRead,
  MessageParam,
  SectionComments,
  SendMessage,
} from '@portal/contract/chat'
import { IdParam, Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { countUnread } from './count-unread.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { getPresence } from './get-presence.ts'
import { listComments } from './list-comments.ts'
import { listMessages } from './list-messages.ts'
import { listSections } from './list-sections.ts'
import { listThreads } from './list-threads.ts'
import { markDelivered } from './mark-delivered.ts'
import { markRead } from './mark-read.ts'
import { sendMessage } from './send-message.ts'

const access = 'user'

const messageRoutes = new Hono<AppTypes>()
  .get(
    '/threads/:id/messages',
    endpoint({
      id: 'listMessages',
      summary: 'List the messages of a conversation',
      access,
      param: IdParam,
      query: ChatMessagesQuery,
      response: ChatMessagesPage,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listMessages(c.var.ctx, c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/threads/:id/messages',
    endpoint({
      id: 'sendMessage',
      summary: 'Send a message; a retry with the same id has no effect',
      access,
      param: IdParam,
      json: SendMessage,
      status: 201,
      response: ChatMessage,
      errors: ['not_found', 'stale', 'too_many_requests'],
    }),
    async (c) => c.json(await sendMessage(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 201),
  )
  .patch(
    '/threads/:id/messages/:messageId',
    endpoint({
      id: 'editMessage',
      summary: 'Edit one of your messages within 5 minutes',
      access,
      param: MessageParam,
      json: EditMessage,
      response: ChatMessage,
      errors: ['not_found', 'message_settled', 'message_deleted'],
    }),
    async (c) => {
      const { id, messageId } = c.req.valid('param')
      return c.json(await editMessage(c.var.ctx, id, messageId, c.req.valid('json').message))
    },
  )
  .delete(
    '/threads/:id/messages/:messageId',
    endpoint({
      id: 'deleteMessage',
      summary: 'Delete one of your messages with its files; a placeholder stays',
      access,
      param: MessageParam,
      response: ChatMessage,
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, messageId } = c.req.valid('param')
      return c.json(await deleteMessage(c.var.ctx, id, messageId))
    },
  )

/** Routes of the chat, for bookkeepers and clients. */
export const chatRoutes = new Hono<AppTypes>()
  .get(
    '/threads',
    endpoint({
      id: 'listThreads',
      summary: 'List and search your conversations',
      access,
      query: ChatThreadsQuery,
      response: ChatThreads,
    }),
    async (c) => c.json(await listThreads(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/unread',
    endpoint({ id: 'countUnreadMessages', summary: 'Count unread messages', access, response: ChatUnread }),
    async (c) => c.json(await countUnread(c.var.ctx)),
  )
  .post(
    '/delivered',
    endpoint({
      id: 'markMessagesDelivered',
      summary: 'Mark messages as delivered',
      access,
      response: Ok,
    }),
    (c) => okAfter(c, markDelivered(c.var.ctx)),
  )
  .post(
    '/threads/:id/read',
    endpoint({
      id: 'markThreadRead',
      summary: 'Mark messages as read up to a position',
      access,
      param: IdParam,
      json: MarkChatRead,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, markRead(c.var.ctx, c.req.valid('param').id, c.req.valid('json').seq)),
  )
  .post(
    '/threads/:id/presence',
    endpoint({
      id: 'watchPresence',
      summary: 'Get the presence of the other side; changes follow as live updates for two minutes',
      access,
      param: IdParam,
      response: ChatPresence,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getPresence(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/threads/:id/sections',
    endpoint({
      id: 'listThreadSections',
      summary: 'List the sections that a message can be about',
      access,
      param: IdParam,
      response: ChatSections,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listSections(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/sections/:id/comments',
    endpoint({
      id: 'listComments',
      summary: 'List the comments on the questions of a section',
      access,
      param: IdParam,
      response: SectionComments,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listComments(c.var.ctx, c.req.valid('param').id)),
  )
  .route('/', messageRoutes)
