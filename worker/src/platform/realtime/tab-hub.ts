import { DurableObject } from 'cloudflare:workers'
import type { RunningMessage } from '@portal/contract/events'
import type { Env } from '../../env.ts'

/** Users that are signaled at once. */
const USERS_PER_ROUND = 200
/** Users are forgotten after this time without a report. Inboxes repeat theirs at least every 15 minutes. */
const FORGET_MS = 3_600_000
/** Tabs read the registry within this time after a signal, or longer if there are many, in milliseconds. */
const READ_WITHIN_MS = 1000
/** Registry reads per second that a signal may cause. */
const READS_PER_SECOND = 500
/** Most tabs, and most different versions, that are counted for a user. Reports come from browsers. */
const TABS_PER_USER = 50
const VERSIONS_PER_USER = 100

/** Where the current round of signals continues: after this user. */
const POSITION = 'position'
/** Counts announcements, to notice one that arrives during a round. */
const ANNOUNCED = 'announced'

type TabCount = { name: string; version: string; tabs: number }

/** Users and tabs that are connected, and the number of tabs that run each version of a remote. */
export interface OpenTabs {
  users: number
  tabs: number
  versions: TabCount[]
}

/**
 * Knows which users have the portal open and which versions of remotes their tabs run, and sends all of them a signal
 * when the registry changes. One object for the portal. Its data may be lost: inboxes report again.
 */
export class TabHub extends DurableObject<Env> {
  private readonly sql = this.ctx.storage.sql

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.sql.exec(
      `CREATE TABLE IF NOT EXISTS users (user_id TEXT PRIMARY KEY, tabs INTEGER NOT NULL, at INTEGER NOT NULL)`,
    )
    this.sql.exec(
      `CREATE TABLE IF NOT EXISTS running (user_id TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL,
        tabs INTEGER NOT NULL, PRIMARY KEY (user_id, name, version)) WITHOUT ROWID`,
    )
  }

  /** Replaces what is known about a user: the versions of each open tab. */
  report(userId: string, reported: readonly RunningMessage['versions'][]): void {
    const tabs = reported.slice(0, TABS_PER_USER)
    this.ctx.storage.transactionSync(() => {
      this.sql.exec('DELETE FROM running WHERE user_id = ?', userId)
      if (tabs.length === 0) {
        this.sql.exec('DELETE FROM users WHERE user_id = ?', userId)
        return
      }
      this.sql.exec(
        'INSERT INTO users VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET tabs = ?2, at = ?3',
        userId,
        tabs.length,
        Date.now(),
      )
      this.sql.exec(
        `INSERT INTO running SELECT ?1, ran.key, ran.value, count(*)
          FROM json_each(?2) AS tab, json_each(tab.value) AS ran
          GROUP BY ran.key, ran.value ORDER BY count(*) DESC LIMIT ?3`,
        userId,
        JSON.stringify(tabs),
        VERSIONS_PER_USER,
      )
    })
  }

  /** Returns how many users and tabs are connected, and how many tabs run each version. */
  openTabs(): OpenTabs {
    this.forget()
    const total = this.sql
      .exec<{ users: number; tabs: number }>('SELECT count(*) AS users, coalesce(sum(tabs), 0) AS tabs FROM users')
      .one()
    const versions = this.sql
      .exec<TabCount>(
        'SELECT name, version, sum(tabs) AS tabs FROM running GROUP BY name, version ORDER BY name, version',
      )
      .toArray()
    return { ...total, versions }
  }

  /** Starts to send the signal `remotes` to all connected users. Resolves before they have it. */
  async announce(): Promise<void> {
    const { kv } = this.ctx.storage
    kv.put(ANNOUNCED, (kv.get<number>(ANNOUNCED) ?? 0) + 1)
    kv.put(POSITION, '')
    await this.ctx.storage.setAlarm(Date.now())
  }

  /** Signals the next users. Runs again until all have been signaled since the last announcement. */
  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage
    const [position, announced] = [kv.get<string>(POSITION), kv.get<number>(ANNOUNCED)]
    if (position === undefined) return
    this.forget()
    const users = this.sql
      .exec<{ id: string }>(
        'SELECT user_id AS id FROM users WHERE user_id > ? ORDER BY user_id LIMIT ?',
        position,
        USERS_PER_ROUND,
      )
      .toArray()
    const signal = { type: 'remotes', within_ms: this.readWithin() } as const
    // A user who cannot be reached checks the registry regularly.
    await Promise.allSettled(users.map(({ id }) => this.env.USER_INBOX.getByName(id).signal(signal)))
    // A new announcement starts over.
    if (kv.get<number>(ANNOUNCED) !== announced) return
    const last = users[USERS_PER_ROUND - 1]
    if (!last) {
      kv.delete(POSITION)
      return
    }
    kv.put(POSITION, last.id)
    await this.ctx.storage.setAlarm(Date.now())
  }

  private readWithin(): number {
    const { tabs } = this.openTabs()
    return Math.max(READ_WITHIN_MS, Math.ceil((tabs / READS_PER_SECOND) * 1000))
  }

  private forget(): void {
    const before = Date.now() - FORGET_MS
    this.sql.exec('DELETE FROM running WHERE user_id IN (SELECT user_id FROM users WHERE at < ?)', before)
    this.sql.exec('DELETE FROM users WHERE at < ?', before)
  }
}
