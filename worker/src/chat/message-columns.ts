import { chatMessages } from '../db/schema/index.ts'

/** The columns of a message in the format of the API. */
export const MESSAGE_COLUMNS = {
  id: chatMessages.id,
  thread_id: chatMessages.thread_id,
  seq: chatMessages.seq,
  sender: chatMessages.sender,
  message: chatMessages.message,
  attachments: chatMessages.attachments,
  about: chatMessages.about,
  created_at: chatMessages.created_at,
  edited_at: chatMessages.edited_at,
  deleted_at: chatMessages.deleted_at,
} as const
