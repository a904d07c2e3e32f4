import type { Recorder } from '../recorder.ts'

/** What a route cost the most, of all times it was asked. */
export interface Spent {
  /** As the worker counts them. */
  reads: number
  writes: number
  /** Requests that reached the database before the answer was there, the fewest; with a write also those of what follows it. */
  seen: number
}

export interface Asked {
  token?: string
  /** Values of the path's parameters. */
  of?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}

const AGAIN = 40

/** Round trips that an answer cost, as it says itself. */
function tripsOf(response: Response): { reads: number; writes: number } {
  const timing = response.headers.get('server-timing') ?? ''
  const number = (name: string): number => Number(new RegExp(`${name};desc="(\\d+)"`).exec(timing)?.[1] ?? 0)
  return { reads: number('reads'), writes: number('writes') }
}

/** Asks routes by the names that the OpenAPI document gives them, and keeps what each has cost. */
export class Caller {
  readonly spent = new Map<string, Spent>()
  readonly url: string
  private readonly recorder: Recorder

  constructor(url: string, recorder: Recorder) {
    this.url = url
    this.recorder = recorder
  }

  /** The answer, which must be a good one. */
  async ask(key: string, { token, of = {}, query, body, raw, headers = {} }: Asked = {}): Promise<Response> {
    const [method = '', path = ''] = key.split(' ')
    const address = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => of[name] ?? ''),
      this.url,
    )
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value)
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const request = {
      method,
      redirect: 'manual' as const,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    }
    // What followed earlier changes reaches the database at any time: a read that was seen with more is looked at again.
    for (let again = 0; ; again++) {
      this.recorder.take()
      const response = await fetch(address, request)
      const seen = this.recorder.take().length
      if (response.status >= 400) throw new Error(`${key}: ${response.status} ${await response.text()}`)
      const { reads, writes } = tripsOf(response)
      this.count(key, { reads, writes, seen })
      if (method !== 'GET' || writes > 0 || seen === reads || again === AGAIN) return response
      await response.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** The JSON of the answer. */
  async json<T = Record<string, string>>(key: string, asked: Asked = {}): Promise<T> {
    return (await (await this.ask(key, asked)).json()) as T
  }

  private count(key: string, { reads, writes, seen }: Spent): void {
    const before = this.spent.get(key)
    this.spent.set(key, {
      reads: Math.max(reads, before?.reads ?? 0),
      writes: Math.max(writes, before?.writes ?? 0),
      seen: Math.min(seen, before?.seen ?? seen),
    })
  }
}

/** Asks again until there is something, for half a minute. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + 30_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > until) throw new Error('what was waited for did not come')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** The newest mail to an address whose subject holds a text. */
export const mailTo = (caller: Caller, to: string, subject: string): Promise<Mail> =>
  eventually(async () => {
    const mails = (await (await fetch(`${caller.url}/dev/mailbox.json`)).json()) as Mail[]
    return mails.find((m) => m.to === to && m.subject.includes(subject))
  })

/** What a link in a mail carries under a name. */
export const inLink = (mail: Mail, name: string): string =>
  new RegExp(`[?]${name}=([\\w.-]+)`).exec(mail.text)?.[1] ?? ''

/** Cookies of an answer as a request sends them back. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
