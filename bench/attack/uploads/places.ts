import {
  CHAT_FILE_EXTENSIONS,
  CLIENT_FILE_EXTENSIONS,
  REUPLOAD_EXTENSIONS,
  WORKFORM_TEMPLATE_EXTENSIONS,
} from '@portal/contract/files'
import { good } from '../../../worker/src/testing/accounts.ts'
import type { Caller } from '../../../worker/src/testing/portal.ts'
import { newWork, type Work } from '../../../worker/src/testing/sections.ts'
import { send } from '../../../worker/src/testing/work.ts'
import { threadOf } from '../lib/database.ts'

/** A place that accepts files. */
export interface UploadPlace {
  purpose: 'answer' | 'template' | 'chat'
  caller: Caller
  path: string
  /** Sent with the name of each file. */
  input: Record<string, string>
  extensions: readonly string[]
}

/** Creates a bookkeeper and a client. @returns them with every place that accepts their files */
export async function newUploadPlaces(): Promise<Work & { places: UploadPlace[] }> {
  const work = await newWork([
    { id: 'scan', name: 'Scan', type: 'file', section: 'First' },
    { id: 'signed', name: 'Signed', type: 'download-reupload', section: 'First' },
  ])
  const { bookkeeper, client, first } = work
  const answer = { purpose: 'answer', caller: client, path: `/api/portal/sections/${first.id}` } as const
  const template = { purpose: 'template', caller: bookkeeper, path: '/api/templates' } as const
  const path = `/api/chat/threads/${await threadOf(client.clientId)}`
  const chat = { purpose: 'chat', path, input: {}, extensions: CHAT_FILE_EXTENSIONS } as const
  const places = [
    { ...answer, input: { field: 'scan' }, extensions: CLIENT_FILE_EXTENSIONS },
    { ...answer, input: { field: 'signed' }, extensions: REUPLOAD_EXTENSIONS },
    { ...template, input: { screen: 'assign' }, extensions: REUPLOAD_EXTENSIONS },
    { ...template, input: { screen: 'workforms' }, extensions: WORKFORM_TEMPLATE_EXTENSIONS },
    { ...chat, caller: client },
    { ...chat, caller: bookkeeper },
  ]
  return { ...work, places }
}

/** Uploads a file in one request. */
export const uploadWhole = ({ caller, path, input }: UploadPlace, name: string, body: BodyInit): Promise<Response> =>
  caller.fetch(`${path}/files?${new URLSearchParams({ ...input, name })}`, { method: 'POST', body })

const startUpload = ({ caller, path, input }: UploadPlace, name: string, size: number): Promise<Response> =>
  send(caller, 'POST', `${path}/uploads`, { ...input, name, size })

const uploadPart = (caller: Caller, id: string, part: number | string, body: BodyInit): Promise<Response> =>
  caller.fetch(`/api/uploads/${id}/parts/${part}`, { method: 'PUT', body })

const completeUpload = (caller: Caller, id: string, body: object = {}): Promise<Response> =>
  send(caller, 'POST', `/api/uploads/${id}/complete`, body)

/** Uploads a file in parts. @returns the first response that is an error, or the last */
export async function uploadInParts(
  place: UploadPlace,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const started = await startUpload(place, name, bytes.length)
  if (!started.ok) return started
  const { id, part_size } = await good<{ id: string; part_size: number }>(started)
  for (let at = 0, part = 1; at < bytes.length; at += part_size, part++) {
    const response = await uploadPart(place.caller, id, part, bytes.subarray(at, at + part_size))
    if (!response.ok) return response
  }
  return completeUpload(place.caller, id)
}
