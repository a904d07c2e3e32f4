import { isMailKind, type MailKind } from '@portal/contract/mail-kinds'
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { derivedToken } from '../crypto/secrets.ts'
import type { Context } from '../context.ts'
import { commit, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'

/** A column with its table: without one, SQLite takes `mail_switches.address` for it, which every row matches. */
type QualifiedColumn = `${string}.${string}`

/**
 * Returns the SQL condition under which the address in a column takes mail of the kind, for the query of each such mail.
 * @throws Error unless the column names its table
 */
export function wantsMail(kind: MailKind, address: QualifiedColumn): string {
  if (!/^(?!off\.)[a-z_]+\.[a-z_]+( ->> '\w+')?$/.test(address)) throw new Error(`not a qualified column: ${address}`)
  return `NOT EXISTS (SELECT 1 FROM mail_switches off WHERE off.address = lower(${address}) AND off.kind = '${kind}')`
}

/** Whose mail of which kind a link switches off. */
export interface MailOff {
  address: string
  kind: MailKind
}

const seal = (secret: string, body: string): string => derivedToken(secret, 'mail-off', body)

/** The link that switches a kind of mail off with one click, without signing in: `unsubscribe` of such a mail. It does not expire. */
export function mailOffUrl(origin: string, secret: string, { address, kind }: MailOff): string {
  const body = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([address.toLowerCase(), kind])))
  return `${origin}/mail-off?token=${body}.${seal(secret, body)}`
}

/** What a link's token says; undefined where it is none of ours. `secrets`: the one in use, and the one before. */
export function readMailOff(secrets: readonly string[], token: string): MailOff | undefined {
  const [body = '', mark = ''] = token.split('.')
  if (!secrets.some((secret) => secret !== '' && mark === seal(secret, body))) return undefined
  const [address, kind] = JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(body))) as [string, unknown]
  return isMailKind(kind) ? { address, kind } : undefined
}

/** Switches a kind of mail to an address off, or on again, together with what follows. A repeat writes nothing. */
export async function switchMail(
  ctx: Pick<Context, 'env' | 'trips' | 'now'>,
  { address, kind }: MailOff,
  on: boolean,
  follows: readonly Step[],
): Promise<void> {
  const change = on
    ? { sql: 'DELETE FROM mail_switches WHERE address = lower(?) AND kind = ?', args: [address, kind] }
    : {
        sql: 'INSERT INTO mail_switches (address, kind, off_at) VALUES (lower(?), ?, ?) ON CONFLICT DO NOTHING',
        args: [address, kind, ctx.now.toISOString()],
      }
  try {
    await commit(ctx, [step(change, 'stale'), ...follows])
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'stale')) throw error
  }
}
