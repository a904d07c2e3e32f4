import { and, eq, type SQL } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { passkeys } from '../../../platform/db/schema/index.ts'

/** Returns the condition for one passkey of the signed-in user. */
export const isOwnPasskey = ({ actor }: Pick<SignedIn, 'actor'>, id: string): SQL | undefined =>
  and(eq(passkeys.id, id), eq(passkeys.user_id, actor.userId))
