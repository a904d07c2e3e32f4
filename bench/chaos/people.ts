import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '../../worker/src/auth/passwords/password-hash.ts'
import { signAccessToken } from '../../worker/src/auth/sessions/access-token.ts'
import type { Actor } from '../../worker/src/context.ts'
import { bookkeeperRows, clientRows } from '../../worker/src/testing/people-rows.ts'
import type { Stand } from './stand.ts'
import { judge, PATIENCE_MS, type Witness } from './witness.ts'

/** People who do not give up: what they ask for they ask for again, under the same key, until they have an answer that says yes or no. */

/** A password of somebody who signs in. */
export const PASSWORD = 'chaos-proof-7!'
/** For how long something is asked for over and over, in milliseconds. */
const PERSISTENCE_MS = 90_000
/** An access token is renewed when it has no longer left than this, in milliseconds. */
const TOKEN_LEFT_MS = 5 * 60_000

/** A yes or no; status 0 where there was none. */
export interface Answer<T = unknown> {
  status: number
  body: T
  /** Which fault was going on when it was given. */
  during: string
  /** Whether it took more than one try. */
  again: boolean
}

/** What is asked: JSON, or bytes; `key` makes a repeat known as one. */
export interface Asking {
  json?: unknown
  bytes?: Uint8Array<ArrayBuffer>
  key?: string
}

/** Somebody did not get an answer, however often they asked. */
export class NoAnswer extends Error {}

export class Person {
  readonly email: string
  readonly actor: Actor
  private readonly stand: Stand
  private readonly witness: Witness
  private token = ''
  private expires = 0

  constructor(stand: Stand, witness: Witness, email: string, actor: Actor) {
    this.stand = stand
    this.witness = witness
    this.email = email
    this.actor = actor
  }

  get userId(): string {
    return this.actor.userId
  }

  /** An access token that holds at this moment. */
  async access(): Promise<string> {
    const now = this.stand.now()
    if (this.expires - now.getTime() < TOKEN_LEFT_MS) {
      const { token, expiresAt } = await signAccessToken(this.stand.secret, this.actor, now)
      this.token = token
      this.expires = expiresAt.getTime()
    }
    return this.token
  }

  /** Asks once. Status 0: no answer came. */
  async ask<T = unknown>(method: string, path: string, asking: Asking = {}): Promise<Answer<T>> {
    const during = this.witness.fault
    const began = performance.now()
    const what = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id').split('?')[0]}`
    const note = (seen: Parameters<Witness['note']>[1], more = '') =>
      this.witness.note(during, seen, performance.now() - began, `${what} ${more}`)
    try {
      const response = await fetch(`${this.stand.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await this.access()}`,
          ...(asking.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(asking.key === undefined ? {} : { 'idempotency-key': asking.key }),
        },
        ...(asking.json === undefined ? {} : { body: JSON.stringify(asking.json) }),
        ...(asking.bytes === undefined ? {} : { body: asking.bytes }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      const seen = judge(response, text)
      note(seen, `${response.status} ${text.slice(0, 300)}`)
      return {
        status: response.status,
        body: (seen === 'unclean' ? null : JSON.parse(text)) as T,
        during,
        again: false,
      }
    } catch (error) {
      const late = error instanceof Error && error.name === 'TimeoutError'
      note(late ? 'no end' : 'no answer')
      return { status: 0, body: null as T, during, again: false }
    }
  }

  /** Asks until there is a yes or a no. @throws NoAnswer */
  async insist<T = unknown>(method: string, path: string, asking: Asking = {}): Promise<Answer<T>> {
    const until = Date.now() + PERSISTENCE_MS
    for (let again = false; ; again = true) {
      const answer = await this.ask<T>(method, path, asking)
      const { status } = answer
      // Signed out by a clock that has jumped: the next token is of its time.
      if (status === 401) this.expires = 0
      else if (status > 0 && status < 500 && status !== 429) return { ...answer, again }
      if (Date.now() > until) throw new NoAnswer(`${method} ${path}: ${status}`)
      const asked =
        status === 0 || status === 401 ? 0 : ((answer.body as { retry_after?: number } | null)?.retry_after ?? 1)
      await wait(Math.min(asked * 1000, 3000) + 50 + Math.random() * 250)
    }
  }

  /** Bytes of a file, and the status of the answer. */
  async download(path: string): Promise<{ status: number; bytes: Uint8Array }> {
    const response = await fetch(`${this.stand.url}/api${path}`, {
      headers: { authorization: `Bearer ${await this.access()}` },
    })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
}

export interface Bookkeeper {
  person: Person
  clients: ClientAtWork[]
}
export interface ClientAtWork {
  person: Person
  id: string
  threadId: string
  name: string
  bookkeeper: Person
}

const insert = async ({ db }: Stand, statements: Parameters<Stand['db']['batch']>[0]): Promise<void> => {
  await db.batch(statements, 'write')
}

/** Bookkeepers, each with clients who have signed up. */
export async function makePeople(
  stand: Stand,
  witness: Witness,
  bookkeepers: number,
  clientsEach: number,
): Promise<Bookkeeper[]> {
  const made: Bookkeeper[] = []
  for (let b = 0; b < bookkeepers; b++) {
    const email = `bookkeeper-${b}@chaos.example`
    const { rows, ...who } = bookkeeperRows(email, `Bookkeeper ${b}`)
    await insert(stand, [
      ...rows,
      { sql: 'UPDATE auth_users SET password_hash = ? WHERE id = ?', args: [await hashPassword(PASSWORD), who.userId] },
    ])
    const person = new Person(stand, witness, email, { ...who, role: 'bookkeeper', clientId: null, timeZone: 'UTC' })
    const clients: ClientAtWork[] = []
    for (let c = 0; c < clientsEach; c++) {
      const name = `Client ${b}.${c}`
      const { rows: clientsRows, threadId, ...client } = clientRows(`client-${b}-${c}@chaos.example`, name, who)
      await insert(stand, clientsRows)
      const themselves = new Person(stand, witness, `client-${b}-${c}@chaos.example`, {
        ...client,
        role: 'client',
        timeZone: 'UTC',
      })
      clients.push({ person: themselves, id: client.clientId, threadId, name, bookkeeper: person })
    }
    made.push({ person, clients })
  }
  return made
}
