import { BOM, csvLine } from '@portal/contract/csv'
import type { DownloadScope } from '@portal/contract/review'
import { makeZip } from 'client-zip'
import type { ArchiveFile } from './archive-files.ts'
import { nextChunk } from '../../platform/storage/incoming.ts'
import { answerFileName, ArchiveNames } from './archive-names.ts'

const MANIFEST = 'manifest.csv'
const COLUMNS = [
  'File',
  'Original name',
  'Client',
  'Email',
  'Workform',
  'Section',
  'Field',
  'Bytes',
  'SHA-256',
  'Uploaded',
  'Submitted',
  'Note',
]

/** Returns the path of a file in the ZIP, with folders only for what the scope does not fix. */
function pathOf(names: ArchiveNames, { assignment, workform, client }: DownloadScope, file: ArchiveFile): string {
  let folder = ''
  if (!assignment && !client) folder = names.place(folder, file.client, file.client_id)
  if (!assignment && !workform) folder = names.place(folder, file.workform, file.workform_id)
  if (!assignment) folder = names.place(folder, file.section, file.assignment_id)
  return names.place(folder, answerFileName(file.field, file.name), file.id)
}

function manifestRow(path: string, file: ArchiveFile, note: string): string {
  const { name, client, email, workform, section, field, size, sha256, created_at, submitted_at } = file
  return csvLine([
    path,
    name,
    client,
    email,
    workform,
    section,
    field,
    String(size),
    sha256,
    created_at,
    submitted_at ?? '',
    note,
  ])
}

/** Reads an object in large chunks, which cost less time and garbage than the small ones of the stream. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' })
  try {
    for (let piece = await nextChunk(reader); piece.length > 0; piece = await nextChunk(reader)) yield piece
  } finally {
    await reader.cancel()
  }
}

/** Yields the files, each opened when it is needed, and then the manifest with the outcome of each. */
async function* entries(bucket: R2Bucket, scope: DownloadScope, files: readonly ArchiveFile[]) {
  const names = new ArchiveNames()
  const manifest = names.place('', MANIFEST, MANIFEST)
  const lines = [BOM + csvLine(COLUMNS)]
  for (const file of files) {
    const path = pathOf(names, scope, file)
    const object = await bucket.get(file.path)
    // Rejected during this download: note it in the manifest instead of breaking off.
    lines.push(manifestRow(path, file, object ? '' : 'no longer available'))
    if (object)
      yield { name: path, input: pieces(object.body), size: object.size, lastModified: new Date(file.created_at) }
  }
  yield { name: manifest, input: lines.join(''), lastModified: new Date() }
}

/** Streams a ZIP of the files. Reads from storage as fast as the client downloads, so memory use stays constant. */
export function archive(
  bucket: R2Bucket,
  scope: DownloadScope,
  files: readonly ArchiveFile[],
): ReadableStream<Uint8Array> {
  return makeZip(entries(bucket, scope, files))
}
