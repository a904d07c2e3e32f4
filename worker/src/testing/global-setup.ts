import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { bundleWorker } from '../../../tools/run/bundle-worker.ts'
import { localSecret, type Stack, startStack } from '../../../tools/run/stack.ts'
import { startBreaches } from './breaches.ts'
import { startIssuer } from './issuer.ts'
import { LOG_FILE_VARIABLE } from './target.ts'

/** Signs the reports of the tests' mail provider. */
const MAIL_REPORT_SECRET = `whsec_${Buffer.from('a secret of the mail provider').toString('base64')}`

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string
    /** The operator origin. */
    operatorUrl: string
    databaseUrl: string
    authSecret: string
    issuerUrl: string
    mailReportSecret: string
    /** Path of the worker's bundle, for tests that start another portal. */
    bundle: string
    /** Serves the bucket client-documents: GET of a path. */
    documentsUrl: string
    /** Serves the bucket of remotes' builds: GET and PUT of a key, for tests that damage it. */
    buildsUrl: string
    /** File with the portal's log, one entry per line. */
    logFile: string
  }
}

/** Serves a bucket over HTTP, so that tests can read and write objects directly. */
async function serveBucket({ miniflare }: Stack, name: string): Promise<{ url: string; close: () => void }> {
  const bucket = await miniflare.getR2Bucket(name)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = decodeURIComponent((request.url ?? '/').slice(1))
    if (request.method === 'PUT') await bucket.put(key, await text(request))
    const object = await bucket.get(key)
    response.writeHead(object ? 200 : 404, { 'content-type': object?.httpMetadata?.contentType ?? 'text/plain' })
    response.end(object ? await object.text() : '')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close: () => server.close() }
}

/** What people of the tests have in their data. */
const PERSONAL = /@|example\.(com|org)|Bea Bookkeeper|Cleo Client|\b555 0\d/

/** @throws Error when a test made the portal log what a person typed */
function requireImpersonalLog(file: string): void {
  if (!existsSync(file)) return
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((entry) => PERSONAL.test(entry))
  if (line) throw new Error(`The log contains personal data: ${line}`)
}

/** Some pages of the shell. */
const PAGES = ['/', '/client-auth', '/client-setup', '/client-link', '/guest', '/dashboard', '/profile/audit']
const NO_CHUNKS = Object.fromEntries(PAGES.map((path) => [path, []]))

/** Writes a minimal build of the shell. */
function writeShell(dir: string): void {
  mkdirSync(dir)
  writeFileSync(join(dir, 'shell.html'), '<!doctype html><html><head><title>Portal</title></head><body></body></html>')
  writeFileSync(join(dir, 'operators.html'), '<!doctype html><html><head><title>Operators</title></head></html>')
  writeFileSync(
    join(dir, 'shell.json'),
    JSON.stringify({
      version: '1.0.0',
      contract: '1.2.0',
      sdk: '1.2.0',
      chunks: { federation: ['/assets/federation.js'], chat: ['/assets/chat.js'] },
      pages: { ...NO_CHUNKS, '/chat': ['bookkeeper', 'chat'] },
    }),
  )
}

/**
 * Starts one real portal for all worker tests: bundled worker, database, R2 and Durable Objects. Each test creates
 * its own firm.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const bundle = join(data, 'worker', 'index.js')
  await bundleWorker('development', bundle)
  const shell = join(data, 'shell')
  writeShell(shell)
  // Tests of the operator page use different addresses, because attempts are limited per address.
  const operators = Array.from({ length: 15 }, (_, i) => `operator-${i}@example.com`)
  const logFile = process.env[LOG_FILE_VARIABLE] ?? join(data, 'log')
  const issuer = await startIssuer()
  const breaches = await startBreaches()
  const stack = await startStack({
    data,
    bundle,
    shell,
    port: 0,
    // All tests come from one address. The limit has a test with a portal of its own.
    floodLimit: 1_000_000,
    // Digests wait until a test makes them due, and for the next day as in production.
    vars: {
      ...issuer.variables,
      MESSAGES_MAIL_PAUSE_S: '600',
      NEWS_MAIL_PAUSE_S: '600',
      MAIL_DELAY_MAX_S: '3600',
      ROUTINE_MAIL_EVERY_S: '172800',
      PUSH_PAUSE_S: '0',
      RESEND_WEBHOOK_SECRET: MAIL_REPORT_SECRET,
      BREACHED_URL: breaches.url,
      PASSWORD_HASH_COST: 'minimal',
      OPERATOR_EMAIL: 'operator@example.com',
      OPERATORS: operators.join(),
    },
    onLog: (line) => {
      appendFileSync(logFile, `${line}\n`)
      if (line.includes('"event":"error"')) console.error(line)
    },
  })
  issuer.admit(stack.url)
  project.provide('portalUrl', stack.url)
  project.provide('operatorUrl', stack.operatorUrl)
  project.provide('databaseUrl', stack.sqld.url)
  project.provide('authSecret', localSecret(data))
  project.provide('mailReportSecret', MAIL_REPORT_SECRET)
  project.provide('issuerUrl', issuer.url)
  project.provide('bundle', bundle)
  const documents = await serveBucket(stack, 'DOCUMENTS')
  project.provide('documentsUrl', documents.url)
  const builds = await serveBucket(stack, 'REMOTES')
  project.provide('buildsUrl', builds.url)
  project.provide('logFile', logFile)
  return async () => {
    documents.close()
    builds.close()
    await stack.stop()
    await issuer.stop()
    breaches.stop()
    try {
      requireImpersonalLog(logFile)
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }
}
