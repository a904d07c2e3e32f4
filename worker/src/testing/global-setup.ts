import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleWorker } from '../../local/bundle-worker.ts'
import { localSecret, type Stack, startStack } from '../../local/stack.ts'
import { startIssuer } from './issuer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string
    databaseUrl: string
    authSecret: string
    issuerUrl: string
    /** The worker's bundle, for tests that start a portal of their own. */
    bundle: string
    /** Answers GET of a path with that file of the bucket client-documents. */
    documentsUrl: string
  }
}

/** Lets tests read what lies in the bucket client-documents, which no route of the portal shows. */
async function serveDocuments({ miniflare }: Stack): Promise<Server> {
  const bucket = await miniflare.getR2Bucket('DOCUMENTS')
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const object = await bucket.get(path)
    response.writeHead(object ? 200 : 404, { 'content-type': object?.httpMetadata?.contentType ?? 'text/plain' })
    response.end(object ? await object.text() : '')
  }
  const server = createServer((request, response) => void answer(decodeURIComponent((request.url ?? '/').slice(1)), response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** One real portal for all worker tests: built worker, database, R2 and Durable Objects; each test makes its own firm. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const bundle = join(data, 'worker', 'index.js')
  await bundleWorker(bundle)
  const shell = join(data, 'shell')
  mkdirSync(shell)
  writeFileSync(join(shell, 'shell.html'), '<!doctype html><html><head><title>Portal</title></head><body></body></html>')
  writeFileSync(
    join(shell, 'shell.json'),
    JSON.stringify({
      version: '1.0.0',
      contract: '1.2.0',
      sdk: '1.2.0',
      chunks: { federation: ['/assets/federation.js'], chat: ['/assets/chat.js'] },
    }),
  )
  const log: string[] = []
  const issuer = await startIssuer()
  const stack = await startStack({
    data,
    bundle,
    shell,
    port: 0,
    vars: issuer.variables,
    onLog: (line) => {
      log.push(line)
      if (line.includes('"event":"error"')) console.error(line)
    },
  })
  issuer.admit(stack.url)
  project.provide('portalUrl', stack.url)
  project.provide('databaseUrl', stack.sqld.url)
  project.provide('authSecret', localSecret(data))
  project.provide('issuerUrl', issuer.url)
  project.provide('bundle', bundle)
  const documents = await serveDocuments(stack)
  const address = documents.address()
  project.provide('documentsUrl', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  return async () => {
    documents.close()
    await stack.stop()
    await issuer.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
