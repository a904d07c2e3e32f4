import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { buildAll, REMOTES } from './build.ts'
import { takeLock } from './lock.ts'
import { publishAll } from './publish-all.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from './seed/people.ts'
import { seedDemo } from './seed/index.ts'
import { StartError } from './sqld.ts'
import { type Stack, startStack } from './stack.ts'

/** `pnpm start`: the whole portal on this machine, with demo data in an empty store. PORT and PORTAL_DATA steer it. */

const root = join(import.meta.dirname, '../..')

function settings(): { port: number; data: string } {
  const port = Number(process.env['PORT'] ?? 8787)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`PORT must be a number from 0 to 65535, not "${process.env['PORT']}".`)
  return { port, data: resolve(process.env['PORTAL_DATA'] ?? join(root, '.data')) }
}

/** Refuses a taken port before anything else is started. */
async function checkPort(port: number): Promise<void> {
  await new Promise<void>((done, refuse) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      refuse(
        new StartError(
          error.code === 'EADDRINUSE' ? `Port ${port} is taken. Set PORT to a free one.` : `Port ${port} cannot be used: ${error.message}`,
        ),
      )
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}

function announce(url: string): void {
  const client = DEMO_CLIENTS.find((c) => c.signedUp)
  console.log(
    [
      '',
      `  Client portal   ${url}`,
      '',
      `  Bookkeeper      ${url}/               ${DEMO_BOOKKEEPER.email}   ${DEMO_PASSWORD}`,
      `  Client          ${url}/client-auth    ${client?.email ?? ''}   ${DEMO_PASSWORD}`,
      `  Sent mail       ${url}/dev/mailbox`,
      `  API             ${url}/api/docs`,
      '',
      '  Ctrl-C stops everything; starting again keeps the data.',
      '',
    ].join('\n'),
  )
}

async function main(): Promise<void> {
  const { port, data } = settings()
  const lock = takeLock(data)
  let stack: Stack | undefined
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    await stack?.stop()
    lock.release()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  try {
    await checkPort(port)
    await buildAll()
    stack = await startStack({ data, port, onLog: (line) => line.includes('"event":"error"') && console.error(line) })
    lock.note(stack.sqld.process.pid)
    void stack.sqld.exited.then(() => {
      if (!stopping) console.error('The database server ended unexpectedly. Start again; nothing that was saved is lost.')
      return stop(1)
    })
    await seedDemo(stack.sqld.url, stack.miniflare)
    await publishAll(stack, data, REMOTES)
    announce(stack.url)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    await stop(1)
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
