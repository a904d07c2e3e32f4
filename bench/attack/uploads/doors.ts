import {
  CHAT_FILE_EXTENSIONS,
  CLIENT_FILE_EXTENSIONS,
  REUPLOAD_EXTENSIONS,
  WORKFORM_TEMPLATE_EXTENSIONS,
} from '@portal/contract/files'
import type { Caller } from '../../../worker/src/testing/portal.ts'
import type { Work } from '../../../worker/src/testing/sections.ts'
import { rows, send } from '../../../worker/src/testing/work.ts'

/** A way in. */
export interface Door {
  name: string
  purpose: 'answer' | 'template' | 'chat'
  who: Caller
  extensions: readonly string[]
  /** Asks to send a file whole. */
  whole(name: string): string
  /** What announces a file in parts, and where. */
  parts: { path: string; more: Record<string, string> }
}

/** What a client is asked to send in. */
export const FIELDS = [
  { id: 'scan', name: 'Scan', type: 'file', section: 'First' },
  { id: 'signed', name: 'Signed', type: 'download-reupload', section: 'First' },
]

/** Every way in of two people. */
export async function doorsOf({ bookkeeper, client, first }: Work): Promise<Door[]> {
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', client.clientId)
  const section = `/api/portal/sections/${first.id}`
  const query = (more: Record<string, string>) => new URLSearchParams(more).toString()
  const field = (id: string, extensions: readonly string[]): Door => ({
    name: `a client's ${id} field`,
    purpose: 'answer',
    who: client,
    extensions,
    whole: (name) => `${section}/files?${query({ field: id, name })}`,
    parts: { path: `${section}/uploads`, more: { field: id } },
  })
  const template = (screen: string, extensions: readonly string[]): Door => ({
    name: `a template on ${screen}`,
    purpose: 'template',
    who: bookkeeper,
    extensions,
    whole: (name) => `/api/templates/files?${query({ screen, name })}`,
    parts: { path: '/api/templates/uploads', more: { screen } },
  })
  const chat = (who: Caller, name: string): Door => ({
    name: `the chat, by the ${name}`,
    purpose: 'chat',
    who,
    extensions: CHAT_FILE_EXTENSIONS,
    whole: (file) => `/api/chat/threads/${thread?.id}/files?${query({ name: file })}`,
    parts: { path: `/api/chat/threads/${thread?.id}/uploads`, more: {} },
  })
  return [
    field('scan', CLIENT_FILE_EXTENSIONS),
    field('signed', REUPLOAD_EXTENSIONS),
    template('assign', REUPLOAD_EXTENSIONS),
    template('workforms', WORKFORM_TEMPLATE_EXTENSIONS),
    chat(client, 'client'),
    chat(bookkeeper, 'bookkeeper'),
  ]
}

/** Sends a file in one request. */
export const sendWhole = (door: Door, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
  door.who.fetch(door.whole(name), { method: 'POST', body: bytes })

/** Announces a file that will come in parts. */
export const begin = (door: Door, name: string, size: unknown): Promise<Response> =>
  send(door.who, 'POST', door.parts.path, { ...door.parts.more, name, size })

/** Sends a file in parts. @returns the first answer that went wrong, or the last */
export async function sendInParts(door: Door, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const begun = await begin(door, name, bytes.length)
  if (!begun.ok) return begun
  const { id, part_size } = (await begun.json()) as { id: string; part_size: number }
  for (let n = 1; (n - 1) * part_size < bytes.length; n++) {
    const body = bytes.subarray((n - 1) * part_size, n * part_size)
    const put = await door.who.fetch(`/api/uploads/${id}/parts/${n}`, { method: 'PUT', body })
    if (!put.ok) return put
  }
  return send(door.who, 'POST', `/api/uploads/${id}/complete`, {})
}
