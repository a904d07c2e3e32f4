import { BOM, csvLine } from '@portal/contract/csv'
import type { DownloadScope } from '@portal/contract/review'
import { makeZip } from 'client-zip'
import type { ArchiveFile } from './archive-files.ts'
import { nextChunk } from '../storage/incoming.ts'
import { Names } from './archive-names.ts'

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

/** The path of a file in the ZIP: only the folders that the scope leaves open. */
function pathOf(names: Names, { assignment, workform, client }: DownloadScope, file: ArchiveFile): string {
  let folder = ''
  if (!assignment && !client) folder = names.place(folder, file.client, file.client_id)
  if (!assignment && !workform) folder = names.place(folder, file.workform, file.workform_id)
  if (!assignment) folder = names.place(folder, file.section, file.assignment_id)
  return names.place(folder, file.field ? `${file.field} - ${file.name}` : file.name, file.id)
}

function line(path: string, file: ArchiveFile, note: string): string {
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

/** An object in large pieces: a fraction of the turns, and of the garbage, that the stream's own small ones make. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' })
  try {
    for (let piece = await nextChunk(reader); piece.length > 0; piece = await nextChunk(reader)) yield piece
  } finally {
    await reader.cancel()
  }
}

/** The files one after the other, each opened when its turn comes, and last the manifest, which knows what became of each. */
async function* entries(bucket: R2Bucket, scope: DownloadScope, files: readonly ArchiveFile[]) {
  const names = new Names()
  const manifest = names.place('', MANIFEST, MANIFEST)
  const lines = [BOM + csvLine(COLUMNS)]
  for (const file of files) {
    const path = pathOf(names, scope, file)
    const object = await bucket.get(file.path)
    // Declined while this download was under way: said in the manifest, rather than a download that breaks off.
    lines.push(line(path, file, object ? '' : 'no longer there'))
    if (object)
      yield { name: path, input: pieces(object.body), size: object.size, lastModified: new Date(file.created_at) }
  }
  yield { name: manifest, input: lines.join(''), lastModified: new Date() }
}

/** A ZIP of the files as a stream: read from storage as fast as it is taken, so that memory stays flat whatever its size. */
export function archive(
  bucket: R2Bucket,
  scope: DownloadScope,
  files: readonly ArchiveFile[],
): ReadableStream<Uint8Array> {
  return makeZip(entries(bucket, scope, files))
}
