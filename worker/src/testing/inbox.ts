import { join } from 'node:path'
import type { RealtimeMessage } from '@portal/contract/events'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { expect } from 'vitest'
import { FOR_WORKERD } from '../../../tools/run/bundle-worker.ts'
import type { OpenTabs } from '../platform/realtime/tab-hub.ts'

/** Real inboxes in a separate workerd. */
export interface Inboxes {
  /** Publishes events with these ids to a user. */
  publish(user: string, ids: readonly string[]): Promise<void>
  /** Evicts the object from memory: its sockets break, its storage stays. */
  evict(user: string): Promise<void>
  age(user: string, days: number): Promise<void>
  trim(user: string): Promise<void>
  /** Returns the number of events in the log. */
  kept(user: string): Promise<number>
  /** Announces a change of the registry to all users. */
  announce(): Promise<void>
  /** Reports the versions of a user's tabs to the hub, as an inbox does. */
  report(user: string, tabs: readonly Record<string, string>[]): Promise<void>
  /** Returns how many reports the hub got. */
  reports(): Promise<number>
  /** Returns the number of open tabs that run each version of a remote. */
  tabsOf(remote: string): Promise<Record<string, number>>
  /** Opens a socket. `more` are further query parameters, such as `session` and `until`. */
  connect(
    user: string,
    since: number | undefined,
    onMessage: (message: RealtimeMessage) => void,
    more?: Record<string, string>,
  ): Promise<WebSocket>
  stop(): Promise<void>
}

async function openSocket(
  origin: string,
  user: string,
  since: number | undefined,
  onMessage: (message: RealtimeMessage) => void,
  more: Record<string, string> = {},
): Promise<WebSocket> {
  const query = new URLSearchParams({ user, ...(since === undefined ? {} : { since: String(since) }), ...more })
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket?${query}`, 'portal.v1')
  socket.addEventListener('message', ({ data }) => onMessage(JSON.parse(String(data)) as RealtimeMessage))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inbox refused the socket')))
  })
  return socket
}

/** Signs the access tokens of the inboxes. */
export const INBOX_SECRET = 'a secret of thirty-two characters'

/** Starts a worker with inboxes and their hub only. */
async function startWorker(): Promise<Miniflare> {
  const { outputFiles } = await build({
    ...FOR_WORKERD,
    entryPoints: [join(import.meta.dirname, '../platform/realtime/inbox-test-worker.ts')],
    write: false,
  })
  return new Miniflare(
    convertV4MiniflareOptions({
      name: 'inboxes',
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.NONE),
      modules: [{ type: 'ESModule', path: 'index.js', contents: outputFiles[0]?.text ?? '' }],
      compatibilityDate: '2026-11-17',
      compatibilityFlags: ['nodejs_compat'],
      bindings: { ENVIRONMENT: 'development', LIBSQL_URL: 'http://127.0.0.1:1', AUTH_SECRET: INBOX_SECRET },
      durableObjects: {
        USER_INBOX: { className: 'TestInbox', useSQLite: true },
        TAB_HUB: { className: 'TestHub', useSQLite: true },
      },
    }),
  )
}

/** Starts inboxes in a separate workerd. */
export async function startInboxes(): Promise<Inboxes> {
  const miniflare = await startWorker()
  const { origin } = await miniflare.ready
  const call = async (path: string, user: string, more = '', body?: unknown): Promise<{ kept: number }> => {
    const response = await fetch(
      `${origin}${path}?user=${user}${more}`,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    )
    return (await response.json()) as { kept: number }
  }
  const at = new Date().toISOString()
  return {
    publish: async (user, ids) => {
      await call(
        '/publish',
        user,
        '',
        ids.map((id) => ({ id, type: 'client.changed', ids: {}, at })),
      )
    },
    // The call is aborted together with the object.
    evict: async (user) => {
      await fetch(`${origin}/evict?user=${user}`).then((r) => r.text())
    },
    age: async (user, days) => {
      await call('/age', user, `&days=${days}`)
    },
    trim: async (user) => {
      await call('/trim', user)
    },
    kept: async (user) => (await call('/kept', user)).kept,
    announce: async () => {
      await call('/announce', '')
    },
    report: async (user, tabs) => {
      await call('/report', user, '', tabs)
    },
    reports: async () => (await (await fetch(`${origin}/reports`)).json()) as number,
    tabsOf: async (remote) => {
      const { versions } = (await (await fetch(`${origin}/open-tabs`)).json()) as OpenTabs
      return Object.fromEntries(versions.filter((v) => v.name === remote).map((v) => [v.version, v.tabs]))
    },
    connect: (user, since, onMessage, more) => openSocket(origin, user, since, onMessage, more),
    stop: () => miniflare.dispose(),
  }
}

/**
 * A tab that behaves like the sdk: it resumes from the last number it has seen, drops repeats, and refetches on
 * request.
 */
export class ModelTab {
  /** Ids of received events, in order. */
  readonly received: string[] = []
  refetches = 0
  private seq: number | undefined = undefined
  private socket: WebSocket | undefined
  private ready = false
  /** Messages that are still received before the connection is cut. */
  private until = Number.POSITIVE_INFINITY
  private readonly inboxes: Inboxes
  private readonly user: string

  constructor(inboxes: Inboxes, user: string) {
    this.inboxes = inboxes
    this.user = user
  }

  /** Reconnects; only `until` messages are received. */
  async connect(until = Number.POSITIVE_INFINITY): Promise<void> {
    this.socket?.close()
    this.ready = false
    this.until = until
    let connection: WebSocket | undefined
    connection = this.socket = await this.inboxes.connect(this.user, this.seq, (message) => {
      if (connection !== undefined && connection !== this.socket) return
      if (this.until-- > 0) this.take(message)
    })
  }

  /** Resolves when the tab has caught up. */
  async caughtUp(): Promise<void> {
    await expect.poll(() => this.ready, { timeout: 15_000, interval: 2 }).toBe(true)
  }

  close(): void {
    this.socket?.close()
  }

  private take(message: RealtimeMessage): void {
    if (message.t === 'event') {
      if (message.event.seq > (this.seq ?? -1)) this.seq = message.event.seq
      if (!this.received.includes(message.event.id)) this.received.push(message.event.id)
    } else if (message.t === 'reset' || message.t === 'ready') {
      if (message.t === 'reset') this.refetches += 1
      this.seq = message.t === 'reset' ? message.seq : Math.max(message.seq, this.seq ?? 0)
      if (message.t === 'ready') this.ready = true
    }
  }
}
